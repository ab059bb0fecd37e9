import { expect, test } from "vitest";
import { createSecrets } from "#core/secrets/secrets.ts";
import { safeResult, type TargetResult } from "./results.ts";

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
