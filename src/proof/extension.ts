import { type DocumentSuite, suiteFor } from "../../suites/for-document.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { suite as registered } from "../../suites/registry.ts";
import type { Requirement } from "../core/check/requirement.ts";
import type { Suite } from "../core/check/suite.ts";
import type { Contract } from "../core/contract/contract.ts";
import { embeddedText } from "../core/contract/embedded-text.ts";

const document = "reference-server/revisions/extension.yaml";

/** What the owner of a server of this revision declares: the operations that write may be sent, too. */
export const declaredOfExtension = { operations: ["createPhoto", "deletePhoto"] };

interface PreparedExtension extends DocumentSuite {
  readonly contract: Contract;
  readonly requirements: readonly Requirement[];
}

/** The revision that describes categories, photos and orders. `petstore`: in place of the registered suite. */
export async function preparedExtension(petstore: Suite = registered): Promise<PreparedExtension> {
  const fetchText = async () => embeddedText(document);
  const contract = await loadContract({ spec: "https://petstore.example/extension.yaml", fetchText });
  const { suite, part } = suiteFor(contract, { declared: declaredOfExtension }, petstore);
  return { contract, suite, requirements: suite.requirements(contract), part };
}
