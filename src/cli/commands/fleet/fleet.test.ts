import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { perform } from "#cli/command.ts";
import { type Io, interruptedBy } from "#cli/io.ts";
import { readLines } from "#core/recording/recording-file.ts";
import { correctHooks, type ReferenceServerOptions } from "#reference-server/server.ts";
import { testFolder } from "#testing/cli/process-bed.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { served } from "#testing/exchange/socket-bed.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { inFrontOf } from "#testing/reference-server/handlers.ts";
import * as fleetCommand from "./fleet.ts";

const [keyA, keyB] = ["the-key-of-target-a-57", "another-key-of-b-8123"];
const folder = testFolder();

/** `most`: so many requests are served with the key, and then none. */
async function server(
  key: string,
  given: Partial<ReferenceServerOptions> = {},
  most = Number.POSITIVE_INFINITY,
) {
  let requests = 0;
  const options = { plan: "none", now: () => Date.now(), keys: [key], ...given } as const;
  const url = await served(
    inFrontOf(options, (_, pass, nth) => {
      requests = nth;
      return pass(nth > most ? { headers: [] } : {});
    }),
  );
  return { url, requests: () => requests };
}

function played(argv: readonly string[], surroundings: Partial<Io> = {}) {
  return ran((io) => perform(fleetCommand, argv, io), {
    folder: folder.path,
    env: { KEY_A: keyA },
    ...surroundings,
  });
}

/** Two targets, the second of which repeats the key of the first; and two that cannot be run. */
async function fleet(surroundings: Partial<Io> = {}) {
  const a = await server(keyA);
  const b = await server(keyB, { hooks: { ...correctHooks, errorBody: () => ({ leaked: keyA }) } });
  writeFileSync(join(folder.path, "b.txt"), `${keyB}\n`);
  writeFileSync(
    join(folder.path, "targets.yaml"),
    `defaults: {profile: quick, report: junit, api-key-env: KEY_A}
targets:
  - {name: a, base-url: "${a.url}"}
  - {name: b, base-url: "${b.url}", api-key-file: b.txt}
  - {name: no-key, base-url: "http://127.0.0.1:1/v1", api-key-env: NOT_SET}
  - {name: no-list, base-url: "http://127.0.0.1:2/v1", known-failures: absent.yaml}
`,
  );
  const start = (...more: readonly string[]) =>
    played(["targets.yaml", ...(more.includes("--out") ? [] : ["--out", "out"]), ...more], surroundings);
  return { a, b, start };
}

const written = (path = "") => join(folder.path, "out", path);
const read = (path: string): Record<string, unknown> => JSON.parse(readFileSync(written(path), "utf8"));

test("each target has its line and its reports, whatever becomes of the others; no key is in any file", async () => {
  const { start } = await fleet();
  const { code, out, err } = await start("--record");
  expect(code).toBe(1);
  expect(out).toMatch(/^a {8}conforming so far – /m);
  expect(out).toMatch(/^b {8}non-conforming – /m);
  expect(out).toMatch(/^no-key {3}not run: no-key has no API key: NOT_SET is not set \(targets\.yaml:5\)/m);
  expect(out).toMatch(
    /^no-list {2}not run: the list of known failures cannot be read: there is no such file \(absent\.yaml\)/m,
  );
  expect(out).toMatch(
    /\n4 targets: 1 conforming; 1 non-conforming; 2 not run\nCompare them with .* compare out\n$/,
  );
  expect(read("reports/b.json")).toMatchObject({ outcome: "non-conforming", profile: "quick" });
  const files = readdirSync(written(), { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(written(path)).isFile())
    .toSorted();
  expect(files).toEqual([
    ...["recordings/a.ndjson.zst", "recordings/b.ndjson.zst"],
    ...["reports/a.json", "reports/a.xml", "reports/b.json", "reports/b.xml"],
    ...["results/a.json", "results/b.json", "results/no-key.json", "results/no-list.json"],
  ]);
  const texts = await Promise.all(
    files
      .map(written)
      .map(async (path) =>
        path.endsWith(".zst") ? (await readLines(path)).lines.join("\n") : readFileSync(path, "utf8"),
      ),
  );
  expect(texts.filter((text) => text.includes("leaked")).length).toBeGreaterThan(1);
  for (const key of [keyA, keyB]) expect([out, err, ...texts].join("\n")).not.toContain(key);
  expect(read("results/a.json")).toMatchObject({ name: "a", state: "finished" });
  expect(read("results/b.json")).toMatchObject({ exitCode: 1 });
  expect(read("results/no-key.json")).toMatchObject({ state: "unfinished", exitCode: 2, outcome: "not run" });
});

test("--out may be an absolute path, elsewhere than in the working folder", async () => {
  const { a, start } = await fleet();
  const elsewhere = temporaryFolder();
  await start("--out", elsewhere, "--record");
  const there = readdirSync(elsewhere, { recursive: true });
  expect(there).toEqual(
    expect.arrayContaining(["reports/a.json", "results/a.json", "recordings/a.ndjson.zst"]),
  );
  expect(readdirSync(folder.path).toSorted()).toEqual(["b.txt", "targets.yaml"]);
  const before = a.requests();
  await start("--out", elsewhere, "--record");
  expect(a.requests()).toBe(before);
});

test("started again, what is finished is not run again, unless its options changed or --fresh asks for it", async () => {
  const { a, b, start } = await fleet();
  await start();
  const before = [a.requests(), b.requests()];
  const again = await start();
  expect([a.requests(), b.requests()]).toEqual(before);
  expect(again.code).toBe(1);
  expect(again.out).toMatch(/^a +conforming so far – .* \(finished earlier\)$/m);
  expect(again.out).toContain("2 of them finished earlier, --fresh runs them again");
  const list = join(folder.path, "targets.yaml");
  writeFileSync(list, readFileSync(list, "utf8").replace("b.txt}", "b.txt, skip: GET}"));
  await start();
  expect(a.requests()).toBe(before[0]);
  expect(b.requests()).toBeGreaterThan(before[1] ?? 0);
  await start("--fresh", "--shard", "1/2");
  expect(a.requests()).toBe(2 * (before[0] ?? 0));
});

test("a target is left alone for as long as it asked for in an earlier start, and Ctrl-C ends the wait", async () => {
  const interruption = new AbortController();
  const { a, start } = await fleet({
    onInterrupt: interruptedBy(interruption.signal),
    err: (text) => {
      if (text.startsWith("a waits ")) setImmediate(() => interruption.abort());
    },
  });
  await start();
  const before = a.requests();
  const rest = { until: new Date(Date.now() + 3_600_000).toISOString(), reason: "the target said so" };
  const result = { ...read("results/a.json"), state: "unfinished", rest };
  writeFileSync(written("results/a.json"), JSON.stringify(result));
  const { code, out } = await start();
  expect(code).toBe(1);
  expect(a.requests()).toBe(before);
  // no-list has the key of a.
  expect(out).toContain("2 not started: start the same command again");
});

test.each(["results", "reports", "recordings"])(
  "a link in place of %s is refused before anything is sent",
  async (name) => {
    const { a, start } = await fleet();
    mkdirSync(written());
    mkdirSync(join(folder.path, "victim"));
    symlinkSync("../victim", written(name));
    await expect(start("--record")).rejects.toThrow(`a folder of results is a symbolic link`);
    expect([a.requests(), readdirSync(join(folder.path, "victim"))]).toEqual([0, []]);
  },
);

test("a key that stopped working is used for no other target", async () => {
  const a = await server(keyA, {}, 8);
  const b = await server(keyA);
  const text = `targets:
  - {name: a, base-url: "${a.url}", api-key-env: KEY_A, profile: quick}
  - {name: b, base-url: "${b.url}", api-key-env: KEY_A, profile: quick}
`;
  writeFileSync(join(folder.path, "two.yaml"), text);
  const { out } = await played(["two.yaml", "--out", "out"]);
  expect(read("results/a.json")).toMatchObject({ reason: "key-stopped", state: "unfinished" });
  expect(out).toMatch(/^b +not run: its key stopped working in the run of a, and another run could/m);
  expect(b.requests()).toBe(0);
});

test.each([
  ["t.yaml", "there is no folder for the results"],
  ["--out out", "fleet takes one list of targets"],
  ["t.yaml u.yaml --out out", "fleet takes one list of targets"],
  ["t.yaml --out out --self", 'unknown option "--self"'],
  ["t.yaml --out out --report json=a.json", "--report has a path"],
  ["t.yaml --out out --shard 3/2", "--shard 3/2 is not a part"],
  ["t.yaml --out out --timeout 5", "--timeout stands in a file alone"],
  ["t.yaml --out out", "the list of targets cannot be read: there is no such file (t.yaml)"],
])("%s is refused: %s", async (line, message) => {
  await expect(played(line.split(" "))).rejects.toThrow(message);
});
