import { play } from "#proof/play.ts";
import { jsonReport } from "#report/formats/json.ts";
import { prepared } from "./bed.ts";
import { guardedServers, latencyOf } from "./guarded-servers.ts";

/** The seeds of the runs follow from the place of a server in the list. */
const firstSeed = 101;

/** The run against each guarded server of a share, as its whole JSON report: one JSON text, by the names of the servers. */
export async function guardedRuns(share: (nth: number) => boolean = () => true): Promise<string> {
  const reports: string[] = [];
  for (const [place, [name, server]] of Object.entries(guardedServers).entries()) {
    if (!share(place)) continue;
    const seed = firstSeed + place;
    const run = await play(server, {
      ...prepared,
      options: { seed },
      latencyMs: latencyOf(server, seed),
      keptConnections: 6,
      ...(server.serve && { serve: server.serve }),
    });
    reports.push(`${JSON.stringify(name)}: ${[...jsonReport(run)].join("").trimEnd()}`);
  }
  return `{\n${reports.join(",\n")}\n}\n`;
}
