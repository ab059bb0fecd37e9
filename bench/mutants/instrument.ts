import { Instrumenter } from "@stryker-mutator/instrumenter";

/** One place of a file, written wrongly in one way. */
export interface Mutant {
  /** Relative to the project: `suites/petstore/list-animals/lists/checks.ts`. */
  readonly file: string;
  /** Of what is replaced: offsets in the file's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** From 1: the first line of what is replaced. */
  readonly line: number;
  /** The declaration at the top of the file that holds it. */
  readonly within: string;
  /** `EqualityOperator`, as Stryker names it. */
  readonly operator: string;
  readonly was: string;
  readonly becomes: string;
}

/** Texts are what people read, and the compiler refuses nearly every empty object. */
const excludedMutations = ["StringLiteral", "ObjectLiteral"];

/** Every mutant of a file, in the order of the instrumenter. */
export async function mutantsOf(file: string, source: string): Promise<readonly Mutant[]> {
  const options = { excludedMutations, ignorers: [], plugins: null, noHeader: true };
  const files = [{ name: file, content: source, mutate: true }];
  const { mutants } = await new Instrumenter(silent).instrument(files, options);
  return mutants
    .filter(({ status }) => status !== "Ignored")
    .map(({ location, mutatorName, replacement }) => {
      const [start, end] = [offsetOf(source, location.start), offsetOf(source, location.end)];
      return {
        ...{ file, start, end, line: location.start.line + 1, within: declarationAt(source, start) },
        ...{ operator: mutatorName, was: source.slice(start, end), becomes: replacement },
      };
    });
}

/** The file with one mutant in it. */
export function mutated(source: string, { start, end, operator, was, becomes }: Mutant): string {
  const isStatement = operator === "BlockStatement" || /;$|^(?:case|default)\b/.test(was);
  // Brackets would end what `?.` leaves out.
  const isChain = /^(?:MethodExpression|OptionalChaining)$/.test(operator) && was.includes("?.");
  return source.slice(0, start) + (isStatement || isChain ? becomes : `(${becomes})`) + source.slice(end);
}

function offsetOf(source: string, { line, column }: { line: number; column: number }): number {
  const before = source.split("\n").slice(0, line);
  return before.reduce((sum, text) => sum + text.length + 1, column);
}

function declarationAt(source: string, offset: number): string {
  const declarations = source
    .slice(0, source.indexOf("\n", offset))
    .matchAll(/^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)/gm);
  return [...declarations].at(-1)?.[1] ?? "";
}

const silent = {
  ...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no },
  ...{ isWarnEnabled: no, isErrorEnabled: no, isFatalEnabled: no },
  ...{ trace: no, debug: no, info: no, warn: no, error: no, fatal: no },
};

function no(): boolean {
  return false;
}
