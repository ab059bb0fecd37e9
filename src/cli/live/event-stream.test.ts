import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleExchange } from "../../../testing/exchange/sample-exchange.ts";
import { sampleRun } from "../../../testing/report/sample-run.ts";
import { createEventStream } from "./event-stream.ts";

const secret = "s3cret-k3y-of-the-tests";

function stream(path: string, folder = "/") {
  const written: string[] = [];
  const told: string[] = [];
  const io = {
    out: (text: string) => void written.push(text),
    err: (text: string) => void told.push(text),
    folder,
    secrets: new Set([secret, "12345678"]),
  };
  return { written, told, events: createEventStream(path, io) };
}

test("each event is a line of JSON, the last one says how the run ended, and no secret is in any", () => {
  const { written, events } = stream("-");
  events.onEvent({ kind: "planned", requests: [10, 55], creates: [1, 5], areas: [] });
  events.onEvent({
    kind: "exchange",
    exchange: sampleExchange({ request: { path: `/pets/${secret}` } }),
    serves: ["LIST-1"],
  });
  events.onEvent({ kind: "settled", label: "list", areas: [{ area: "LIST", cases: 2, settled: 1 }] });
  events.onEvent({ kind: "waiting", cause: "retry-after", reason: "the limit resets", untilMs: 3000 });
  events.onEvent({ kind: "notice", sentence: "a notice\n" });
  events.onEvent({ kind: "finished", run: sampleRun() });
  events.finish(sampleRun());
  events.close();
  expect(written.map((line) => JSON.parse(line).event)).toEqual([
    "planned",
    "exchange",
    "settled",
    "waiting",
    "notice",
    "finished",
  ]);
  expect(written.join("")).not.toContain(secret);
  expect(JSON.parse(written.at(-1) ?? "")).toMatchObject({ outcome: "non-conforming", failed: ["LIST-4"] });
});

test("a file has each event as soon as it happened", async () => {
  const folder = await mkdtemp(join(tmpdir(), "events-"));
  const { events } = stream("events.ndjson", folder);
  events.onEvent({ kind: "notice", sentence: "a notice" });
  const path = join(folder, "events.ndjson");
  expect(await readFile(path, "utf8")).toBe('{"event":"notice","sentence":"a notice"}\n');
  events.close();
  await rm(folder, { recursive: true });
});

test("a place that cannot be written is told before anything is sent", () => {
  expect(() => stream("/nowhere/events.ndjson")).toThrow(
    "the report /nowhere/events.ndjson could not be written",
  );
});

test.runIf(existsSync("/dev/full"))("a full disk ends the stream and not the run, and is told once", () => {
  const { told, events } = stream("/dev/full");
  events.onEvent({ kind: "notice", sentence: "a notice" });
  events.finish(sampleRun());
  expect(events.close()).toBe(false);
  expect(told).toEqual([expect.stringContaining("could be written to /dev/full (ENOSPC")]);
});

test("a key of digits is taken out of texts, and leaves the numbers of a line whole", () => {
  const { written, events } = stream("-");
  const exchange = {
    ...sampleExchange({ request: { path: "/pets/12345678" } }),
    sentAtMs: 0,
    endedAtMs: 12345678,
  };
  events.onEvent({ kind: "exchange", exchange, serves: [] });
  expect(JSON.parse(written.join(""))).toMatchObject({ path: "/pets/[redacted]", totalMs: 12345678 });
});
