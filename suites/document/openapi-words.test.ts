import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { emptyResponse, type ServerResponse, textResponse } from "#reference-server/message.ts";
import { exceptPasses, head, playDescribed, type Service } from "#testing/documents/described-service.ts";
import { json } from "#testing/reference-server/handlers.ts";

// What documents say in more than one way, with a small document for each: a service that follows it passes, another fails.

const {
  bodies,
  schemas,
  queries,
}: Readonly<{
  bodies: readonly Readonly<{ version?: string; schema: unknown; right: unknown; wrong: unknown }>[];
  schemas: unknown;
  queries: Readonly<Record<string, string>>;
}> = parse(readFileSync("testing/documents/openapi-words.yaml", "utf8"));

/** `GET /things`, its answer of this schema. */
function listing(schema: unknown, version?: string): string {
  return `${head(version)}components: { schemas: ${JSON.stringify(schemas)} }
paths: { /things: { get: { operationId: listThings, responses: { "200": { description: Things., content: { application/json: { schema: ${JSON.stringify(schema)} } } } } } } }`;
}

const answering = (value: unknown) => () => json(200, value);

describe("a body is judged by its schema, whose words are", () => {
  test.each(bodies)("$about", async ({ version, schema, right, wrong }) => {
    const document = listing(schema, version);
    const run = await playDescribed(document, answering(right));
    expect([run.outcome, exceptPasses(run)]).toEqual(["conforming", {}]);
    expect(exceptPasses(await playDescribed(document, answering(wrong)))).toEqual({
      "OP:listThings/schema": "fail",
    });
  });

  test.each([
    ["Al", {}],
    ["A", { "OP:listThings/schema": "fail" }],
  ])("in another file of the folder, which refers to a third: %s", async (owner, verdicts) => {
    const files = {
      "parts/thing.yaml":
        'Thing: { type: object, required: [owner], properties: { owner: { $ref: "./owner.json" } } }',
      "parts/owner.json": '{ "type": "string", "minLength": 2 }',
    };
    const document = listing({ $ref: "parts/thing.yaml#/Thing" });
    expect(exceptPasses(await playDescribed(document, answering({ owner }), { files }))).toEqual(verdicts);
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
  const csv = textResponse(200, "text/csv", "id\n");
  const html = textResponse(200, "text/html", "id\n");
  const problem = (text: string, status = 400) => textResponse(status, "application/problem+json", text);
  type Answers = Readonly<Record<string, ServerResponse>>;
  const bySize =
    (answers: Answers): Service =>
    ({ query }) =>
      answers[query.get("size") ?? ""] ??
      (["1", "2", "3"].includes(query.get("size") ?? "1") ? json(200, []) : problem('{"title":"No."}'));

  test.each<readonly [what: string, answers: Answers, failed: readonly string[]]>([
    ["one of several successes", { 3: json(206, { next: 1 }) }, []],
    ["each with its own schema", { 3: json(206, []) }, ["schema"]],
    ["one of several media types, of which JSON alone has a body that is judged", { 3: csv }, []],
    ["no media type that is not there", { 3: html }, ["media-type"]],
    ["a range for what has no status of its own", { 0: problem('{"title":"No."}', 422) }, []],
    ["the schema of that range", { 0: problem("{}") }, ["schema"]],
    ["default for all others", { 1: json(503, { code: 1 }) }, ["bounds/size"]],
    ["the schema of default", { 1: json(503, {}) }, ["schema", "bounds/size"]],
  ])("%s", async (_, answers, failed) => {
    const run = await playDescribed(statuses, bySize(answers));
    const found = Object.entries(exceptPasses(run)).filter(([, verdict]) => verdict === "fail");
    expect(found.map(([id]) => id)).toEqual(failed.map((family) => `OP:listThings/${family}`));
  });
});

describe("arrays and objects stand in a query as their style says:", () => {
  test.each(Object.entries(queries))("%s for %s", async (wanted, parameter) => {
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

test("what it takes to ask is said of each operation: a key, none, another scheme, or a choice", async () => {
  const document = `${head()}security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer }, basic: { type: http, scheme: basic } } }
paths:
  /things: { get: { operationId: listThings, responses: { "200": { description: Things. }, "401": { description: No key. } } } }
  /news: { get: { operationId: news, security: [], responses: { "200": { description: News. } } } }
  /admin: { get: { operationId: admin, security: [{ basic: [] }], responses: { "200": { description: All. } } } }
  /either: { get: { operationId: either, security: [{ basic: [] }, { key: [] }], responses: { "200": { description: All. }, "401": { description: No key. } } } }
`;
  const run = await playDescribed(document, ({ line, hasKey }) =>
    emptyResponse(hasKey || line === "GET /news" ? 200 : 401),
  );
  expect(run.spec.operations).toEqual({ tested: 3, of: 4 });
  expect(exceptPasses(run)).toEqual({ "OP:admin/auth": "untested", "OP:admin/status": "untested" });
  const { reason } = run.verdicts.find(({ id }) => id === "OP:admin/status") ?? {};
  expect(reason).toEqual({ kind: "other-credential", schemes: "basic (HTTP basic)" });
});

test("servers with variables are those of the base address; one of its own is left out, and says so", async () => {
  const document = `${head()}servers: [{ url: "https://{region}.example/{version}", variables: { region: { default: eu, enum: [eu, us] }, version: { default: v1 } } }]
paths:
  /things: { get: { operationId: listThings, responses: { "200": { description: Things. } } } }
  /files: { get: { operationId: listFiles, servers: [{ url: "https://files.example" }], responses: { "200": { description: Files. } } } }
`;
  const run = await playDescribed(document, ({ line }) => emptyResponse(line === "GET /things" ? 200 : 500));
  expect(exceptPasses(run)).toEqual({ "OP:listFiles/status": "untested" });
  expect(run.verdicts.find(({ verdict }) => verdict === "untested")?.reason).toEqual({
    kind: "other-server",
  });
});

test.each([
  ["createPet", "listPets", "get"],
  ["listPets", "createPet", "post"],
])(
  "where a document of the pet store drops %s, which all else needs, what is left is tested, and its requirements do not apply",
  async (dropped, left, method) => {
    const document = `${head()}paths: { /pets: { ${method}: { operationId: ${left}, responses: { "200": { description: Yes., content: { application/json: { schema: { type: array } } } } } } }, /news: { get: { operationId: news, responses: { "200": { description: News. } } } } }`;
    const run = await playDescribed(document, answering([]), { operations: ["createPet"] });
    expect(run.verdicts.find(({ id }) => id === "LIST-1")).toMatchObject({
      verdict: "not-applicable",
      reason: { kind: "nothing-of-the-pet-store", operations: dropped },
    });
    expect(run.verdicts.find(({ id }) => id === `OP:${left}/status`)?.verdict).toBe("pass");
    expect([run.outcome, run.suiteErrors]).toEqual(["conforming", []]);
  },
);
