import { badClients } from "../suites/clients/index.ts";
import { rightClients } from "../suites/clients/reference-client/variants.ts";
import { loadServers } from "../suites/servers.ts";
import { type Certification, certifiedServer } from "../testing/certificate/certified-bed.ts";
import { certifiedClient } from "../testing/certificate/certified-clients.ts";

// A certificate for every variant, and none for any fault that fails a must; one that fails a should is named in it. The
// same for clients. `node bench/certificates.ts [standard|thorough] [NTH]`: thorough, and every server, unless they are named.

const [profile = "thorough", nth = "1"] = process.argv.slice(2);
const counts = new Map<string, number>();

function count(kind: string, id: string, { result, mistakes }: Certification) {
  const row = `${kind}: ${result ?? "none"}`;
  counts.set(row, (counts.get(row) ?? 0) + 1);
  for (const mistake of mistakes) process.stdout.write(`${id} (${kind}): ${mistake}\n`);
  if (mistakes.length > 0) process.exitCode = 1;
}

for (const [id, entry] of Object.entries(badClients))
  count("clients with a fault", id, await certifiedClient(id, entry));
for (const [id, entry] of Object.entries(rightClients))
  count("right clients", id, await certifiedClient(id, entry));
for (const server of (await loadServers()).filter((_, i) => i % Number(nth) === 0))
  count(
    `${server.kind}s`,
    server.id,
    await certifiedServer(server, profile === "standard" ? "standard" : "thorough"),
  );
for (const [row, number] of [...counts].sort()) process.stdout.write(`${row} ${number}\n`);
