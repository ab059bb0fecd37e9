import type { Prepared } from "../../../assembly/assemble.ts";
import { counted } from "../../../core/check/counted.ts";
import type { SuiteWords } from "../../../core/check/suite.ts";
import type { Unresolved } from "../../../core/check/unresolved.ts";
import { wrap } from "../../../report/console/wrap.ts";
import { whyInWords } from "../../../report/why-in-words.ts";

/** What is tested of one operation of the document, and what is not. */
export interface ListedOperation {
  /** `listCategories`, or `GET:/categories` where the document gives no id. */
  readonly name: string;
  /** `GET /categories`. */
  readonly request: string;
  /** How many requirements are about it. */
  readonly requirements: number;
  /** Why nothing is sent to it, with the option that includes it. */
  readonly leftOut?: string;
  /** Parts of its description that nothing tests, and why: `auth: the document asks for no credential`. */
  readonly untested: readonly string[];
}

/** Every operation of the document, those that the suite knows first. */
export function listedOperations({
  contract,
  requirements,
  part,
  suite,
}: Prepared): readonly ListedOperation[] {
  // Where the document has dropped what the pet store needs, the catalogue is about none of its operations.
  const judged = contract.dropped === undefined ? requirements : part.requirements;
  const about = new Map<string, number>();
  for (const id of judged.flatMap(({ operations }) => operations)) about.set(id, (about.get(id) ?? 0) + 1);
  const made = new Map(part.operations.map((one) => [one.subject.operation.id, one]));
  return [...contract.operations.values(), ...contract.others.values()].map(({ id, name, method, path }) => {
    const { subject, untestable = [] } = made.get(id) ?? {};
    const { leftOut } = subject ?? {};
    return {
      name: name ?? `${method}:${path}`,
      request: `${method} ${path}`,
      requirements: about.get(id) ?? 0,
      ...(leftOut !== undefined && { leftOut: whyLeftOut(leftOut, suite.words) }),
      untested: untestable.map((one) => `${one.name}: ${one.why}`),
    };
  });
}

function whyLeftOut({ kind, reason, remedy }: Unresolved, words: SuiteWords): string {
  return whyInWords({ verdict: kind, reason, remedy }, words);
}

/** As people read it; nothing for a document of which the suite knows every operation. */
export function operationLines(operations: readonly ListedOperation[], width: number): readonly string[] {
  const heading = `Operations of the document: ${operations.filter(({ leftOut }) => leftOut === undefined).length} of ${operations.length} are tested.`;
  return [
    "",
    heading,
    ...operations.flatMap(({ name, request, requirements, leftOut, untested }) => {
      const rest = untested.length === 0 ? "" : `. Not tested of it: ${untested.join("; ")}`;
      const tested =
        leftOut === undefined ? counted(requirements, "requirement") + rest : `untested: ${leftOut}`;
      return wrap(`${name} (${request}): ${tested}`, width, { first: "- ", rest: "  " });
    }),
  ];
}
