import { describe, expect, test } from "vitest";
import { isAnswered } from "#core/check/facts.ts";
import { isList } from "#core/check/json-body.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { petIn, petsIn } from "./pets.ts";

function answer(body: string, status = 200) {
  const exchange = sampleExchange({ body, status });
  if (!isAnswered(exchange)) throw new Error("not answered");
  return exchange;
}

describe("a pet in an answer", () => {
  test("has exact ids, beyond 2^53 and in any spelling of an integer", () => {
    const pet = petIn(answer('{"id":9007199254740993,"categoryId":1e2,"name":"Rex","status":"sold"}'));
    expect(pet).toMatchObject({
      id: 9007199254740993n,
      categoryId: 100n,
      name: "Rex",
      status: "sold",
      pointer: "",
    });
  });

  test.each(["1.5", '"1"', "null", "[1]", "true", "{}"])("has no id where it is %s", (id) => {
    expect(petIn(answer(`{"id":${id}}`))?.id).toBeUndefined();
  });

  test.each(["1", "null", "[]"])("has no text where name and status are %s", (value) => {
    expect(petIn(answer(`{"name":${value},"status":${value}}`))).toMatchObject({
      name: undefined,
      status: undefined,
    });
  });

  test("is none in a body that is no object", () => expect(petIn(answer("[]"))).toBeUndefined());
});

test("the pets of a list know their places, those that are none too", () => {
  expect(petsIn(answer('[{"id":1},7,{"id":2}]'))?.map((p) => [p.pointer, p.id])).toEqual([
    ["/0", 1n],
    ["/1", undefined],
    ["/2", 2n],
  ]);
});

test("a list is a 200 with an array and nothing else", () => {
  expect(isList(answer("[]"))).toBe(true);
  expect([isList(answer("[]", 201)), isList(answer("{}")), isList(answer("[")), isList(undefined)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
