import { expect, test } from "vitest";
import { listPets, postPet } from "#suites/petstore/shared/steps/requests.ts";
import { watched } from "#testing/suites/judged-alone.ts";
import { factsOf, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { createdIds } from "./traffic.checks.ts";

function broken(...samples: readonly SampleExchange[]): number {
  const { observed } = watched(
    createdIds,
    factsOf(samples.map((sample, i) => ({ atMs: i * 10_000, ...sample }))),
  );
  return observed.filter(({ kind }) => kind === "broken").length;
}

const pet = (name: string) => ({ id: 7, name, categoryId: 1 });
const created = (name: string, more: SampleExchange = {}): SampleExchange => ({
  ...{ request: postPet(JSON.stringify({ name, categoryId: 1 })), status: 201, body: pet(name) },
  ...more,
});
const listed = (name: string, more: SampleExchange = {}): SampleExchange => ({
  ...{ request: listPets(), body: [pet(name)] },
  ...more,
});

test("an id that is given to two pets, of which the first is still there, breaks CREATE-3", () => {
  expect(broken(created("Rex"), created("Tom"), listed("Rex"))).toBe(1);
});

test("the first pet may have been deleted", () => {
  expect(broken(created("Rex"), created("Tom"))).toBe(0);
  expect(broken(created("Rex"), listed("Rex"), created("Tom"), listed("Tom"))).toBe(0);
});

test("a read may lag behind", () => {
  expect(broken(created("Rex"), created("Tom"), listed("Rex", { atMs: 11_500 }))).toBe(0);
});

test("the same create may have been sent again", () => {
  expect(broken(created("Rex"), created("Rex"), listed("Rex"))).toBe(0);
});
