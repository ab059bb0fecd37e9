import { expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import { create, factsOf, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { listPets, noKey, postPet } from "../steps/requests.ts";
import { acceptedCreates, createdId, sentPet, statusOfAccepted } from "./accepted-creates.ts";

const accepted = (...samples: readonly SampleExchange[]) =>
  acceptedCreates(factsOf(samples)).map(({ created }) => created?.id);
const body = (text: string, more: SampleExchange = {}): SampleExchange => ({
  ...create("create", 9),
  request: postPet(text),
  ...more,
});

test("a create is accepted where a NewPet, sent with the key, was answered 201, or 200 with an id", () => {
  expect(accepted(create("create", 9))).toEqual([9n]);
  expect(accepted({ ...create("create", 9), status: 200 })).toEqual([9n]);
  expect(accepted({ ...create("create", 9), status: 200, body: {} })).toEqual([]);
  expect(
    accepted(body('{"name":"Rex","categoryId":1}', { request: postPet("{}", { credential: noKey }) })),
  ).toEqual([]);
  expect(accepted({ request: listPets(), status: 201, body: {} })).toEqual([]);
});

test("what is no NewPet, or no object at all, is no create", () => {
  expect(accepted(body('{"name":"Rex"}'))).toEqual([]);
  expect(accepted(body('{"name":"Rex","categoryId":"1"}'))).toEqual([]);
  expect(accepted(body("[]"))).toEqual([]);
  expect(accepted(body("{"))).toEqual([]);
});

test("what a request sent is read as a pet; one without a body sent none", () => {
  const sent = (sample: SampleExchange) => {
    const [exchange] = factsOf([sample]).exchanges;
    return exchange && sentPet(exchange)?.name;
  };
  expect(sent(body('{"name":"Rex","categoryId":1}'))).toBe("Rex");
  expect(sent(body('["Rex"]'))).toBeUndefined();
  expect(sent({ body: [] })).toBeUndefined();
});

test("a created pet has the status that was sent, else the one in its 201", () => {
  const status = (sample: SampleExchange) =>
    acceptedCreates(factsOf([sample])).map((one) => [one.sentStatus, statusOfAccepted(one)]);
  expect(status(create("create", 9, "sold"))).toEqual([[true, "sold"]]);
  const answered = { ...create("create", 9), body: { id: 9, name: "Rex", categoryId: 7, status: "pending" } };
  expect(status(answered)).toEqual([[false, "pending"]]);
  expect(status({ ...create("create", 9, "sold"), body: answered.body })).toEqual([[true, "sold"]]);
});

test("a step's pet has an id where it was created, and the id is an int64", () => {
  const id = (sample: SampleExchange) => createdId(factsOf([sample]), stepRef("create"));
  expect(id(create("create", 9))).toBe(9n);
  expect(id(create("another", 9))).toBeUndefined();
  expect(id({ ...create("create", 9), status: 422 })).toBeUndefined();
  expect(id(create("create", 2n ** 63n))).toBeUndefined();
  expect(id({ ...create("create", 9), body: {} })).toBeUndefined();
});
