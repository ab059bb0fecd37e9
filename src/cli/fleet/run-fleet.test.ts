import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { correctHooks } from "../../../reference-server/hooks/hooks.ts";
import { listen } from "../../../reference-server/listen.ts";
import { createReferenceServer, type ReferenceServerOptions } from "../../../reference-server/server.ts";
import { sampleIo } from "../../../testing/cli/sample-io.ts";
import { readLines } from "../../evidence/recording-file.ts";
import { command as run } from "../commands/run.ts";

const [keyA, keyB] = ["the-key-of-target-a-57", "another-key-of-b-8123"];
const cleanUp: (() => unknown)[] = [];
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleet-"));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
});
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function server(key: string, given: Partial<ReferenceServerOptions> = {}) {
  let requests = 0;
  const inner = createReferenceServer({ plan: "none", now: () => Date.now(), keys: [key], ...given });
  const handle: typeof inner.handle = (request) => {
    requests += 1;
    return inner.handle(request);
  };
  const { url, close } = await listen({ ...inner, handle }, { port: 0 });
  cleanUp.push(close);
  return { url: String(url), requests: () => requests };
}

/** Two targets, the second of which repeats the key of the first; and two that cannot be run. */
async function fleet() {
  const a = await server(keyA);
  const b = await server(keyB, { hooks: { ...correctHooks, errorBody: () => ({ leaked: keyA }) } });
  writeFileSync(join(folder, "b.txt"), `${keyB}\n`);
  writeFileSync(
    join(folder, "targets.yaml"),
    `defaults: {profile: quick, report: junit, api-key-env: KEY_A}
targets:
  - {name: a, base-url: "${a.url}"}
  - {name: b, base-url: "${b.url}", api-key-file: b.txt}
  - {name: no-key, base-url: "http://127.0.0.1:1/v1", api-key-env: NOT_SET}
  - {name: no-list, base-url: "http://127.0.0.1:2/v1", known-failures: absent.yaml}
`,
  );
  const start = async (...more: readonly string[]) => {
    const { io, printed } = sampleIo({ folder, env: { KEY_A: keyA } });
    const code = await run(["--targets", "targets.yaml", "--out", "out", ...more], io);
    return { code, out: printed.out, err: printed.err };
  };
  return { a, b, start };
}

const files = () =>
  readdirSync(join(folder, "out"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, "out", path), "utf8"));

test("each target has its line and its reports, whatever becomes of the others; no key is in any file", async () => {
  const { start } = await fleet();
  const { code, out, err } = await start("--recordings");
  expect(code).toBe(1);
  expect(out).toMatch(/^a {8}conforming – /m);
  expect(out).toMatch(/^b {8}non-conforming – /m);
  expect(out).toMatch(/^no-key {3}not run: no-key has no API key: NOT_SET is not set \(targets\.yaml:5\)/m);
  expect(out).toMatch(/^no-list {2}not run: the list of known failures cannot be read \(absent\.yaml\)/m);
  expect(out).toMatch(
    /\n4 targets: 1 conforming; 1 non-conforming; 2 not run\nCompare them with .* matrix out\n$/,
  );
  expect(read("reports/b.json")).toMatchObject({ outcome: "non-conforming", profile: "quick" });
  expect(
    files()
      .map((path) => path.slice(path.indexOf("/out/") + 5))
      .toSorted(),
  ).toEqual([
    ...[
      "index.json",
      "recordings/a.ndjson.zst",
      "recordings/b.ndjson.zst",
      "reports/a.json",
      "reports/a.xml",
    ],
    ...["reports/b.json", "reports/b.xml"],
    ...["results/a.json", "results/b.json", "results/no-key.json", "results/no-list.json"],
  ]);
  const texts = files().map((path) =>
    path.endsWith(".zst")
      ? readLines(readFileSync(path), "zstd").lines.join("\n")
      : readFileSync(path, "utf8"),
  );
  expect(texts.filter((text) => text.includes("leaked")).length).toBeGreaterThan(1);
  for (const key of [keyA, keyB]) expect([out, err, ...texts].join("\n")).not.toContain(key);
  expect(read("index.json")).toMatchObject({
    listed: 4,
    targets: [
      { name: "a", state: "finished" },
      { exitCode: 1 },
      { state: "unfinished", exitCode: 2 },
      { outcome: "not run" },
    ],
  });
});

test("started again, what is finished is not run again, unless its options changed or --fresh asks for it", async () => {
  const { a, b, start } = await fleet();
  await start();
  const before = [a.requests(), b.requests()];
  const again = await start();
  expect([a.requests(), b.requests()]).toEqual(before);
  expect(again.code).toBe(1);
  expect(again.out).toMatch(/^a +conforming – .* \(finished earlier\)$/m);
  expect(again.out).toContain("2 of them finished earlier, --fresh runs them again");
  const list = join(folder, "targets.yaml");
  writeFileSync(list, readFileSync(list, "utf8").replace("b.txt}", "b.txt, skip: GET}"));
  await start();
  expect(a.requests()).toBe(before[0]);
  expect(b.requests()).toBeGreaterThan(before[1] ?? 0);
  await start("--fresh", "--shard", "1/2");
  expect(a.requests()).toBe(2 * (before[0] ?? 0));
});

test("what an earlier process was killed in is run again, after the others", async () => {
  const { start } = await fleet();
  await start();
  const result = join(folder, "out/results/a.json");
  writeFileSync(result, readFileSync(result, "utf8").replace('"finished"', '"running"'));
  // What it was writing then goes; what is of another target stays.
  const [left, other] = ["a.json.4711.part", "a.b.json.4711.part"].map((file) =>
    join(folder, "out/reports", file),
  );
  for (const file of [left, other]) writeFileSync(file ?? "", "{");
  const { out } = await start("--jobs", "1");
  expect([left, other].map((file) => existsSync(file ?? ""))).toEqual([false, true]);
  expect(out.indexOf("\na ")).toBeGreaterThan(out.indexOf("no-list"));
  expect(out).toContain("1 of them finished earlier");
});

test.each([
  [["--targets", "t.yaml"], "--targets is given without a folder for the results"],
  [["--out", "out"], "there is no list of targets"],
  [["--targets", "t.yaml", "--out", "out", "--self"], "--targets and --self are both given"],
  [["http://localhost/v1", "--targets", "t.yaml", "--out", "out"], "--targets and a BASE_URL are both given"],
  [["--targets", "t.yaml", "--out", "out", "--report", "json=a.json"], "--report has a path"],
  [["--targets", "t.yaml", "--out", "out", "--shard", "3/2"], "--shard 3/2 is no part"],
  [["--targets", "t.yaml", "--out", "out"], "the list of targets cannot be read (t.yaml)"],
])("%j is refused: %s", async (argv, message) => {
  await expect(run(argv, sampleIo({ folder }).io)).rejects.toThrow(message);
});
