import { writeFile } from "node:fs/promises";
import { foreignServers, judge } from "../test/foreign-servers/judge.ts";
import { summaryOf } from "../test/foreign-servers/summary.ts";

// Writes down what the suite says of the servers in test/foreign-servers/; docs/foreign-servers.md explains it.

const folder = new URL("../test/foreign-servers/", import.meta.url);
for (const [name, server] of Object.entries(foreignServers)) {
  const summary = summaryOf(await judge(server), server.either);
  await writeFile(new URL(`${name}.verdicts.json`, folder), `${JSON.stringify(summary, undefined, 2)}\n`);
}
