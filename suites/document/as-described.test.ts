import { describe, expect, test } from "vitest";
import { reasonInWords } from "#report/words/why-in-words.ts";
import {
  empty,
  exceptPasses,
  head,
  json,
  playDescribed,
  type Service,
  securedHead,
} from "#testing/documents/described-service.ts";

describe("an array in a query is tried with one item:", () => {
  const document = `${securedHead}paths: { /things: { get: { operationId: listThings, parameters: [{ name: sizes, in: query, schema: { type: array, items: { type: integer, minimum: 1, maximum: 9 } } }], responses: { "200": { description: Things. }, "400": { description: No. }, "401": { description: No key. } } } } }`;
  const service =
    (answer: (sizes: readonly number[]) => number): Service =>
    ({ query, hasKey }) =>
      empty(hasKey ? answer(query.getAll("sizes").map(Number)) : 401);
  const isAllowed = (size: number) => Number.isInteger(size) && size >= 1 && size <= 9;

  test.each([
    ["one that is right passes", (all: readonly number[]) => (all.every(isAllowed) ? 200 : 400), {}],
    [
      "a crash on an item that is not allowed",
      (all: readonly number[]) => (all.every(isAllowed) ? 200 : 500),
      { "OP:listThings/parameters/sizes": "fail", "OP:listThings/bounds/sizes": "fail" },
    ],
    [
      "a crash on one that is",
      (all: readonly number[]) => (all.length === 0 ? 200 : all.every(isAllowed) ? 500 : 400),
      { "OP:listThings/status": "fail", "OP:listThings/bounds/sizes": "fail" },
    ],
  ])("%s", async (_, answer, found) => {
    expect(exceptPasses(await playDescribed(document, service(answer)))).toEqual(found);
  });
});

test("a header outside its bounds is rejected by a 4xx of any kind: it is not what the document allows", async () => {
  const document = `${securedHead}paths: { /things: { get: { operationId: listThings, parameters: [{ name: X-Tenant, in: header, required: true, schema: { type: string, enum: [red, blue] } }], responses: { "200": { description: Things. }, "401": { description: No key. } } } } }`;
  const run = await playDescribed(document, ({ headers, hasKey }) => {
    const tenant = headers.find(([name]) => name === "X-Tenant")?.[1] ?? "";
    return empty(!hasKey ? 401 : ["red", "blue"].includes(tenant) ? 200 : 403);
  });
  expect(exceptPasses(run)).toEqual({});
});

test("where the document says that no key is needed, a request without one is served", async () => {
  const document = `${securedHead}paths: { /news: { get: { operationId: news, security: [], responses: { "200": { description: News. } } } } }`;
  expect(exceptPasses(await playDescribed(document, () => empty(200)))).toEqual({});
  const run = await playDescribed(document, ({ hasKey }) => empty(hasKey ? 200 : 401));
  expect(exceptPasses(run)).toEqual({ "OP:news/auth": "fail" });
});

describe("where no status is described for a missing key:", () => {
  const asked = (security: string) =>
    `${head()}security: [{ ${security}: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer }, login: { type: oauth2, flows: {} }, single: { type: openIdConnect, openIdConnectUrl: "https://login.example" } } }
paths: { /news: { get: { operationId: news, responses: { "200": { description: News. }, "404": { description: None. } } } } }`;

  test.each(["key", "login", "single"])(
    "%s: whoever has none is let in by no right service",
    async (security) => {
      expect(exceptPasses(await playDescribed(asked(security), () => empty(200)))).toEqual({
        "OP:news/auth": "fail",
      });
    },
  );

  test.each([401, 403, 404, 302])("a %i is no success, and so right", async (status) => {
    const run = await playDescribed(asked("login"), ({ hasKey }) => empty(hasKey ? 200 : status));
    expect(exceptPasses(run)).toEqual({});
  });
});

describe("what writes", () => {
  const document = `${securedHead}paths:
  /things:
    post: { operationId: createThing, requestBody: { required: true, content: { application/json: { schema: { type: object }, example: { size: 0, note: "${"long ".repeat(20)}", more: true } } } }, responses: { "201": { description: Made. }, "401": { description: No key. } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    delete: { operationId: deleteThing, responses: { "204": { description: Gone. }, "401": { description: No key. }, "404": { description: None. } } }
    patch: { operationId: patchThing, requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object }, example: { size: 2 } } } }, responses: { "204": { description: Done. }, "401": { description: No key. }, "404": { description: None. } } }
`;
  const service = (made = 201): Service => {
    const held = new Set<string>();
    return ({ line, hasKey, headers }) => {
      if (!hasKey) return empty(401);
      if (line === "POST /things") {
        held.add("/things/7");
        return { ...json(made, { id: 7 }) };
      }
      const [method, path = ""] = line.split(" ");
      if (!held.has(path)) return empty(404);
      if (method === "DELETE") held.delete(path);
      const type = headers.find(([name]) => name === "Content-Type")?.[1];
      return empty(method === "PATCH" && type !== "application/merge-patch+json" ? 415 : 204);
    };
  };
  const options = { operations: ["createThing", "deleteThing", "patchThing"] };

  test("deletes what it created at the end, and sends a body as the media type that the document gives", async () => {
    expect(exceptPasses(await playDescribed(document, service(), options))).toEqual({});
  });

  test("is judged by its status, whatever the document's example holds", async () => {
    const run = await playDescribed(document, service(200), options);
    expect(exceptPasses(run)["OP:createThing/status"]).toBe("fail");
  });
});

test("an example that the document itself does not allow is not sent, and the reason says so", async () => {
  const document = `${securedHead}paths:
  /reports: { get: { operationId: report, parameters: [{ name: month, in: query, required: true, example: May, schema: { type: string, pattern: "^[0-9]+$" } }], responses: { "200": { description: It. } } } }
  /things: { post: { operationId: createThing, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [size] }, example: { size1: 2 } } } }, responses: { "201": { description: Made. } } } }
`;
  const asked: string[] = [];
  const run = await playDescribed(
    document,
    ({ line }) => {
      asked.push(line);
      return empty(422);
    },
    { operations: ["createThing"] },
  );
  expect(asked).toEqual([]);
  const reasons = run.verdicts.map((verdict) => reasonInWords(verdict, run.words));
  expect(reasons).toContain("the document does not allow its own example of the query parameter month");
  expect(reasons).toContain("the document does not allow its own example of its body");
});

test("what no answer was described for is untested: no service is unfinished for it", async () => {
  const document = `${securedHead}paths: { /logo: { get: { operationId: logo, security: [], responses: { "200": { description: It., content: { image/png: {} } }, default: { description: No., headers: { Retry-After: { schema: { type: integer } } }, content: { application/json: { schema: { type: object } } } } } } } }`;
  const run = await playDescribed(document, () => ({
    ...empty(200),
    headers: [["Content-Type", "image/png"]],
    body: new Uint8Array([1]),
  }));
  expect(run.outcome).toBe("conforming");
  expect(exceptPasses(run)).toEqual({ "OP:logo/schema": "untested", "OP:logo/headers": "untested" });
});
