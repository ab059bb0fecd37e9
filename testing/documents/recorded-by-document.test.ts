import { expect, test } from "vitest";
import { embeddedText } from "#core/contract/embedded-text.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { play } from "#proof/play.ts";
import { withMarks } from "#traffic/credentials.ts";
import { correct } from "../proof/bed.ts";
import { described, exceptPasses, judgeOf, now } from "./described-service.ts";

const answer = `{ type: object, required: [countryCode], properties: { countryCode: { enum: [DE, FR] }, author: { type: object, properties: { mail: { format: email }, age: { minimum: 18 } } }, authorId: { type: integer }, tokens: { type: array, maxItems: 1, items: { format: uuid } }, price: { maximum: 99 } } }`;
const document = `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    get:
      operationId: listBooks
      parameters: [{ name: countryCode, in: query, schema: { type: string, enum: [DE, FR] } }]
      responses: { "200": { description: It., headers: { X-Session: { schema: { type: string, maxLength: 2 } } }, content: { application/json: { schema: ${answer} } } } }
`;
const judge = await judgeOf(document);

/** What an exchange fails as it passes, and as it was recorded. */
function judged(body: unknown, { status = 200, country = "DE", session = "s1" } = {}) {
  const passing: WireExchange = {
    ...{ method: "GET", target: `/books?countryCode=${country}`, headers: [], body: undefined },
    ...{ sentAtMs: now, endedAtMs: now },
    outcome: {
      kind: "answer",
      status,
      headers: [
        ["Content-Type", "application/json"],
        ["X-Session", session],
      ],
      body: new TextEncoder().encode(JSON.stringify(body)),
    },
  };
  return [passing, withMarks(passing, () => "{key 1}")].map((exchange) => {
    const [failed, mistakes] = judge(exchange);
    return [failed.join(), mistakes];
  });
}

test("what a recording has in place of a credential breaks no schema, and no bound of a request", () => {
  const right = { countryCode: "DE", author: { mail: "a@b.example", age: 1000 }, authorId: 20, tokens: [] };
  expect(judged(right)).toEqual([
    ["", 0],
    ["", 0],
  ]);
});

test("what does not depend on it is judged as it was", () => {
  const broken = ["OP:listBooks/schema", 0];
  expect(judged({ countryCode: "DE", price: 100 })).toEqual([broken, broken]);
  expect(judged({ price: 1 })).toEqual([broken, broken]);
  expect(judged({ countryCode: "DE", authorId: "twelve" })).toEqual([broken, broken]);
  expect(judged({ countryCode: "DE", tokens: ["a", "b"] })).toEqual([broken, broken]);
});

test("what does depend on it shows nothing", () => {
  expect(judged({ countryCode: "XX" })).toEqual([
    ["OP:listBooks/schema", 0],
    ["", 0],
  ]);
  expect(judged({ countryCode: "DE" }, { session: "long" })).toEqual([
    ["OP:listBooks/headers", 0],
    ["", 0],
  ]);
  expect(judged({}, { status: 418, country: "XX" })).toEqual([
    ["", 1],
    ["", 0],
  ]);
});

const embedded = embeddedText("suites/petstore/openapi.yaml");

/** Documents that say less of the pet store, as generated ones do: the correct server conforms to each. */
test.each<readonly [string, RegExp, string]>([
  ["no default of limit", /, default: 20/, ""],
  ["no status filter", / {8}- name: status\n(?: {10}.*\n){4}/, ""],
  ["no bound of limit, and no type", /type: integer, minimum: 1, maximum: 100, default/, "default"],
  ["nothing that a NewPet requires", /required: \[name, categoryId\]\n/, "\n"],
  ["no status of a NewPet", /(NewPet:[\s\S]*?) {8}status: .*\n/, "$1"],
  ["no 404, and no 429", / {8}"(404|429)": .*\n/g, ""],
])("with %s", async (_, from, to) => {
  const document = embedded.replace(from, to);
  expect(document).not.toBe(embedded);
  const run = await play(
    { ...correct, stage: { plan: "business" } },
    { ...(await described(document)), options: { profile: "standard", probe: true } },
  );
  expect(run.suiteErrors).toEqual([]);
  const found = Object.values(exceptPasses(run));
  expect(found).not.toContain("fail");
  expect(found).not.toContain("inconclusive");
});
