import { expect, test } from "vitest";
import type { Parameter } from "#core/contract/contract.ts";
import { emptyResponse, type HeaderLine, textResponse } from "#reference-server/message.ts";
import {
  foundOf,
  ofThings,
  playDescribed,
  type Service,
  securedHead,
} from "#testing/documents/described-service.ts";
import { json } from "#testing/reference-server/handlers.ts";
import { pathText, plainText } from "./values.ts";

// Documents as frameworks and their authors write them.

const answering = (schema: string) =>
  `"200": { description: Things., content: { application/json: { schema: ${schema} } } }`;

test.each([
  ["text/csv", "text/csv, */*;q=0.1"],
  ["application/vnd.api+json", "application/vnd.api+json, */*;q=0.1"],
  ["application/json", "application/json"],
  ["'*/*'", "application/json"],
])(
  "where the document gives %s, the request accepts it: a server need not have anything else",
  async (type, accept) => {
    const given = type.includes("*") ? "application/json" : type;
    const answer: Service = ({ headers }) =>
      headers.find(([name]) => name === "Accept")?.[1] === accept
        ? textResponse(200, given, "{}")
        : emptyResponse(406);
    const document = ofThings(`"200": { description: Things., content: { ${type}: {} } }`);
    expect(await foundOf(document, answer)).toEqual({});
  },
);

test.each([
  [19.99, {}],
  [0.07, {}],
  [1e21, {}],
  [19.999, { "OP:listThings/schema": "fail" }],
])("a price of %d is judged as a multiple of 0.01 by its digits", async (price, verdicts) => {
  const schema = "{ type: object, properties: { price: { type: number, multipleOf: 0.01 } } }";
  expect(await foundOf(ofThings(answering(schema)), () => json(200, { price }))).toEqual(verdicts);
});

test.each([
  ["application/json;v=1", { one: 1 }, {}],
  ["application/json; v=2", { two: 2 }, {}],
  ["application/json;v=2", { three: 3 }, { "OP:listThings/schema": "fail" }],
])(
  "of media types that differ in their parameters, %s with %j is as one of their schemas says",
  async (type, body, verdicts) => {
    const document = ofThings(
      '"200": { description: Things., content: { application/json;v=1: { schema: { type: object, required: [one] } }, application/json;v=2: { schema: { type: object, required: [two] } } } }',
    );
    const answer = () => textResponse(200, type, JSON.stringify(body));
    expect(await foundOf(document, answer)).toEqual(verdicts);
  },
);

test("a stream of events, which need not end, is not asked for", async () => {
  const document = `${ofThings('"204": { description: None. }').slice(0, -2)}, /events: { get: { operationId: events, responses: { "200": { description: Events., content: { text/event-stream: {} } }, "401": { description: No key. } } } } }`;
  const asked = new Set<string>();
  const run = await playDescribed(document, ({ line, hasKey }) => {
    asked.add(line);
    return emptyResponse(hasKey ? 204 : 401);
  });
  expect([[...asked], run.outcome]).toEqual([["GET /things"], "conforming"]);
});

test("a required object that stands in the query as its members may be empty, and then is not there", async () => {
  const document = ofThings(
    answering("{ type: array }"),
    "parameters: [{ name: pageable, in: query, required: true, schema: { type: object, properties: { page: { type: integer, minimum: 0 } } } }, { name: all, in: query, required: true, schema: { type: boolean } }]",
  );
  const asked: string[] = [];
  const right = await foundOf(document, ({ query }) => {
    asked.push(query.toString());
    return ["true", "false"].includes(query.get("all") ?? "") ? json(200, []) : json(400, {});
  });
  expect([asked[0], right]).toEqual(["all=false", {}]);
  expect(await foundOf(document, () => json(203, []))).toMatchObject({ "OP:listThings/status": "fail" });
});

test.each([
  ["label", /\/\.(red|blue)$/],
  ["matrix", /\/;colour=(red|blue)$/],
])("a value in a path in the style %s is judged without what the style adds", async (style, known) => {
  const document = `${securedHead}paths: { "/things/{colour}": { get: { operationId: ofColour, parameters: [{ name: colour, in: path, required: true, style: ${style}, schema: { type: string, enum: [red, blue] } }], responses: { "200": { description: It. }, "401": { description: No key. } } } } }`;
  const answer: Service = ({ line }) => emptyResponse(known.test(line) ? 200 : 404);
  expect(await foundOf(document, answer)).toEqual({});
});

test("ids are found in a list that two objects enclose", async () => {
  const document = `${securedHead}paths:
  /orders: { get: { operationId: orders, responses: { "200": { description: All. }, "401": { description: No key. } } } }
  /orders/{orderId}: { get: { operationId: order, parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }], responses: { "200": { description: One. }, "401": { description: No key. }, "404": { description: None. } } } }
`;
  const answer: Service = ({ line }) =>
    line === "GET /orders"
      ? json(200, { _embedded: { orders: [{ orderId: 5 }] } })
      : json(line.endsWith("/5") ? 200 : 404, {});
  expect(await foundOf(document, answer)).toEqual({});
});

const owned = { slug: "abc", owner: { id: 3 }, tags: [{ id: 4 }] };

test.each<readonly [body: unknown, headers: readonly HeaderLine[], deleted: readonly string[]]>([
  [owned, [], []],
  [owned, [["Location", "/v1/things/abc"]], ["DELETE /things/abc"]],
  [{}, [["Location", "/v1/things/%E0%A4"]], ["DELETE /things/%25E0%25A4"]],
  [{ data: { id: 7 } }, [], ["DELETE /things/7"]],
])(
  "what writes takes the id of what was created, and of nothing that it refers to: %j %j",
  async (body, headers, deleted) => {
    const document = `${securedHead}paths:
  /things: { post: { operationId: createThing, responses: { "201": { description: Made. }, "401": { description: No key. } } } }
  /things/{thing}: { delete: { operationId: deleteThing, parameters: [{ name: thing, in: path, required: true, schema: { type: string } }], responses: { "204": { description: Gone. }, "401": { description: No key. }, "404": { description: None. } } } }
`;
    const lines = new Set<string>();
    const answer: Service = ({ line }) => {
      if (line.startsWith("DELETE")) lines.add(line);
      return line.startsWith("POST") ? json(201, body, headers) : emptyResponse(204);
    };
    await foundOf(document, answer, { operations: ["createThing", "deleteThing"] });
    expect([...lines]).toEqual(deleted);
  },
);

test.each([
  [{ at: [1, 2, 3] }, "at most 2 items"],
  [{ pet: { kind: "cat" } }, "the required field `lives`"],
  [{ pet: { kind: "cow" } }, "one of the shapes that the document allows"],
  [{ pet: { lives: 9 } }, "one alone of the shapes that the document allows"],
])(
  "where one alternative alone is for %j, the finding says what that one asks for: %s",
  async (body, expected) => {
    const document = ofThings(
      answering(
        '{ type: object, properties: { at: { anyOf: [{ type: array, maxItems: 2 }, { type: "null" }] }, pet: { oneOf: [{ type: object, required: [lives], properties: { kind: { const: cat } } }, { type: object, properties: { kind: { const: dog } } }] } } }',
      ),
    );
    const { verdicts } = await playDescribed(document, () => json(200, body));
    const [finding] = verdicts.flatMap(({ findings }) => findings);
    expect(finding?.expected).toBe(expected);
  },
);

// OpenAPI 3.1, Style Examples. Those of a query are in openapi-words.test.ts.

const parameter = (style: string, explode: boolean): Parameter =>
  ({ name: "color", style, explode, hasMediaType: false }) as Parameter;
const list = ["blue", "black"];
const object = { R: 100, G: 200 };

test.each([
  ["simple", false, list, "blue,black"],
  ["simple", true, object, "R%3D100,G%3D200"],
  ["label", true, list, ".blue.black"],
  ["matrix", false, list, ";color=blue,black"],
  ["matrix", true, list, ";color=blue;color=black"],
  ["matrix", true, object, ";R=100;G=200"],
  ["simple", false, "a/b c", "a%2Fb%20c"],
])("a value stands in a path as its style says: %s, explode %s", (style, explode, value, text) => {
  expect(pathText(parameter(style, explode), value)).toBe(text);
});

test("a value stands in a header as its parts, joined by commas", () => {
  expect(plainText(parameter("simple", false), object)).toBe("R,100,G,200");
});
