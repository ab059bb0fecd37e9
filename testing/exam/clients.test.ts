import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import { main } from "#cli/main.ts";
import type { VerdictKind } from "#core/check/results/verdict.ts";
import { isAsDeclared, proveClients } from "#exam/proof/prove-clients.ts";
import { clients, clientsFolder, commandOf, programOf, type Setup } from "#scripts/clients/install.ts";
import { configurationOf, foldPlays } from "#scripts/clients/page.ts";
import { sampleVerdict } from "#testing/report/sample-run.ts";
import { sampleIo } from "../cli/sample-io.ts";
import { temporaryFolder } from "../machine.ts";
import { textOf } from "../source-files.ts";

// `npm run clients` leads all of them through the whole exam. Here is the one that needs no package besides the project's.

const setups = clients.flatMap((client) =>
  [...client.documented, client.configured].map((setup) => ({ client, setup })),
);

test("every program is one of the table, but for what they share", () => {
  const shared = /\/(?:program|by-hand)\./;
  const programs = globSync("{javascript,python,shell,go}/*", { cwd: clientsFolder });
  const named = setups.map(({ client, setup }) => programOf(client, setup));
  expect(programs.filter((path) => !shared.test(path)).sort()).toEqual([...new Set(named)].sort());
});

test.each(clients.map((client) => [client.name, client] as const))(
  "the page has the configuration of %s",
  (_, client) => {
    expect(textOf("reports/clients.md").includes(configurationOf(client))).toBe(true);
  },
);

test("the packages of the clients are locked, without the address of a registry", () => {
  const lock = readFileSync(join(clientsFolder, "package-lock.json"), "utf8");
  expect(lock).not.toMatch(/"resolved"|https?:\/\/registry/);
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, unknown>> };
  const ofNpm = clients
    .filter(({ language }) => language === "JavaScript")
    .flatMap((client) => client.packages);
  expect(Object.keys(packages)).toEqual(expect.arrayContaining(ofNpm.map((name) => `node_modules/${name}`)));
});

describe.concurrent("undici, through two situations", () => {
  const client = clients.find(({ name }) => name === "undici, interceptors.retry");
  const folder = temporaryFolder();

  /** What the exam on the command line says of one set-up: of a POST that is tried again, and of large ids. */
  async function verdictsOn(setup: Setup | undefined): Promise<readonly (readonly [string, string])[]> {
    if (client === undefined || setup === undefined) throw new Error("the table has no undici");
    const { io } = sampleIo({ folder, env: process.env });
    const report = join(folder, `${setup.name}.json`);
    const command = commandOf(client, setup, clientsFolder);
    await main(
      ["exam", "--exec", command, "--situation", "big-ids,retry-create", "--report", `json=${report}`],
      io,
    );
    const { verdicts } = JSON.parse(readFileSync(report, "utf8")) as {
      readonly verdicts: readonly { readonly id: string; readonly verdict: string }[];
    };
    return verdicts
      .filter(({ id, verdict }) => ["CLIENT-4", "CLIENT-12"].includes(id) || verdict === "fail")
      .map(({ id, verdict }) => [id, verdict] as const);
  }

  test("by default it does not try a POST again, and rounds ids", async ({ expect }) => {
    expect(await verdictsOn(client?.documented[0])).toEqual([
      ["CLIENT-4", "fail"],
      ["CLIENT-12", "fail"],
    ]);
  });

  test("with its configuration it is right", async ({ expect }) => {
    expect(await verdictsOn(client?.configured)).toEqual([
      ["CLIENT-4", "pass"],
      ["CLIENT-12", "pass"],
    ]);
  });
});

// Every eighth client of the proof; testing/long/proof/clients.test.ts examines all of them.
const prepared = await prepareExam(undefined);
const proof = await prepared.suite.proof();
const chosen = new Set([...proof.clients.keys()].filter((_, nth) => nth % 8 === 0));

test("a client with a fault fails what it is declared to, and an unusual one nothing", async () => {
  const proved = await proveClients(prepared, (id) => chosen.has(id));
  expect(proved.filter((client) => !isAsDeclared(client))).toEqual([]);
  expect(proved).toHaveLength(chosen.size);
});

test.each<[plays: VerdictKind[], shown: VerdictKind, failedIn: number]>([
  [["pass", "fail", "pass"], "pass", 1],
  [["fail", "untested", "fail"], "fail", 2],
  [["untested", "fail", "untested"], "untested", 1],
  [["untested", "pass", "untested"], "pass", 0],
  [["untested", "untested", "untested"], "untested", 0],
])("plays that came to %j are shown as %s", (plays, shown, failedIn) => {
  const folded = foldPlays(plays.map((kind) => [sampleVerdict("CLIENT-7", kind)]));
  expect(folded.map((one) => [one.verdict, one.failedIn])).toEqual([[shown, failedIn]]);
});
