import { loadServers } from "../reference-server/registry.ts";
import { certifiedServer } from "../testing/certificate/certified-bed.ts";

// A certificate for every variant, and none for any fault that fails a must; one that fails a should is named in it.
// `node bench/certificates.ts [standard|thorough] [NTH]`: thorough, and every server, unless they are named.

const [profile = "thorough", nth = "1"] = process.argv.slice(2);
const servers = (await loadServers()).filter((_, i) => i % Number(nth) === 0);
const counts = new Map<string, number>();
for (const server of servers) {
  const { result = "none", mistakes } = await certifiedServer(
    server,
    profile === "standard" ? "standard" : "thorough",
  );
  const row = `${server.kind}s: ${result}`;
  counts.set(row, (counts.get(row) ?? 0) + 1);
  for (const mistake of mistakes) process.stdout.write(`${server.id} (${server.kind}): ${mistake}\n`);
  if (mistakes.length > 0) process.exitCode = 1;
}
for (const [row, count] of [...counts].sort()) process.stdout.write(`${row} ${count}\n`);
