import { describe, expect, test } from "vitest";
import { listOf, petOf, validList } from "#suites/petstore/pet-answers.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { sampleContract } from "#testing/run/sample-suites.ts";
import { anyOf, type Permission, refused, served } from "./expectation.ts";
import { type Answered, type Facts, isAnswered } from "./facts.ts";
import { inBody, inStatus } from "./results/verdict.ts";

const facts = { contract: sampleContract } as Facts;

function answer(status: number, body: string): Answered {
  const exchange = sampleExchange({ status, body });
  if (!isAnswered(exchange)) throw new Error("not answered");
  return exchange;
}
const mismatch = (expected: Permission, status: number, body = "[]") =>
  expected.mismatch(answer(status, body), facts);
const pet = '{"id":1,"name":"Rex","categoryId":2}';

describe("met by", () => {
  test.each([
    ["a status served", served(200), 200, "no JSON"],
    ["a list", listOf({ atMost: undefined }), 200, "[1]"],
    ["a list of as many as it may hold", listOf({ atMost: 2 }), 200, "[1,2]"],
    ["a list of pets", validList({ atMost: 2 }), 200, `[${pet}]`],
    ["a pet of any id", petOf(undefined), 200, pet],
    ["the pet of that id, by its digits", petOf(9007199254740993n), 200, '{"id":9007199254740993}'],
    ["the pet of that id, spelled otherwise", petOf(100n), 200, '{"id":1e2}'],
    ["what is no pet, which others judge", petOf(1n), 200, "[]"],
    ["any 4xx", refused("4xx"), 499, ""],
    ["one of two refusals", refused(404, 400), 400, ""],
  ] as const)("%s", (_, expected, status, body) => expect(mismatch(expected, status, body)).toBeUndefined());
});

describe("not met by", () => {
  test.each([
    ["another status", served(200), 201, pet, "201 with a pet", inStatus],
    ["a list with another status", listOf({ atMost: 2 }), 206, "[]", "206 with an empty list", inStatus],
    ["no list", listOf({ atMost: 2 }), 200, "{}", "200 with an empty object", inBody()],
    ["one pet more", listOf({ atMost: 2 }), 200, "[1,2,3]", "200 with 3 pets", inBody()],
    ["a list of something else", validList({ atMost: 2 }), 200, "[7]", undefined, inBody("/0")],
    [
      "another pet, one beyond 2^53",
      petOf(9007199254740993n),
      200,
      '{"id":9007199254740992}',
      "200 with the pet of id 9007199254740992",
      inBody("/id"),
    ],
    ["a redirect", refused("4xx"), 302, "", "302 without a body", inStatus],
    ["a 5xx", refused("4xx"), 500, "", "500 without a body", inStatus],
    ["another refusal", refused(404, 400), 401, "", "401 without a body", inStatus],
  ] as const)("%s", (_, expected, status, body, seen, place) => {
    expect(mismatch(expected, status, body)).toMatchObject(seen === undefined ? { place } : { seen, place });
  });
});

describe("any of several", () => {
  const either = anyOf(refused("4xx"), listOf({ atMost: 2 }));

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
