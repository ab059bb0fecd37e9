import { describe, expect, test } from "vitest";
import { bodyOf, converse } from "#testing/reference-server/handlers.ts";
import { encodeJson, parseJson } from "./json.ts";
import { headerValue, type ServerResponse } from "./message.ts";
import type { ReferenceServer } from "./server.ts";

const jsonOf = (response: ServerResponse) => parseJson(bodyOf(response));
const petsOf = ({ state }: ReferenceServer) => state.store.entries.map(({ pet }) => pet);

const error = (status: number) => ({
  code: expect.any(String),
  message: expect.any(String),
  status: BigInt(status),
});

/** What no run asks for, by the status of the Error that it is answered with. What a run asks for, the proof holds. */
const refused: Readonly<Record<number, readonly string[]>> = {
  400: ["/v1/pets/%zz", `/v1/pets/${"9".repeat(5000)}`, "/v1/pets/1abc"],
  404: ["/", "/v1", "/v1/pets/", "/v2/pets", "/v1/pets/1/x"],
};

describe.each(Object.entries(refused))("answers a %s Error to", (status, targets) => {
  test.each(targets)("GET %.40s", async (target) => {
    const response = await converse().get(target);
    expect([response.status, jsonOf(response)]).toEqual([Number(status), error(Number(status))]);
  });
});

describe("creating", () => {
  test("ignores a sent identifier and members that it does not know", async () => {
    const { create, server } = converse();
    const [first] = petsOf(server);
    const response = await create(
      `{"id":${first?.id},"name":"a","categoryId":1,"__proto__":{"status":"sold"},"x":[]}`,
    );
    expect(response.status).toBe(201);
    const pets = petsOf(server);
    expect(pets).toHaveLength(31);
    expect(new Set(pets.map(({ id }) => id)).size).toBe(31);
    expect(pets[30]).toEqual({ id: pets[30]?.id, name: "a", categoryId: 1n });
  });

  // What no run sends. The wrong bodies of a run are rejected, or the proof does not hold.
  test.each([
    '{"name":"a","categoryId":9007199254740993.5}',
    '{"name":"a","categoryId":1e999999999}',
    '{"name":"a","categoryId":1e-999999999}',
    '{"name":"a","categoryId":1}//',
    '\ufeff{"name":"a","categoryId":1}',
    "[".repeat(200_000),
    `{"x":${"[".repeat(200_000)}${"]".repeat(200_000)},"name":1}`,
    `{"name":"${"a".repeat(10_001)}","categoryId":1}`,
  ])("refuses %.60s with a 400 Error and stores nothing", async (body) => {
    const { create, server } = converse();
    const response = await create(body);
    expect(response.status).toBe(400);
    expect(jsonOf(response)).toEqual(error(400));
    expect(petsOf(server)).toHaveLength(30);
  });
});

test("reading one is gone from the removal day on, by the server's clock", async () => {
  const { clock, server, get } = converse({ startsAt: "2030-12-04T23:59:59Z" });
  const id = petsOf(server)[0]?.id;
  expect((await get(`/v1/pets/${id}`)).status).toBe(200);
  clock.nowMs += 1000;
  const response = await get(`/v1/pets/${id}`);
  expect(jsonOf(response)).toEqual(error(404));
  expect(headerValue(response, "sunset")).toBeUndefined();
  expect((await get("/v1/pets")).status).toBe(200);
});

test("answers a 405 Error with Allow to other methods", async () => {
  const response = await converse().send("DELETE", "/v1/pets");
  expect(jsonOf(response)).toEqual(error(405));
  expect(headerValue(response, "allow")).toBe("GET, POST");
});

test.each([
  ["9007199254740993", 9007199254740993n],
  ["-9223372036854775808", -9223372036854775808n],
  ["-0", 0n],
  ["0.000e99999999999", 0n],
  ["1.0", 1n],
  ["12e2", 1200n],
  ["1200e-2", 12n],
  ["9007199254740993.000", 9007199254740993n],
])("reads the integer %s to the digit", (text, value) => {
  expect(parseJson(text)).toBe(value);
});

test.each([
  ["1.5", 1.5],
  ["1e-1", 0.1],
  ["1e401", Number.POSITIVE_INFINITY],
  ["1e99999999999", Number.POSITIVE_INFINITY],
])("leaves %s, which is no integer of any use, a number", (text, value) => {
  expect(parseJson(text)).toBe(value);
});

test("keeps strings that look like numbers, and members named as those of Object", () => {
  const text = '{"__proto__":"12","a":[null,true,"\\ud800"]}';
  expect(encodeJson(parseJson(text))).toBe(text);
});

test("leaves out members that are undefined", () => {
  expect(encodeJson({ a: undefined, b: 1n })).toBe('{"b":1}');
});

test("rate limits announce the daily limit where it is the tighter one", async () => {
  const { get, clock } = converse({ plan: { perMinute: 3, perDay: 4 } });
  for (let sent = 0; sent < 3; sent += 1) await get("/v1/pets");
  clock.nowMs += 60_000;
  const last = await get("/v1/pets");
  expect([headerValue(last, "x-ratelimit-limit"), headerValue(last, "x-ratelimit-remaining")]).toEqual([
    "4",
    "0",
  ]);
  const refused = await get("/v1/pets");
  expect([refused.status, headerValue(refused, "retry-after")]).toEqual([429, "86340"]);
});
