import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import type { RunEvent } from "#core/run/result.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import { EventStream } from "./event-stream.ts";

const secret = "s3cret-k3y-of-the-tests";

function stream(path: string, folder = "/") {
  const { io, printed } = sampleIo({ folder });
  const events = new EventStream(path, io);
  const secrets = new Secrets(secret);
  const tell = (event: RunEvent) => events.onEvent(secrets.redact(event));
  return { printed, events, tell };
}

test("each event is a line of JSON, the last one says how the run ended, and no secret is in any", () => {
  const { printed, events, tell } = stream("-");
  const areas = [{ area: "LIST", cases: 2, settled: 1 }];
  tell({ kind: "planned", requests: 55, creates: 5, probe: 0, areas: [] });
  tell({ kind: "exchange", exchange: sampleExchange({ request: { path: `/pets/${secret}` } }) });
  tell({ kind: "settled", step: stepRef("list").id, label: "list", areas });
  tell({ kind: "waiting", cause: "retry-after", reason: "the limit resets", untilMs: 3000 });
  tell({ kind: "notice", sentence: "a notice\n" });
  events.finish(sampleRun());
  events.close();
  const lines = printed.out.trimEnd().split("\n");
  const written = lines.map((line) => JSON.parse(line));
  const kinds = ["planned", "exchange", "settled", "waiting", "notice", "finished"];
  expect(written.map(({ event }) => event)).toEqual(kinds);
  expect(printed.out).not.toContain(secret);
  expect(written.at(-1)).toMatchObject({ outcome: "non-conforming", failed: ["LIST-4"] });
});

test("a file has each event as soon as it happened", async () => {
  const folder = temporaryFolder();
  const { events, tell } = stream("events.ndjson", folder);
  tell({ kind: "notice", sentence: "a notice" });
  const written = await readFile(join(folder, "events.ndjson"), "utf8");
  expect(written).toBe('{"event":"notice","sentence":"a notice"}\n');
  events.close();
});
