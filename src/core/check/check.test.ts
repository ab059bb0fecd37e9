import { describe, expect, test } from "vitest";
import { listOf, validList } from "#suites/petstore/pets.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { expects200, playScene, sampleContract, step } from "#testing/run/sample-suites.ts";
import { setting } from "#testing/suites/sample-evidence.ts";
import { Trace } from "../run/journal/trace.ts";
import { caseRef, stepRef } from "./case.ts";
import { anyOf, type Permission, refused, served } from "./expectation.ts";
import { type Answered, derived, type Facts, isAnswered } from "./facts.ts";
import { exchangeLabel, isSamePart, smallestFailing } from "./inputs/step.ts";
import { largerBodyRemedy } from "./json-body.ts";
import { gotIn } from "./observe.ts";
import { type Finding, inBody, inHeader, inStatus, type Place } from "./results/verdict.ts";
import { exchangeInWords } from "./results/words.ts";

const facts = { contract: sampleContract } as Facts;

function answer(status: number, body: string): Answered {
  const exchange = sampleExchange({ status, body });
  if (!isAnswered(exchange)) throw new Error("not answered");
  return exchange;
}
const mismatch = (expected: Permission, status: number, body = "[]") =>
  expected.mismatch(answer(status, body), facts);
const pet = '{"id":1,"name":"Rex","categoryId":2}';

test.each([
  ["another status", served(200), 201, pet, "201 with a pet", inStatus],
  ["a list with another status", listOf(2), 206, "[]", "206 with an empty list", inStatus],
  ["no list", listOf(2), 200, "{}", "200 with an empty object", inBody()],
  ["one pet more", listOf(2), 200, "[1,2,3]", "200 with 3 pets", inBody()],
  ["a list of something else", validList(2), 200, "[7]", undefined, inBody("/0")],
  ["a redirect", refused("4xx"), 302, "", "302 without a body", inStatus],
  ["a 5xx", refused("4xx"), 500, "", "500 without a body", inStatus],
  ["another refusal", refused(404, 400), 401, "", "401 without a body", inStatus],
] as const)("not met by %s", (_, expected, status, body, seen, place) => {
  expect(mismatch(expected, status, body)).toMatchObject(seen === undefined ? { place } : { seen, place });
});

describe("any of several", () => {
  const either = anyOf(refused("4xx"), listOf(2));

  test("is met by each, and names the body where the status was one of them, and else the status", () => {
    expect([mismatch(either, 422, ""), mismatch(either, 200, "[]")]).toEqual([undefined, undefined]);
    expect(mismatch(either, 200, "[1,2,3]")).toEqual({ seen: "200 with 3 pets", place: inBody() });
    expect(mismatch(either, 500)).toMatchObject({ place: inStatus });
  });

  test("names them all, and counts as a refusal when one is", () => {
    expect(either.words).toBe("a 4xx with an Error body, or 200 with a list of at most 2 pets");
    expect(either.kind).toBe("rejected");
    expect(anyOf(served(200), served(201)).kind).toBe("served");
  });
});

const exchange = (id: number, label: string) => ({ ...sampleExchange({}), id, label });

function traced() {
  const trace = new Trace(sampleContract, setting, 1);
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

const whole = { headers, body };

test.each<[Parameters<typeof sampleExchange>[0], Place | undefined, string | undefined]>([
  [whole, undefined, undefined],
  [whole, inStatus, undefined],
  [whole, inHeader("retry-after"), "integer"],
  [whole, inHeader("date"), "text"],
  [whole, inHeader("twice"), "repeated"],
  [whole, inHeader("sunset"), "nothing"],
  [whole, inBody(), "array"],
  [whole, inBody("/0"), "object"],
  [whole, inBody("/0/big"), "integer"],
  [whole, inBody("/0/part"), "number"],
  [whole, inBody("/0/name"), "string"],
  [whole, inBody("/0/yes"), "literal"],
  [whole, inBody("/0/none"), "array"],
  [whole, inBody("/0/status"), "nothing"],
  [{ body: "<html>" }, inBody("/id"), "text"],
  [{ body: "" }, inBody(), "nothing"],
  [{ failure: {} }, inStatus, undefined],
])("of %j is got at %j: %s", (given, place, at) => {
  expect(gotIn(sampleExchange(given), place)).toEqual({ status: given.failure ? undefined : 200, at });
});

const [a, b] = [step("a"), step("b", { requires: [stepRef("a")] })];
const large = { body: `[${" ".repeat(70_000)}]` };

describe("a body beyond max-body", async () => {
  const play = (maxBodyBytes: number) =>
    playScene({
      checks: [expects200("A-1", a), expects200("B-1", b)],
      replies: { a: large, b: { failure: "reset" } },
      options: { maxBodyBytes },
    });
  const { run, verdict } = await play(64_000);

  test("is inconclusive, and twice as much is the remedy of that and of nothing else", async () => {
    const remedy = { options: [{ option: "max-body", value: "128kB" }] };
    expect(verdict("A-1")).toMatchObject({ verdict: "inconclusive", remedy });
    expect(verdict("B-1")).toMatchObject({ verdict: "inconclusive", remedy: undefined });
    expect((await play(128_000)).verdict("A-1")).toMatchObject({ verdict: "pass" });
  });

  test("has no remedy where more would not be kept, or may not be asked for", () => {
    const exchange = run.exchanges.find(({ label }) => label === "a") ?? expect.fail("a was not sent");
    expect(largerBodyRemedy(exchange, 5_000_000, 8_000_000)).toEqual({
      options: [{ option: "max-body", value: "8MB" }],
    });
    expect(largerBodyRemedy(exchange, 8_000_000, 8_000_000)).toBeUndefined();
    expect(largerBodyRemedy(exchange, 64_000_000)).toBeUndefined();
  });
});

describe("series", () => {
  const { id: step, label } = stepRef("generated limits");
  const drawn = { step, label, part: { input: [3, 0] } };
  const other = { step: stepRef("limit/100").id, label: "limit 100" };

  test("an exchange is shown by its step, and by which of a series it is", () => {
    expect([drawn, other].map(exchangeLabel)).toEqual(["generated limits #3:0", "limit 100"]);
  });

  test("a part is the same request where its input is the same, whoever read it", () => {
    const part = { input: [3, 0] };
    expect(isSamePart(drawn.part, part)).toBe(true);
    expect(isSamePart(undefined, undefined)).toBe(true);
    for (const one of [{ input: [3] }, { input: [3, 0, 0] }, undefined])
      expect(isSamePart(one, part)).toBe(false);
  });

  function finding(exchange: number, input?: readonly number[], label = "generated limits"): Finding {
    const of = caseRef(label);
    return {
      ...{ case: of, expected: "400", seen: "200", got: { status: 200, at: undefined } },
      ...{ place: undefined, exchange, related: [] },
      ...(input && { generated: { step: stepRef(label).id, input } }),
    };
  }

  const shown = (first: Finding, ...others: readonly Finding[]) =>
    smallestFailing([first, ...others], (one) => one).exchange;

  test("the smallest input that was made from the first stands for it, in the same case, and else itself", () => {
    expect(shown(finding(1, [3]), finding(2, [3, 0]), finding(3, [3, 0, 0]))).toBe(3);
    for (const other of [[4, 0], [30, 0], [3], [0]])
      expect(shown(finding(1, [3]), finding(2, other))).toBe(1);
    expect(shown(finding(1), finding(2))).toBe(1);
    expect(shown(finding(1, [3]), finding(2, [3, 0], "generated bodies"))).toBe(1);
  });
});

const html = { headers: [["content-type", "Text/HTML; charset=utf-8"]] as const };

test.each([
  [{ status: 204, body: "" }, "204 without a body"],
  [{ body: "[1,2]" }, "200 with a list of 2 items"],
  [{ body: '{"id":1,"name":"Rex"}' }, "200 with a pet"],
  [{ status: 404, body: '{"code":"x","message":"y","status":404}' }, "404 with an Error body"],
  [{ body: '{"pets":[],"next":1}' }, "200 with an object (pets, next)"],
  [{ body: "{}" }, "200 with an empty object"],
  [{ body: "null" }, "200 with a JSON null"],
  [{ body: "true" }, "200 with a JSON true"],
  [{ body: '"x"' }, "200 with a JSON string"],
  [{ status: 502, body: "<html>", ...html }, "502 with an HTML body"],
  [{ body: "Not found" }, "200 with a body that is not JSON"],
  [{ failure: { message: "the connection failed" } }, "no complete answer: the connection failed"],
])("the answer %j is reported as %s", (given, words) => {
  expect(exchangeInWords(sampleExchange(given))).toBe(words);
});

test.each([
  ["/users/7", "with a user"],
  ["/v2/accounts/7/addresses/home", "with an address"],
  ["/categories", "with a category"],
  ["/people/7", "with an object (id, name)"],
])("what %s answers with is called by its path", (path, words) => {
  const exchange = sampleExchange({ body: '{"id":1,"name":"Rex"}', request: { path } });
  expect(exchangeInWords(exchange)).toBe(`200 ${words}`);
});

test("a hostile object does not make the words long", () => {
  const body = JSON.stringify(
    Object.fromEntries(Array.from({ length: 99 }, (_, i) => ["n".repeat(999) + i, i])),
  );
  expect(exchangeInWords(sampleExchange({ body })).length).toBeLessThan(120);
});
