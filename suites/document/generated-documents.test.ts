import { describe, expect, test } from "vitest";
import type { Parameter } from "#core/contract/contract.ts";
import {
  type Asked,
  exceptPasses,
  playDescribed,
  type Service,
} from "#testing/documents/described-service.ts";
import { json } from "#testing/reference-server/handlers.ts";
import { pathText, plainText } from "./styles.ts";

/** Documents as frameworks and their authors write them. */
const head = `openapi: 3.1.0
info: { title: Things, version: "1" }
security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: Bearer, bearerFormat: JWT } } }
`;

function typed(status: number, type: string, text: string) {
  return {
    ...json(status, ""),
    headers: [["Content-Type", type] as const],
    body: new TextEncoder().encode(text),
  };
}

function acceptOf({ headers }: Asked): string {
  return headers.find(([name]) => name === "Accept")?.[1] ?? "";
}

/** A document of one GET, with the schema of its answer. */
function answering(schema: string, more = ""): string {
  return `${head}paths: { /things: { get: { operationId: listThings, ${more} responses: { "200": { description: Things., content: { application/json: { schema: ${schema} } } }, "400": { description: No. }, "401": { description: No key. } } } } }`;
}

const withKey =
  (answer: (asked: Asked) => ReturnType<Service>): Service =>
  (asked) =>
    asked.hasKey ? answer(asked) : typed(401, "text/plain", "no key");

/** What is no pass where a request with the key is answered so. */
const found = async (document: string, answer: (asked: Asked) => ReturnType<Service>) =>
  exceptPasses(await playDescribed(document, withKey(answer)));

test.each([
  ["text/csv", "text/csv, */*;q=0.1"],
  ["application/vnd.api+json", "application/vnd.api+json, */*;q=0.1"],
  ["application/json", "application/json"],
  ["'*/*'", "application/json"],
])(
  "where the document gives %s, the request accepts it: a server need not have anything else",
  async (type, accept) => {
    const document = `${head}paths: { /things: { get: { operationId: listThings, responses: { "200": { description: Things., content: { ${type}: {} } }, "401": { description: No key. } } } } }`;
    const given = type.includes("*") ? "application/json" : type;
    const answer = (asked: Asked) =>
      acceptOf(asked) === accept ? typed(200, given, "{}") : typed(406, "text/plain", "none");
    expect(await found(document, answer)).toEqual({});
  },
);

test.each([
  [19.99, {}],
  [0.07, {}],
  [1e21, {}],
  [19.999, { "OP:listThings/schema": "fail" }],
])("a price of %d is judged as a multiple of 0.01 by its digits", async (price, verdicts) => {
  const document = answering("{ type: object, properties: { price: { type: number, multipleOf: 0.01 } } }");
  expect(await found(document, () => json(200, { price }))).toEqual(verdicts);
});

test.each([
  ["application/json;v=1", { one: 1 }, {}],
  ["application/json; v=2", { two: 2 }, {}],
  ["application/json;v=2", { three: 3 }, { "OP:listThings/schema": "fail" }],
])(
  "of media types that differ in their parameters, %s with %j is as one of their schemas says",
  async (type, body, verdicts) => {
    const document = `${head}paths: { /things: { get: { operationId: listThings, responses: { "200": { description: Things., content: { application/json;v=1: { schema: { type: object, required: [one] } }, application/json;v=2: { schema: { type: object, required: [two] } } } }, "401": { description: No key. } } } } }`;
    expect(await found(document, () => typed(200, type, JSON.stringify(body)))).toEqual(verdicts);
  },
);

test("a stream of events, which need not end, is not asked for", async () => {
  const document = `${head}paths:
  /things: { get: { operationId: listThings, responses: { "204": { description: None. }, "401": { description: No key. } } } }
  /events: { get: { operationId: events, responses: { "200": { description: Events., content: { text/event-stream: {} } }, "401": { description: No key. } } } }
`;
  const asked = new Set<string>();
  const run = await playDescribed(
    document,
    withKey(({ line }) => {
      asked.add(line);
      return typed(204, "text/plain", "");
    }),
  );
  expect([...asked]).toEqual(["GET /things"]);
  expect(run.outcome).toBe("conforming");
});

test("a required object that stands in the query as its members may be empty, and then is not there", async () => {
  const document = answering(
    "{ type: array }",
    "parameters: [{ name: pageable, in: query, required: true, schema: { type: object, properties: { page: { type: integer, minimum: 0 } } } }, { name: all, in: query, required: true, schema: { type: boolean } }],",
  );
  const asked: string[] = [];
  const right = await found(document, ({ query }) => {
    asked.push(query.toString());
    return ["true", "false"].includes(query.get("all") ?? "") ? json(200, []) : json(400, {});
  });
  expect([asked[0], right]).toEqual(["all=false", {}]);
  expect((await found(document, () => json(203, [])))["OP:listThings/status"]).toBe("fail");
});

test.each(["label", "matrix"])(
  "a value in a path in the style %s is judged without what the style adds",
  async (style) => {
    const document = `${head}paths: { "/things/{colour}": { get: { operationId: ofColour, parameters: [{ name: colour, in: path, required: true, style: ${style}, schema: { type: string, enum: [red, blue] } }], responses: { "200": { description: It. }, "401": { description: No key. } } } } }`;
    const known = style === "label" ? /\/\.(red|blue)$/ : /\/;colour=(red|blue)$/;
    const answer = ({ line }: Asked) => typed(known.test(line) ? 200 : 404, "text/plain", "");
    expect(await found(document, answer)).toEqual({});
  },
);

test("ids are found in a list that two objects enclose", async () => {
  const document = `${head}paths:
  /orders: { get: { operationId: orders, responses: { "200": { description: All. }, "401": { description: No key. } } } }
  /orders/{orderId}: { get: { operationId: order, parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }], responses: { "200": { description: One. }, "401": { description: No key. }, "404": { description: None. } } } }
`;
  const answer = ({ line }: Asked) =>
    line === "GET /orders"
      ? json(200, { _embedded: { orders: [{ orderId: 5 }] } })
      : json(line.endsWith("/5") ? 200 : 404, {});
  expect(await found(document, answer)).toEqual({});
});

test("what writes takes no id of something that a created thing merely refers to", async () => {
  const document = `${head}paths:
  /things: { post: { operationId: createThing, responses: { "201": { description: Made. }, "401": { description: No key. } } } }
  /things/{thing}: { delete: { operationId: deleteThing, parameters: [{ name: thing, in: path, required: true, schema: { type: string } }], responses: { "204": { description: Gone. }, "401": { description: No key. }, "404": { description: None. } } } }
`;
  const deleted = async (body: unknown, headers: readonly (readonly [string, string])[] = []) => {
    const lines: string[] = [];
    await playDescribed(
      document,
      withKey(({ line }) => {
        if (line.startsWith("DELETE")) lines.push(line);
        const made = json(201, body);
        return line.startsWith("POST")
          ? { ...made, headers: [...made.headers, ...headers] }
          : typed(204, "text/plain", "");
      }),
      { operations: ["createThing", "deleteThing"] },
    );
    return [...new Set(lines)];
  };
  const owned = { slug: "abc", owner: { id: 3 }, tags: [{ id: 4 }] };
  expect(await deleted(owned)).toEqual([]);
  expect(await deleted(owned, [["Location", "/v1/things/abc"]])).toEqual(["DELETE /things/abc"]);
  expect(await deleted({ data: { id: 7 } })).toEqual(["DELETE /things/7"]);
});

test("where one alternative alone is for such a value, the finding says what that one asks for", async () => {
  const document = answering(
    '{ type: object, properties: { at: { anyOf: [{ type: array, maxItems: 2 }, { type: "null" }] }, pet: { oneOf: [{ type: object, required: [lives], properties: { kind: { const: cat } } }, { type: object, properties: { kind: { const: dog } } }] } } }',
  );
  const expected = async (body: unknown) => {
    const { verdicts } = await playDescribed(
      document,
      withKey(() => json(200, body)),
    );
    return verdicts.flatMap(({ findings }) => findings.map((one) => one.expected))[0];
  };
  expect(await expected({ at: [1, 2, 3] })).toBe("at most 2 items");
  expect(await expected({ pet: { kind: "cat" } })).toBe("the required field `lives`");
  expect(await expected({ pet: { kind: "cow" } })).toBe("one of the shapes that the document allows");
  expect(await expected({ pet: { lives: 9 } })).toBe("one alone of the shapes that the document allows");
});

function parameter(style: string, explode: boolean): Parameter {
  return { name: "color", style, explode, hasMediaType: false } as Parameter;
}

const list = ["blue", "black"];
const object = { R: 100, G: 200 };

// OpenAPI 3.1, Style Examples. Those of a query are in openapi-words.test.ts.
describe("a value stands in a path as its style says:", () => {
  test.each([
    ["simple", false, list, "blue,black"],
    ["simple", true, object, "R%3D100,G%3D200"],
    ["label", true, list, ".blue.black"],
    ["matrix", false, list, ";color=blue,black"],
    ["matrix", true, list, ";color=blue;color=black"],
    ["matrix", true, object, ";R=100;G=200"],
    ["simple", false, "a/b c", "a%2Fb%20c"],
  ])("%s, explode %s", (style, explode, value, text) => {
    expect(pathText(parameter(style, explode), value)).toBe(text);
  });
});

test("a value stands in a header as its parts, joined by commas", () => {
  expect(plainText(parameter("simple", false), object)).toBe("R,100,G,200");
});
