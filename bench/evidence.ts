import { prepare } from "../src/assembly/assemble.ts";
import { judgeRecording } from "../src/core/recording/judge-recording.ts";
import { readRecording } from "../src/core/recording/recording.ts";
import { loadServers } from "../suites/servers.ts";
import { differingReports, formsKept, recorded, recordedPlay } from "../testing/evidence/recorded-play.ts";
import { foreignServers, judge } from "../testing/foreign-servers/judge.ts";

// Every fault and variant, and the servers of others, recorded and judged again: `node bench/evidence.ts [standard|thorough]`. Prints what differs, and
// which secrets are in a recording, in any form; and how long it takes to read and judge 10,000 exchanges.

const profile = process.argv[2] === "thorough" ? "thorough" : "standard";
const prepared = await prepare();
const servers = await loadServers();
const print = (line: string) => void process.stdout.write(`${line}\n`);
let differing = 0;
let [exchanges, judgedMs] = [0, 0];
for (const server of servers) {
  const played = await recordedPlay(server, prepared, { profile });
  const formats = [...(await differingReports(played, prepared)), ...formsKept(played)];
  const { run, lines } = played;
  if (formats.length > 0) {
    differing += 1;
    print(`${server.id}: ${formats.join(", ")}`);
  }
  const began = performance.now();
  const recording = readRecording(lines);
  judgeRecording(recording, { ...prepared, options: recording.start.options, asThen: true });
  judgedMs += performance.now() - began;
  exchanges += run.exchanges.length;
}
for (const [name, server] of Object.entries(foreignServers)) {
  const played = await recorded(prepared, (journal, secrets) => judge(server, { journal, secrets }));
  const formats = [...(await differingReports(played, prepared)), ...formsKept(played)];
  if (formats.length === 0) continue;
  differing += 1;
  print(`${name}: ${formats.join(", ")}`);
}
print(`${servers.length + Object.keys(foreignServers).length} servers in ${profile}: ${differing} differ`);
print(`${exchanges} exchanges judged again; 10,000 take ${((judgedMs / exchanges) * 10).toFixed(2)} s`);
process.exitCode = differing === 0 ? 0 : 1;
