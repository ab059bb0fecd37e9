import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
import type { Verdict } from "#core/check/results/verdict.ts";
import type { Client, Setup } from "./clients/install.ts";
import { clients, commandOf, installClients, versionsOf } from "./clients/install.ts";
import { clientsPage, type Examined, foldPlays, type PlayedVerdict } from "./clients/page.ts";

// Leads real clients through the exam and writes reports/clients.md; with names (`got-configured`), prints what those alone
// come to. Installs the clients in a temporary folder, and packages of Debian that are missing.

const bin = new URL("../src/cli/bin.js", import.meta.url).pathname;

/** They wait most of the time. */
const atOnce = 3;

const only = process.argv.slice(2);

/** The page shows several: how long a date in Retry-After asks to wait, for one, depends on the fraction of the second. */
const plays = only.length === 0 ? 3 : 1;

const chosen = clients.flatMap((client) =>
  [...client.documented, client.configured]
    .filter(({ name }) => only.length === 0 || only.includes(name))
    .map((setup) => ({ client, setup })),
);
if (chosen.length === 0) {
  process.stderr.write(
    `No client has this name: ${only.join(", ")}. testing/clients/clients.yaml has them.\n`,
  );
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), "clients-"));
try {
  installClients([...new Set(chosen.map(({ client }) => client))], folder);
  const examined = await examineAll();
  if (only.length === 0)
    await writeFile(new URL("../reports/clients.md", import.meta.url), clientsPage(examined));
} finally {
  await rm(folder, { recursive: true });
}

/** In the order of the table. */
function examineAll(): Promise<readonly Examined[]> {
  return pLimit(atOnce).map(chosen, async ({ client, setup }) => {
    const verdicts = await examine(client, setup);
    const failed = verdicts.filter(({ verdict }) => verdict === "fail");
    process.stderr.write(`${setup.name}: ${failed.map(({ id }) => id).join(", ") || "nothing fails"}\n`);
    return { client, setup, versions: versionsOf(client, folder), verdicts };
  });
}

/** Plays every situation to one set-up of a client, as often as is asked for. */
async function examine(client: Client, setup: Setup): Promise<readonly PlayedVerdict[]> {
  const command = commandOf(client, setup, folder);
  const report = join(folder, `${setup.name}.json`);
  return foldPlays(await Array.fromAsync({ length: plays }, () => exam(command, report)));
}

/** What the exam prints is shown where clients were named. */
async function exam(command: string, report: string): Promise<readonly Verdict[]> {
  const args = [bin, "exam", "--exec", command, "--report", `json=${report}`];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", only.length > 0 ? "inherit" : "ignore", "inherit"],
  });
  await new Promise((resolve) => child.on("close", resolve));
  const { verdicts } = JSON.parse(await readFile(report, "utf8")) as {
    readonly verdicts: readonly Verdict[];
  };
  return verdicts;
}
