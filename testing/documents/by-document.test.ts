import { describe, expect, test } from "vitest";
import { embeddedText } from "#core/contract/embedded-text.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { withMarks } from "#traffic/credentials.ts";
import { TrafficJudge } from "#traffic/traffic-judge.ts";
import { correct, playOn } from "../proof/bed.ts";
import { json } from "../reference-server/handlers.ts";
import { described, exceptPasses } from "./described-service.ts";

const now = Date.parse("2026-03-04T05:06:07Z");

/** Judges an exchange by this document alone: what it fails, and how many requests were the client's mistake. */
async function judgeOf(document: string) {
  const judgedBy = await described(document);
  return (exchange: WireExchange): readonly [failed: readonly string[], mistakes: number] => {
    const judge = new TrafficJudge({ ...judgedBy, nowMs: now });
    const failed = judge.judge(exchange).map(({ requirement }) => requirement.id);
    return [failed, judge.judged().client.count];
  };
}

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
    outcome: { kind: "answer", ...json(status, body, [["X-Session", session]]) },
  };
  return [passing, withMarks(passing, () => "{key 1}")].map((exchange) => {
    const [failed, mistakes] = judge(exchange);
    return [...failed, mistakes];
  });
}

const right = { countryCode: "DE", author: { mail: "a@b.example", age: 1000 }, authorId: 20, tokens: [] };
const broken = ["OP:listBooks/schema", 0];
const nothing = [0];

test.each([
  ["a credential breaks no schema, and no bound of a request", right, {}, nothing, nothing],
  ["another member does not hide it", { countryCode: "DE", price: 100 }, {}, broken, broken],
  ["a field that is not there is missed", { price: 1 }, {}, broken, broken],
  ["a type is known", { countryCode: "DE", authorId: "twelve" }, {}, broken, broken],
  ["a count is known", { countryCode: "DE", tokens: ["a", "b"] }, {}, broken, broken],
  ["a value shows nothing", { countryCode: "XX" }, {}, broken, nothing],
  [
    "a header shows nothing",
    { countryCode: "DE" },
    { session: "long" },
    ["OP:listBooks/headers", 0],
    nothing,
  ],
  ["a parameter shows nothing", {}, { status: 418, country: "XX" }, [1], nothing],
])("of what stands in a recording in place of a credential, %s", (_, body, sent, passing, recorded) => {
  expect(judged(body, sent)).toEqual([passing, recorded]);
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
  const server = { ...correct, stage: { plan: "business" } } as const;
  const run = await playOn(server, { profile: "standard", probe: true }, await described(document));
  expect(run.suiteErrors).toEqual([]);
  const found = Object.values(exceptPasses(run));
  expect(found).not.toContain("fail");
  expect(found).not.toContain("inconclusive");
});

describe("traffic by document", async () => {
  const document = `openapi: 3.1.0
info: { title: Things, version: "1" }
security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer }, app: { type: apiKey, in: header, name: X-App } } }
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: X-Tenant, in: header, required: true, schema: { type: string, enum: [red] } }
        - { name: page, in: query, required: true, schema: { type: object, properties: { number: { type: integer } } } }
        - { name: sizes, in: query, schema: { type: array, items: { type: integer } } }
      responses: { "200": { description: Things. }, "401": { description: No key. } }
    post:
      operationId: sendPicture
      security: [{ key: [] }, { app: [] }]
      requestBody: { required: true, content: { image/*: {} } }
      responses: { "204": { description: Kept. }, "401": { description: No key. } }
`;
  const judge = await judgeOf(document);
  const key: HeaderLine = ["Authorization", "Bearer secret-of-a-client"];
  const tenant: HeaderLine = ["X-Tenant", "red"];

  /** What an exchange fails, and how many requests were the client's mistake. */
  function judged(target: string, status: number, headers: readonly HeaderLine[], picture?: string) {
    return judge({
      ...{ method: picture === undefined ? "GET" : "POST", target, headers },
      body: new TextEncoder().encode(picture),
      ...{ sentAtMs: now, endedAtMs: now },
      outcome: { kind: "answer", status, headers: [], body: new Uint8Array() },
    });
  }

  describe("traffic with an operation that the document alone describes:", () => {
    test("a status that it does not give is the service's mistake only where the request was allowed", () => {
      expect(judged("/things", 409, [key, tenant])).toEqual([["OP:listThings/status"], 0]);
      expect(judged("/things", 409, [key, ["X-Tenant", "grey"]])).toEqual([[], 1]);
      expect(judged("/things", 428, [key])).toEqual([[], 1]);
      expect(judged("/things?sizes=1&sizes=two", 422, [key, tenant])).toEqual([[], 1]);
    });

    test("members of an object in the query are no unknown parameters, and none of them need be there", async () => {
      expect(judged("/things?number=2", 409, [key, tenant])).toEqual([["OP:listThings/status"], 0]);
      expect(judged("/things?colour=red", 409, [key, tenant])).toEqual([[], 1]);
      const open = await described(
        document.replace("{ type: object,", "{ type: object, additionalProperties: {},"),
      );
      const { findings } = open.contract.classify({
        ...{ method: "GET", path: "/things", headers: [tenant] },
        query: [["colour", "red"]],
      });
      expect(findings).toMatchObject({ problems: [] });
    });

    test("a body of a media type that it gives is allowed", () => {
      expect(judged("/things", 204, [key, ["Content-Type", "image/png"]], "PNG")).toEqual([[], 0]);
      expect(judged("/things", 415, [key, ["Content-Type", "text/plain"]], "PNG")).toEqual([[], 1]);
    });

    test("a request that certainly had no key is not served, unless something else lets it in", () => {
      expect(judged("/things", 200, [tenant])).toEqual([["OP:listThings/auth"], 0]);
      expect(judged("/things", 401, [tenant])).toEqual([[], 0]);
      const app: HeaderLine = ["X-App", "one"];
      expect(judged("/things", 204, [app, ["Content-Type", "image/png"]], "PNG")).toEqual([[], 0]);
    });
  });

  test("so is one with the pet store, where the document requires a header of it", async () => {
    const more = `        - { name: X-Store, in: header, required: true, schema: { type: string } }\n`;
    const revised = embeddedText("suites/petstore/openapi.yaml").replace(
      "        - name: limit\n",
      `${more}        - name: limit\n`,
    );
    const { classify } = (await described(revised)).contract;
    const list = { method: "GET", path: "/pets" };
    expect(classify({ ...list, headers: [] }).findings).toMatchObject({ allowed: false });
    expect(classify({ ...list, headers: [["x-store", "main"]] }).findings).toMatchObject({ allowed: true });
    expect(classify(list).findings).toMatchObject({ allowed: true });
  });
});
