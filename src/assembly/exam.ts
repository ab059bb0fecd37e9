import type { Requirement } from "../check/requirement.ts";
import type { Contract } from "../contract/contract.ts";

/** What clients are judged by. */
export interface PreparedExam {
  readonly contract: Contract;
  readonly requirements: readonly Requirement[];
}

/** Throws SpecError for a document that cannot be used. */
export async function prepareExam(spec: string | undefined): Promise<PreparedExam> {
  const [{ loadContract }, { loadClientCatalogue }] = await Promise.all([
    import("../contract/load.ts"),
    import("../../suites/catalogue.ts"),
  ]);
  const contract = await loadContract({ spec, removalDate: undefined });
  return { contract, requirements: loadClientCatalogue(contract) };
}

/** A key that says what it is nowhere: only its text is looked for in what a client sends. */
export function newKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("hex");
}
