import { describe, expect, test } from "vitest";
import { emptyResponse } from "#reference-server/message.ts";
import { exceptPasses, head, playDescribed, type Service } from "#testing/documents/described-service.ts";
import { json } from "#testing/reference-server/handlers.ts";

// What documents say in more than one way, with a small document for each: a service that follows it passes, another fails.

/** `GET /things`, its answer of this schema. */
function listing(schema: string, rest = "", version = "3.1.0"): string {
  return `${head(version)}paths: { /things: { get: { operationId: listThings, responses: { "200": { description: Things., content: { application/json: { schema: ${schema} } } } } } } }\n${rest}`;
}

const answering =
  (value: unknown): Service =>
  ({ line }) =>
    line === "GET /things" ? json(200, value) : json(404, {});

const choice = `components: { schemas: {
  Cat: { type: object, required: [kind, lives], properties: { kind: { type: string }, lives: { type: integer } } },
  Dog: { type: object, required: [kind, tricks], properties: { kind: { type: string }, tricks: { type: array, items: { type: string } } } } } }
`;
const discriminated =
  '{ oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: kind, mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } } }';

describe("a body is judged by its schema, whose words are", () => {
  test.each<readonly [what: string, document: string, right: unknown, wrong: unknown]>([
    ["no nullable in 3.0", listing("{ type: string }", "", "3.0.3"), "a", null],
    ["a type or null in 3.1", listing('{ type: [string, "null"] }'), null, 1],
    [
      "const and prefixItems of 3.1",
      listing("{ type: array, prefixItems: [{ const: a }] }"),
      ["a", 1],
      ["b"],
    ],
    [
      "a discriminator",
      listing(discriminated, choice),
      { kind: "dog", tricks: [] },
      { kind: "cat", tricks: [] },
    ],
    [
      "a discriminator in 3.0",
      listing(discriminated, choice, "3.0.3"),
      { kind: "cat", lives: 7 },
      { kind: "cow", lives: 7 },
    ],
    ["a date", listing("{ type: string, format: date }"), "2026-02-28", "2026-02-30"],
    ["a format that nobody knows", listing("{ type: string, format: colour }"), "red", 7],
    ["int32", listing("{ type: integer, format: int32 }"), 2147483647, 2147483648],
  ])("%s", async (_, document, right, wrong) => {
    const run = await playDescribed(document, answering(right));
    expect([run.outcome, exceptPasses(run)]).toEqual(["conforming", {}]);
    expect(exceptPasses(await playDescribed(document, answering(wrong)))).toEqual({
      "OP:listThings/schema": "fail",
    });
  });

  test("in another file of the folder, which refers to a third", async () => {
    const files = {
      "parts/thing.yaml":
        'Thing: { type: object, required: [owner], properties: { owner: { $ref: "./owner.json" } } }',
      "parts/owner.json": '{ "type": "string", "minLength": 2 }',
    };
    const document = listing('{ $ref: "parts/thing.yaml#/Thing" }');
    const right = await playDescribed(document, answering({ owner: "Al" }), { files });
    expect(exceptPasses(right)).toEqual({});
    const wrong = await playDescribed(document, answering({ owner: "A" }), { files });
    expect(exceptPasses(wrong)).toEqual({ "OP:listThings/schema": "fail" });
  });
});

describe("an answer is judged by what the document has for its status:", () => {
  const statuses = `${head()}paths:
  /things:
    get:
      operationId: listThings
      parameters: [{ name: size, in: query, schema: { type: integer, minimum: 1, maximum: 3 } }]
      responses:
        "200": { description: All., content: { application/json: { schema: { type: array } }, text/csv: { schema: { type: string } } } }
        "206": { description: Some., content: { application/json: { schema: { type: object, required: [next] } } } }
        4XX: { description: No., content: { application/problem+json: { schema: { type: object, required: [title] } } } }
        default: { description: Else., content: { application/json: { schema: { type: object, required: [code] } } } }`;
  const csv = {
    status: 200,
    headers: [["Content-Type", "text/csv"]] as const,
    body: new TextEncoder().encode("id\n"),
  };
  const problem = {
    ...json(400, { title: "No." }),
    headers: [["Content-Type", "application/problem+json"]] as const,
  };
  const bySize =
    (answers: Readonly<Record<string, ReturnType<Service>>>): Service =>
    ({ query }) =>
      answers[query.get("size") ?? ""] ??
      (["1", "2", "3"].includes(query.get("size") ?? "1") ? json(200, []) : problem);

  test.each<
    readonly [what: string, answers: Readonly<Record<string, ReturnType<Service>>>, failed: readonly string[]]
  >([
    ["one of several successes", { 3: json(206, { next: 1 }) }, []],
    ["each with its own schema", { 3: json(206, []) }, ["schema"]],
    ["one of several media types, of which JSON alone has a body that is judged", { 3: csv }, []],
    [
      "no media type that is not there",
      { 3: { ...csv, headers: [["Content-Type", "text/html"]] } },
      ["media-type"],
    ],
    ["a range for what has no status of its own", { 0: { ...problem, status: 422 } }, []],
    ["the schema of that range", { 0: { ...problem, body: new TextEncoder().encode("{}") } }, ["schema"]],
    ["default for all others", { 1: json(503, { code: 1 }) }, ["bounds/size"]],
    ["the schema of default", { 1: json(503, {}) }, ["schema", "bounds/size"]],
  ])("%s", async (_, answers, failed) => {
    const run = await playDescribed(statuses, bySize(answers));
    const found = Object.entries(exceptPasses(run)).filter(([, verdict]) => verdict === "fail");
    expect(found.map(([id]) => id)).toEqual(failed.map((family) => `OP:listThings/${family}`));
  });
});

describe("arrays and objects stand in a query as their style says:", () => {
  test.each([
    ["schema: { type: array, items: { type: string } }, example: [a, b]", "f=a&f=b"],
    ["explode: false, schema: { type: array, items: { type: string } }, example: [a, b]", "f=a%2Cb"],
    [
      "style: pipeDelimited, explode: false, schema: { type: array, items: { type: integer } }, example: [1, 2]",
      "f=1%7C2",
    ],
    [
      "style: spaceDelimited, explode: false, schema: { type: array, items: { type: integer } }, example: [1, 2]",
      "f=1+2",
    ],
    [
      "schema: { type: object, properties: { a: { type: integer }, b: { type: integer } } }, example: { a: 1, b: 2 }",
      "a=1&b=2",
    ],
    [
      "explode: false, schema: { type: object, properties: { a: { type: integer } } }, example: { a: 1 }",
      "f=a%2C1",
    ],
    [
      "style: deepObject, explode: true, schema: { type: object, properties: { a: { type: integer } } }, example: { a: 1 }",
      "f%5Ba%5D=1",
    ],
    ["schema: { type: integer }, example: 9007199254740993", "f=9007199254740993"],
    ["content: { application/json: { schema: { type: object }, example: { a: 1 } } }", "f=%7B%22a%22%3A1%7D"],
  ])("%s", async (parameter, wanted) => {
    const document = `${head()}paths: { /things: { get: { operationId: listThings, parameters: [{ name: f, in: query, required: true, ${parameter} }], responses: { "200": { description: Things. } } } } }`;
    const seen: string[] = [];
    const run = await playDescribed(document, ({ query }) => {
      seen.push(query.toString());
      return emptyResponse(200);
    });
    expect(seen[0]).toBe(wanted);
    expect([run.outcome, run.suiteErrors]).toEqual(["conforming", []]);
  });
});

describe("what it takes to ask is said of each operation:", () => {
  const secured = `${head()}security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer }, basic: { type: http, scheme: basic } } }
paths:
  /things: { get: { operationId: listThings, responses: { "200": { description: Things. }, "401": { description: No key. } } } }
  /news: { get: { operationId: news, security: [], responses: { "200": { description: News. } } } }
  /admin: { get: { operationId: admin, security: [{ basic: [] }], responses: { "200": { description: All. } } } }
  /either: { get: { operationId: either, security: [{ basic: [] }, { key: [] }], responses: { "200": { description: All. }, "401": { description: No key. } } } }
`;

  test("a key, none, another scheme, or a choice", async () => {
    const run = await playDescribed(secured, ({ line, hasKey }) =>
      emptyResponse(hasKey || line === "GET /news" ? 200 : 401),
    );
    expect(run.spec.operations).toEqual({ tested: 3, of: 4 });
    expect(exceptPasses(run)).toEqual({ "OP:admin/auth": "untested", "OP:admin/status": "untested" });
    expect(run.verdicts.find(({ id }) => id === "OP:admin/status")?.reason).toEqual({
      kind: "other-credential",
      schemes: "basic (HTTP basic)",
    });
  });

  test("servers with variables are those of the base address; one of its own is left out, and says so", async () => {
    const document = `${head()}servers: [{ url: "https://{region}.example/{version}", variables: { region: { default: eu, enum: [eu, us] }, version: { default: v1 } } }]
paths:
  /things: { get: { operationId: listThings, responses: { "200": { description: Things. } } } }
  /files: { get: { operationId: listFiles, servers: [{ url: "https://files.example" }], responses: { "200": { description: Files. } } } }
`;
    const asked: string[] = [];
    const run = await playDescribed(document, ({ line }) => {
      asked.push(line);
      return emptyResponse(200);
    });
    expect([...new Set(asked)]).toEqual(["GET /things"]);
    expect(run.verdicts.find(({ id }) => id === "OP:listFiles/status")?.reason).toEqual({
      kind: "other-server",
    });
  });
});

describe("a document of the pet store that drops what all else needs", () => {
  test.each([
    ["createPet", "listPets", "get"],
    ["listPets", "createPet", "post"],
  ])(
    "%s: its requirements do not apply, by name, and what is left is tested",
    async (dropped, left, method) => {
      const document = `${head()}paths: { /pets: { ${method}: { operationId: ${left}, responses: { "200": { description: Yes., content: { application/json: { schema: { type: array } } } } } } }, /news: { get: { operationId: news, responses: { "200": { description: News. } } } } }`;
      const run = await playDescribed(document, () => json(200, []), { operations: ["createPet"] });
      const list = run.verdicts.find(({ id }) => id === "LIST-1");
      expect([list?.verdict, list?.reason]).toEqual([
        "not-applicable",
        { kind: "nothing-of-the-pet-store", operations: dropped },
      ]);
      expect(run.verdicts.find(({ id }) => id === `OP:${left}/status`)?.verdict).toBe("pass");
      expect([run.outcome, run.suiteErrors]).toEqual(["conforming", []]);
    },
  );
});
