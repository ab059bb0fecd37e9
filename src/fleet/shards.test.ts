import { expect, test, vi } from "vitest";
import { runOptionTable } from "#cli/options/options.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { safeResult, type TargetResult } from "./results.ts";
import { entriesOfShard } from "./shards.ts";
import { parseTargets } from "./targets-file.ts";

const entries = await parseTargets(
  `targets:
  - {name: a, base-url: https://one.example.com/v1, api-key-env: A}
  - {name: b, base-url: https://two.example.com/v1, api-key-env: B}
  - {name: c, base-url: https://one.example.com/beta/v1, api-key-env: C}
  - {name: d, base-url: https://four.example.com/v1, api-key-env: D}
  - {name: e, base-url: https://five.example.com/v1, api-key-env: D}
  - {name: f, base-url: https://five.example.com:444/v1, api-key-file: f.txt, second-key-file: b.txt}
  - {name: g, base-url: https://six.example.com/v1, api-key-file: b.txt}
  - {name: h, base-url: https://seven.example.com/v1}
  - {name: i, base-url: https://eight.example.com/v1}`,
  "targets.yaml",
  runOptionTable,
);
const names = (part: number, of: number) => entriesOfShard(entries, { part, of }).map(({ name }) => name);

test("what shares a host or a key is in one part, and the parts are of like size", () => {
  // h and i have PETSTORE_API_KEY.
  expect([names(1, 3), names(2, 3), names(3, 3)]).toEqual([
    ["a", "c", "h", "i"],
    ["b", "f", "g"],
    ["d", "e"],
  ]);
});

test.each([1, 2, 5, 20])("each target is in one of %i parts", (of) => {
  const parts = Array.from({ length: of }, (_, at) => names(at + 1, of));
  expect(parts.flat().toSorted()).toEqual(entries.map(({ name }) => name));
});

test("hosts and keys that hold together by way of a third are in one part", async () => {
  const chain = await parseTargets(
    `targets:
  - {name: a, base-url: https://one.example.com/v1, api-key-env: A}
  - {name: b, base-url: https://two.example.com/v1, api-key-env: B}
  - {name: c, base-url: https://one.example.com/v1, api-key-env: B}`,
    "targets.yaml",
    runOptionTable,
  );
  expect(entriesOfShard(chain, { part: 1, of: 2 })).toHaveLength(3);
});

/** How often a list is asked for what it holds, or is given more, while so many targets of it are planned. */
async function workOf(targets: number, entry: (at: number) => string): Promise<number> {
  const lines = Array.from({ length: targets }, (_, at) => `  - {name: t${at}, ${entry(at)}}`);
  const spies = [
    ...[vi.spyOn(Map.prototype, "set"), vi.spyOn(Map.prototype, "get")],
    ...[vi.spyOn(Set.prototype, "add"), vi.spyOn(Array.prototype, "flatMap")],
  ];
  const listed = await parseTargets(`targets:\n${lines.join("\n")}`, "targets.yaml", runOptionTable);
  entriesOfShard(listed, { part: 2, of: 99_999 });
  const calls = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  vi.restoreAllMocks();
  return calls;
}

test.each<[string, (at: number) => string]>([
  ["one host and one key", () => "base-url: https://one.example.com/v1"],
  ["one host", (at) => `base-url: https://one.example.com/v1, api-key-env: K${at}`],
  ["nothing in common", (at) => `base-url: https://h${at}.example.com/v1, api-key-env: K${at}`],
  [
    "a chain of hosts and keys",
    (at) => `base-url: https://h${at >> 1}.example.com/v1, api-key-env: K${(at + 1) >> 1}`,
  ],
])("targets with %s take work in proportion to how many they are", async (_, entry) => {
  const [few, many] = [await workOf(100, entry), await workOf(800, entry)];
  // Eight times as many, of which names move at most three times more often.
  expect(many).toBeLessThan(few * 8 * 1.5);
});

const result: TargetResult = {
  ...{ name: "finished-eu", baseUrl: "https://pets.example/v1", entry: "0", version: "0.1.0" },
  ...{ state: "finished", exitCode: 3, outcome: "inconclusive", reason: "unreachable" },
  sentence: "the socket of finished closed",
  ...{ startedAt: "2026-01-01T00:00:00.000Z", endedAt: null, recording: null, rest: null },
  reports: ["reports/finished-eu.json"],
};

test("a key that is a word of ours changes neither the state of a result, nor its name, nor the paths in it", () => {
  expect(safeResult(result, createSecrets("finished"))).toEqual({
    ...result,
    sentence: "the socket of [redacted] closed",
  });
});
