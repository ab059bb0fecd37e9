import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { perform } from "../../src/cli/command.ts";
import * as judge from "../../src/cli/commands/judge/judge.ts";
import { ran } from "../cli/sample-io.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { trafficSample, writeTraffic } from "../traffic/traffic-sample.ts";

const folder = temporaryFolder();
beforeAll(async () => {
  await writeTraffic(join(folder, "one.ndjson"), trafficSample({ count: 350, keys: 12, perMinute: 90 }));
  await writeTraffic(join(folder, "other.ndjson"), trafficSample({ count: 200, keys: 12, seed: 2 }));
});

/** Two services that know the same keys: judged as one, their limits contradict each other. */
const files = ["one.ndjson", "other.ndjson"];

function judged(...argv: readonly string[]) {
  return ran((io) => perform(judge, argv, io).catch((error: Error) => error.message), { folder });
}

const partFile = (part: number, of: number) => `part-${part}-of-${of}.json`;

async function part(part: number, of: number) {
  return judged(
    ...files,
    "--concurrency",
    "1",
    "--shard",
    `${part}/${of}`,
    "--report",
    `json=${partFile(part, of)}`,
  );
}

test("parts that are merged, and threads, print what one process does, to the byte", async () => {
  const one = await judged(...files, "--concurrency", "1", "--report", "json=-");
  expect(one.code).toBe(1);
  expect(await judged(...files, "--concurrency", "2", "--report", "json=-")).toEqual(one);
  for (const i of [1, 2, 3]) expect(await part(i, 3)).toMatchObject({ code: 0, out: "" });
  expect(await judged("--merge", ...[3, 1, 2].map((i) => partFile(i, 3)), "--report", "json=-")).toEqual(one);
});

test("parts are merged whole, and with parts of the same work", async () => {
  await part(1, 2);
  await part(2, 2);
  await judged("one.ndjson", "--concurrency", "1", "--shard", "2/2", "--report", "json=alien.json");
  const merged = (...names: readonly string[]) => judged("--merge", ...names).then(({ code }) => code);
  expect(await merged("part-1-of-2.json")).toContain("of 2 parts 2 is missing");
  expect(await merged("part-1-of-2.json", "part-1-of-2.json", "part-2-of-2.json")).toContain("given twice");
  expect(await merged("part-1-of-2.json", "alien.json")).toContain("do not belong together");
  expect(await merged("one.ndjson")).toContain("not a part of traffic");
});

test("a part that does not exist, or is kept nowhere, is refused", async () => {
  expect((await judged("one.ndjson", "--shard", "4/3", "--report", "json=-")).code).toContain("no part 4/3");
  expect((await judged("one.ndjson", "--shard", "1/3")).code).toContain("none is named");
});
