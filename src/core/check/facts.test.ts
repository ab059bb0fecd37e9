import { describe, expect, test } from "vitest";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { expects200, playScene, sampleContract, step } from "#testing/run/sample-suites.ts";
import { setting } from "#testing/suites/sample-evidence.ts";
import { createTrace } from "../run/journal/trace.ts";
import { stepRef } from "./case.ts";
import { derived } from "./facts.ts";
import { largerBodyRemedy } from "./json-body.ts";
import { gotIn } from "./observe.ts";
import { inBody, inHeader, inStatus, type Place } from "./results/verdict.ts";

const exchange = (id: number, label: string) => ({ ...sampleExchange({}), id, label });

function traced() {
  const trace = createTrace(sampleContract, setting, 1);
  const ids = derived((facts) => facts.exchanges.map((e) => e.id));
  return { trace, ids: () => ids(trace.facts) };
}

test("what is derived from the same evidence is derived once, and follows it as it grows", () => {
  const { trace, ids } = traced();
  trace.record(exchange(1, "a"));
  expect(ids()).toBe(ids());
  trace.record(exchange(2, "b"));
  expect(ids()).toEqual([1, 2]);
});

test("what is derived follows the evidence where one exchange is set aside and another comes", () => {
  const { trace, ids } = traced();
  const aside = exchange(1, "a");
  trace.record(aside);
  ids();
  trace.setAside(aside);
  trace.record(exchange(2, "b"));
  expect(ids()).toEqual([2]);
});

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

const [a, b] = [step("a"), step("b", { requires: [stepRef("a")] })];
const large = { body: `[${" ".repeat(70_000)}]` };
const play = (maxBodyBytes: number, checks = [expects200("A-1", a)]) =>
  playScene({ checks, replies: { a: large }, options: { maxBodyBytes } });

describe("a body beyond max-body", () => {
  test("leaves inconclusive what it was to show, and the option is named with twice the size", async () => {
    expect((await play(64_000)).verdict("A-1")).toMatchObject({
      verdict: "inconclusive",
      reason: { kind: "answer-too-large", size: "the body is larger than 64000 bytes" },
      remedy: { options: [{ option: "max-body", value: "128kB" }] },
    });
  });

  test("is read where the option allows it", async () => {
    expect((await play(128_000)).verdict("A-1").verdict).toBe("pass");
  });

  test("is the remedy of nothing else", async () => {
    const { verdict } = await playScene({
      checks: [expects200("A-1", a), expects200("B-1", b)],
      replies: { a: large, b: { failure: "reset" } },
      options: { maxBodyBytes: 64_000 },
    });
    expect(verdict("B-1")).toMatchObject({ verdict: "inconclusive", remedy: undefined });
  });

  test("has no remedy where more would not be kept, or may not be asked for", async () => {
    const { run } = await play(64_000);
    const exchange = run.exchanges.find(({ label }) => label === "a") ?? expect.fail("a was not sent");
    expect(largerBodyRemedy(exchange, { maxBodyBytes: 5_000_000 }, 8_000_000)).toEqual({
      options: [{ option: "max-body", value: "8MB" }],
    });
    expect(largerBodyRemedy(exchange, { maxBodyBytes: 8_000_000 }, 8_000_000)).toBeUndefined();
    expect(largerBodyRemedy(exchange, { maxBodyBytes: 64_000_000 })).toBeUndefined();
  });
});
