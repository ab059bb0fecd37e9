import { expect, test } from "vitest";
import { loadSpec } from "#core/contract/load.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { sayIfSlow } from "./for-people.ts";

test("that a document is being read is said once, and after a second alone", async () => {
  const { io, printed } = sampleIo();
  const times = [0, 0, 999, 1000, 2000];
  const onReading = sayIfSlow("large.yaml", io, () => times.shift() ?? 3000);
  const many = Array.from({ length: 20_000 }, (_, n) => `  - x${n}\n`).join("");
  const text = `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { /t: { get: { responses: { "200": { description: d } } } } }\nx-many:\n${many}`;
  await loadSpec("https://specs.example/openapi.yaml", async () => text, onReading);
  expect(printed.err).toBe("Reading large.yaml, which is large.\n");
  expect(times).toHaveLength(1);
});
