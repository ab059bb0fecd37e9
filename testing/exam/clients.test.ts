import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import { main } from "#cli/main.ts";
import type { Verdict, VerdictKind } from "#core/check/results/verdict.ts";
import { isAsDeclared, proveClients } from "#exam/proof/prove-clients.ts";
import { clients, clientsFolder, commandOf, programOf } from "#scripts/clients/install.ts";
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

describe.concurrent("undici, through two situations,", () => {
  const client =
    clients.find(({ name }) => name === "undici, interceptors.retry") ?? expect.fail("no undici");
  const { configured } = client;
  const [byDefault = configured] = client.documented;
  const folder = temporaryFolder();

  test.each([
    ["by default does not try a POST again, and rounds ids", byDefault, "fail"],
    ["with its configuration is right", configured, "pass"],
  ] as const)("%s", async (_, setup, shown) => {
    const report = join(folder, `${setup.name}.json`);
    const exec = ["--exec", commandOf(client, setup, clientsFolder)];
    const asked = ["--situation", "big-ids,retry-create", "--report", `json=${report}`];
    await main(["exam", ...exec, ...asked], sampleIo({ folder, env: process.env }).io);
    const { verdicts }: { readonly verdicts: readonly Verdict[] } = JSON.parse(readFileSync(report, "utf8"));
    const told = verdicts.filter(
      ({ id, verdict }) => ["CLIENT-4", "CLIENT-12"].includes(id) || verdict === "fail",
    );
    expect(told.map(({ id, verdict }) => [id, verdict])).toEqual([
      ["CLIENT-4", shown],
      ["CLIENT-12", shown],
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
