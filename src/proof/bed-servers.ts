import { extension } from "../../reference-server/revisions/extension.ts";
import { type ListedServer, loadFiles, loadServers, withOwnIds } from "../../suites/servers.ts";

/**
 * Every server of the bed: those of the first interface, then those of a later revision, whose hooks they replace.
 * @throws Error for an id that occurs twice
 */
export async function loadBedServers(): Promise<readonly ListedServer[]> {
  const [first, faults, variants] = await Promise.all([
    loadServers(),
    loadFiles("fault", [["extension", () => import("../../reference-server/revisions/extension.faults.ts")]]),
    loadFiles("variant", [
      ["extension", () => import("../../reference-server/revisions/extension.variants.ts")],
    ]),
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
