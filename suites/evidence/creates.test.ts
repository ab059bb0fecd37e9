import { expect, test } from "vitest";
import { stepRef } from "../../src/check/step.ts";
import { create, factsOf, type Told } from "../../testing/suites/sample-evidence.ts";
import { listPets, noKey, postPet } from "../steps/requests.ts";
import { createdId, sentPet, statusOfTaken, takenCreates } from "./creates.ts";

const taken = (...told: readonly Told[]) => takenCreates(factsOf(told)).map(({ made }) => made?.id);
const body = (text: string, more: Told = {}): Told => ({
  ...create("create", 9),
  request: postPet(text),
  ...more,
});

test("a create is taken where a NewPet, sent with the key, was answered 201", () => {
  expect(taken(create("create", 9))).toEqual([9n]);
  expect(taken({ ...create("create", 9), status: 200 })).toEqual([]);
  expect(
    taken(body('{"name":"Rex","categoryId":1}', { request: postPet("{}", { credential: noKey }) })),
  ).toEqual([]);
  expect(taken({ request: listPets(), status: 201, body: {} })).toEqual([]);
});

test("what is no NewPet, or no object at all, is no create", () => {
  expect(taken(body('{"name":"Rex"}'))).toEqual([]);
  expect(taken(body('{"name":"Rex","categoryId":"1"}'))).toEqual([]);
  expect(taken(body("[]"))).toEqual([]);
  expect(taken(body("{"))).toEqual([]);
});

test("what a request sent is read as a pet; one without a body sent none", () => {
  const sent = (told: Told) => {
    const [exchange] = factsOf([told]).exchanges;
    return exchange && sentPet(exchange)?.name;
  };
  expect(sent(body('{"name":"Rex","categoryId":1}'))).toBe("Rex");
  expect(sent(body('["Rex"]'))).toBeUndefined();
  expect(sent({ body: [] })).toBeUndefined();
});

test("a created pet has the status that was sent, else the one in its 201", () => {
  const status = (told: Told) =>
    takenCreates(factsOf([told])).map((one) => [one.sentStatus, statusOfTaken(one)]);
  expect(status(create("create", 9, "sold"))).toEqual([[true, "sold"]]);
  const answered = { ...create("create", 9), body: { id: 9, name: "Rex", categoryId: 7, status: "pending" } };
  expect(status(answered)).toEqual([[false, "pending"]]);
  expect(status({ ...create("create", 9, "sold"), body: answered.body })).toEqual([[true, "sold"]]);
});

test("a step's pet has an id where it was created, and the id is an int64", () => {
  const id = (told: Told) => createdId(factsOf([told]), stepRef("create"));
  expect(id(create("create", 9))).toBe(9n);
  expect(id(create("another", 9))).toBeUndefined();
  expect(id({ ...create("create", 9), status: 422 })).toBeUndefined();
  expect(id(create("create", 2n ** 63n))).toBeUndefined();
  expect(id({ ...create("create", 9), body: {} })).toBeUndefined();
});
