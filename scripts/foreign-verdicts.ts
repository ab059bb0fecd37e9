import { writeFile } from "node:fs/promises";
import { foreignServers, judge } from "../testing/foreign-servers/judge.ts";
import { summaryOf } from "../testing/foreign-servers/summary.ts";

// Writes down what the suite says of the servers in testing/foreign-servers/; docs/foreign-servers.md explains it.

const folder = new URL("../testing/foreign-servers/", import.meta.url);
for (const [name, server] of Object.entries(foreignServers)) {
  const summary = summaryOf(await judge(server), server.either);
  await writeFile(new URL(`${name}.verdicts.json`, folder), `${JSON.stringify(summary, undefined, 2)}\n`);
}
