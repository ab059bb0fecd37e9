import { embeddedText } from "#core/contract/embedded-text.ts";
import { extension } from "#reference-server/revisions/extension.variants.ts";
import { suiteFor } from "#suites/for-document.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { suite as petstore } from "#suites/registry.ts";
import { type ListedServer, loadFiles, loadServers, withOwnIds } from "#suites/servers.ts";

/**
 * Every server of the bed: those of the first interface, then those of a later revision, whose hooks they replace.
 * @throws Error for an id that occurs twice
 */
export async function loadBedServers(): Promise<readonly ListedServer[]> {
  const [first, faults, variants] = await Promise.all([
    loadServers(),
    loadFiles("fault", [["extension", () => import("#reference-server/revisions/extension.faults.ts")]]),
    loadFiles("variant", [["extension", () => import("#reference-server/revisions/extension.variants.ts")]]),
  ]);
  return withOwnIds([...first, ...[...faults, ...variants].map(ofExtension)]);
}

function ofExtension(server: ListedServer): ListedServer {
  const { hooks, stage } = server;
  return {
    ...server,
    revision: "extension",
    stage: { ...stage, revision: "extension" },
    hooks: (correct) => {
      const revised = extension(correct);
      return { ...revised, ...hooks({ ...correct, ...revised }) };
    },
  };
}

const document = "reference-server/revisions/extension.yaml";

/** What the owner of a server of this revision declares: the operations that write may be sent, too. */
export const declaredOfExtension = { operations: ["createPhoto", "deletePhoto"] };

/** The revision that describes categories, photos and orders. */
export async function preparedExtension() {
  const fetchText = async () => embeddedText(document);
  const contract = await loadContract({ spec: "https://petstore.example/extension.yaml", fetchText });
  const { suite, part } = suiteFor(contract, { declared: declaredOfExtension }, petstore);
  return { contract, suite, requirements: suite.requirements(contract), part };
}
