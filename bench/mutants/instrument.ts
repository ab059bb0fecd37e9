import { Instrumenter } from "@stryker-mutator/instrumenter";

/** One place of a file, written wrongly in one way. */
export interface Mutant {
  /** As the instrumented file asks for it. */
  readonly id: string;
  /** Relative to the project: `suites/petstore/list-animals/lists/checks.ts`. */
  readonly file: string;
  /** Of what is replaced: offsets in the file's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** From 1: the first line of what is replaced, and its last. */
  readonly line: number;
  readonly lastLine: number;
  /** The declaration at the top of the file that holds it. */
  readonly within: string;
  /** `EqualityOperator`, as Stryker names it. */
  readonly operator: string;
  readonly was: string;
  readonly becomes: string;
}

export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** By file: its text with all its mutants in it, each behind a switch (see `switches.ts`). */
  readonly texts: ReadonlyMap<string, string>;
}

/** Texts are what people read, and the compiler refuses nearly every empty object. */
const excludedMutations = ["StringLiteral", "ObjectLiteral"];

/** @param sources by file. */
export async function instrument(sources: ReadonlyMap<string, string>): Promise<Instrumented> {
  const files = [...sources].map(([name, content]) => ({ name, content, mutate: true }));
  const options = { excludedMutations, ignorers: [], plugins: null, noHeader: true };
  const result = await new Instrumenter(silent).instrument(files, options);
  const mutants = result.mutants
    .filter(({ status }) => status !== "Ignored")
    .map(({ id, fileName, location, mutatorName, replacement }) => {
      const source = sources.get(fileName) ?? "";
      const [start, end] = [offsetOf(source, location.start), offsetOf(source, location.end)];
      return {
        id,
        file: fileName,
        start,
        end,
        line: location.start.line + 1,
        lastLine: location.end.line + 1,
        within: declarationAt(source, start),
        operator: mutatorName,
        was: source.slice(start, end),
        becomes: replacement,
      };
    });
  return { mutants, texts: new Map(result.files.map(({ name, content }) => [name, content])) };
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
