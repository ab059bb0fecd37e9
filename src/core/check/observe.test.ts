import { expect, test } from "vitest";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { gotIn } from "./observe.ts";
import { inBody, inHeader, inStatus, type Place } from "./results/verdict.ts";

const body =
  '[{"id": 1, "big": 9007199254740993, "part": 1.5, "name": "x", "yes": true, "none": [], "in": {}}]';
const headers = [
  ["Retry-After", " 30"],
  ["Date", "today"],
  ["Twice", "1"],
  ["twice", "1"],
] as const;

test.each<[Place | undefined, string | undefined]>([
  [undefined, undefined],
  [inStatus, undefined],
  [inHeader("retry-after"), "integer"],
  [inHeader("date"), "text"],
  [inHeader("twice"), "repeated"],
  [inHeader("sunset"), "nothing"],
  [inBody(), "array"],
  [inBody("/0"), "object"],
  [inBody("/0/big"), "integer"],
  [inBody("/0/part"), "number"],
  [inBody("/0/name"), "string"],
  [inBody("/0/yes"), "literal"],
  [inBody("/0/none"), "array"],
  [inBody("/0/status"), "nothing"],
])("at %j of an answer stands %s", (place, at) => {
  expect(gotIn(sampleExchange({ status: 201, headers, body }), place)).toEqual({ status: 201, at });
});

test("a body that is no JSON is a text, and an empty one is nothing", () => {
  expect(gotIn(sampleExchange({ body: "<html>" }), inBody("/id")).at).toBe("text");
  expect(gotIn(sampleExchange({ body: "" }), inBody()).at).toBe("nothing");
});

test("where no answer came there is no status", () => {
  expect(gotIn(sampleExchange({ failure: {} }), inStatus)).toEqual({ status: undefined, at: undefined });
});
