import { describe, expect, test } from "vitest";
import { petstore } from "#suites/petstore/roles.ts";
import { contract, factsOf, pet, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { exactDoubles } from "../evidence/store.ts";
import { bigCategory, createSteps, unusualNames, validBodies } from "./valid-bodies.ts";

const big = exactDoubles + 1n;
const listed = (...categories: readonly bigint[]): SampleExchange => ({
  body: categories.map((categoryId, i) => ({ ...pet(i + 1), categoryId })),
});

test("every status is sent by some create, and one create sends none", () => {
  const facts = factsOf([]);
  const sent = validBodies(contract).map(({ fields }) => fields(facts).status);
  expect(new Set(sent)).toEqual(new Set([...petstore(contract).statuses, undefined]));
  expect(sent.filter((status) => status === undefined)).toHaveLength(1);
});

test("every name is at most 64 UTF-16 units long, and one is just as long and more bytes", () => {
  const facts = factsOf([]);
  const names = validBodies(contract).map(({ fields }) => String(fields(facts).name));
  expect(Math.max(...names.map((name) => name.length))).toBe(64);
  expect(names.some((name) => name.length === 64 && Buffer.byteLength(name) > 64)).toBe(true);
  // Two creates are alike on purpose.
  expect(new Set(names).size).toBe(names.length - 1);
});

test("the names that are not plain are those that say so, in the labels, and not one that is only spelled otherwise", () => {
  const labels = unusualNames(contract).map(({ label }) => label);
  expect(labels).toContain("create, name of every kind");
  expect(labels).not.toContain("create, name escaped");
  expect(labels).not.toContain("create");
});

test("a spelling is the same JSON, written in another way", () => {
  const text = '{"name":"conformance-x","categoryId":7,"status":"sold"}';
  const spellings = validBodies(contract).flatMap(({ spell }) => (spell === undefined ? [] : [spell(text)]));
  expect(spellings.length).toBe(3);
  for (const spelled of spellings) {
    expect(spelled).not.toBe(text);
    expect(JSON.parse(spelled)).toEqual(JSON.parse(text));
  }
});

test("a category beyond 2^53 is one that is listed and no double, else the first there is", () => {
  expect(bigCategory(factsOf([listed(7n, big + 1n, big + 2n)]))).toEqual({ id: big + 2n, known: true });
  expect(bigCategory(factsOf([listed(7n, exactDoubles)]))).toEqual({ id: big, known: false });
});

describe("a create that was refused", () => {
  const [first] = createSteps(contract);
  const again = (status: number, ...categories: readonly bigint[]): string | undefined => {
    const facts = factsOf([listed(...categories), { label: "create", status, body: {} }]);
    const exchange = facts.exchanges.at(-1);
    const request = exchange && first?.fallback?.(exchange, facts);
    return request?.body === undefined ? undefined : new TextDecoder().decode(request.body.bytes);
  };

  test("is sent once more with the category 1 where only categories beyond 2^53 are known", () => {
    for (const status of [400, 404, 409, 422]) expect(again(status, big)).toContain('"categoryId":1,');
  });

  test("stands where its category was an ordinary one, or where the status says another thing", () => {
    expect(again(400, 7n)).toBeUndefined();
    for (const status of [201, 401, 403, 429]) expect(again(status, big)).toBeUndefined();
  });

  test("is followed by one of another pet where the first failed: it may be stored", () => {
    const sent = again(500, 7n);
    expect(sent).toContain("-create-again-");
    expect(sent).toContain('"categoryId":7,');
  });
});
