import { describe, expect, test } from "vitest";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import type { WholeExchange } from "../exchange/exchange.ts";
import { createdIn } from "./created.ts";

const runId = "00112233445566778899";
const mark = `conformance-${runId}-create`;

function post(
  status: number,
  body: string,
  sent = JSON.stringify({ name: mark, categoryId: 1 }),
): WholeExchange {
  const bytes = new TextEncoder().encode(sent);
  return sampleExchange({
    status,
    body,
    request: { method: "POST", body: { bytes, contentType: "application/json" } },
  });
}

const found = (exchange: WholeExchange) => createdIn([exchange], runId);

describe("what was stored is in the report, whatever its id looks like", () => {
  test.each([
    ["an integer", `{"id":9007199254740993}`, "9007199254740993"],
    ["an integer in another spelling", `{"id":1e2}`, "100"],
    ["a fraction", `{"id":1.5}`, "1.5"],
    ["a string", `{"id":"pet_7"}`, `"pet_7"`],
    ["an array", `{"id":[7, 8]}`, "[7, 8]"],
    ["null", `{"id":null}`, "null"],
    ["in an array", `[{"id":7}]`, "7"],
    ["in an envelope", `{"data":{"id":7}}`, "7"],
    ["missing", "{}", null],
    ["in a body that is no JSON", "<p>7</p>", null],
    ["in no body", "", null],
  ])("%s", (_, body, id) => {
    expect(found(post(201, body))).toEqual([{ id, name: mark, exchange: 1, certain: true }]);
  });
});

const perhaps = [{ id: null, name: mark, exchange: 1, certain: false }];

test.each([
  [200, [{ certain: true }]],
  [202, [{ certain: true }]],
  [204, [{ certain: true }]],
  [303, perhaps],
  [500, perhaps],
  [503, perhaps],
  [400, []],
])("what a %i to a POST stores, certainly or perhaps: %j", (status, stored) => {
  expect(found(post(status, ""))).toMatchObject(stored);
});

test("after a lost answer something may be stored, and a GET stores nothing", () => {
  const { request } = post(201, "");
  expect(found(sampleExchange({ request, failure: {} }))).toEqual(perhaps);
  expect(found(sampleExchange({ body: `{"id":1}` }))).toEqual([]);
});

describe("its name", () => {
  test("is the one in the answer: the target may have changed it", () => {
    expect(found(post(201, `{"id":1,"name":"Rex"}`))).toMatchObject([{ name: "Rex" }]);
  });

  test.each([
    ["a body cut short", `{"name":"${mark}","categoryId":1`],
    ["a form", `name=${mark}&categoryId=1`],
    ["an array", `[{"name":"${mark}"}]`],
  ])("is the run's mark in %s", (_, sent) => {
    expect(found(post(201, "", sent))).toMatchObject([{ name: mark }]);
  });

  test("is empty where none was sent", () => {
    expect(found(post(201, `{"id":1}`, "{}"))).toMatchObject([{ name: "" }]);
  });
});
