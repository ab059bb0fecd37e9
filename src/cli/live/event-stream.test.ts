import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import type { RunEvent } from "#core/run/result.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { needs } from "#testing/needs.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { createEventStream } from "./event-stream.ts";

const of = (label: string) => ({ step: stepRef(label).id, label });

const secret = "s3cret-k3y-of-the-tests";

function stream(path: string, folder = "/") {
  const written: string[] = [];
  const reported: string[] = [];
  const io = {
    out: (text: string) => void written.push(text),
    err: (text: string) => void reported.push(text),
    folder,
  };
  const events = createEventStream(path, io);
  const secrets = createSecrets(secret, "12345678");
  const tell = (event: RunEvent) => events.onEvent(secrets.redact(event));
  return { written, reported, events, tell };
}

test("each event is a line of JSON, the last one says how the run ended, and no secret is in any", () => {
  const { written, events, tell } = stream("-");
  tell({ kind: "planned", requests: [10, 55], creates: [1, 5], probe: 0, areas: [] });
  tell({
    kind: "exchange",
    exchange: sampleExchange({ request: { path: `/pets/${secret}` } }),
    serves: ["LIST-1"],
  });
  tell({ kind: "settled", ...of("list"), areas: [{ area: "LIST", cases: 2, settled: 1 }] });
  tell({ kind: "waiting", cause: "retry-after", reason: "the limit resets", untilMs: 3000 });
  tell({ kind: "notice", sentence: "a notice\n" });
  tell({ kind: "finished", run: sampleRun() });
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
  const folder = temporaryFolder();
  const { events, tell } = stream("events.ndjson", folder);
  tell({ kind: "notice", sentence: "a notice" });
  const path = join(folder, "events.ndjson");
  expect(await readFile(path, "utf8")).toBe('{"event":"notice","sentence":"a notice"}\n');
  events.close();
});

test("a file that cannot be written is reported before anything is sent", () => {
  const path = join(temporaryFolder(), "absent/events.ndjson");
  expect(() => stream(path)).toThrow(`the report ${path} could not be written`);
});

needs("/dev/full")("a full disk ends the stream and not the run, and is reported once", () => {
  const { reported, events, tell } = stream("/dev/full");
  tell({ kind: "notice", sentence: "a notice" });
  events.finish(sampleRun());
  expect(events.close()).toBe(false);
  expect(reported).toEqual([expect.stringContaining("could be written to /dev/full (ENOSPC")]);
});

test("a key of digits is taken out of texts, and leaves the numbers of a line whole", () => {
  const { written, tell } = stream("-");
  const exchange = {
    ...sampleExchange({ request: { path: "/pets/12345678" } }),
    times: { sentAtMs: 0, firstByteAtMs: undefined, endedAtMs: 12345678 },
  };
  tell({ kind: "exchange", exchange, serves: [] });
  expect(JSON.parse(written.join(""))).toMatchObject({ path: "/pets/[redacted]", totalMs: 12345678 });
});
