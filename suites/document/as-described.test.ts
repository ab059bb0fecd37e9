import { describe, expect, test } from "vitest";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { play } from "#proof/play.ts";
import { emptyResponse } from "#reference-server/message.ts";
import {
  createReferenceServer,
  type ReferenceServer,
  type ServerRequest,
  type ServerResponse,
} from "#reference-server/server.ts";
import { reasonInWords } from "#report/words/why-in-words.ts";
import {
  described,
  exceptPasses,
  head,
  playDescribed,
  type Service,
  securedHead,
} from "#testing/documents/described-service.ts";
import { correct } from "#testing/proof/bed.ts";
import { json } from "#testing/reference-server/handlers.ts";

describe("an array in a query is tried with one item:", () => {
  const document = `${securedHead}paths: { /things: { get: { operationId: listThings, parameters: [{ name: sizes, in: query, schema: { type: array, items: { type: integer, minimum: 1, maximum: 9 } } }], responses: { "200": { description: Things. }, "400": { description: No. }, "401": { description: No key. } } } } }`;
  const service =
    (answer: (sizes: readonly number[]) => number): Service =>
    ({ query, hasKey }) =>
      emptyResponse(hasKey ? answer(query.getAll("sizes").map(Number)) : 401);
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

test("where the document says that no key is needed, a request without one is served", async () => {
  const document = `${securedHead}paths: { /news: { get: { operationId: news, security: [], responses: { "200": { description: News. } } } } }`;
  expect(exceptPasses(await playDescribed(document, () => emptyResponse(200)))).toEqual({});
  const run = await playDescribed(document, ({ hasKey }) => emptyResponse(hasKey ? 200 : 401));
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
      expect(exceptPasses(await playDescribed(asked(security), () => emptyResponse(200)))).toEqual({
        "OP:news/auth": "fail",
      });
    },
  );

  test.each([401, 403, 404, 302])("a %i is no success, and so right", async (status) => {
    const run = await playDescribed(asked("login"), ({ hasKey }) => emptyResponse(hasKey ? 200 : status));
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
      if (!hasKey) return emptyResponse(401);
      if (line === "POST /things") {
        held.add("/things/7");
        return { ...json(made, { id: 7 }) };
      }
      const [method, path = ""] = line.split(" ");
      if (!held.has(path)) return emptyResponse(404);
      if (method === "DELETE") held.delete(path);
      const type = headers.find(([name]) => name === "Content-Type")?.[1];
      return emptyResponse(method === "PATCH" && type !== "application/merge-patch+json" ? 415 : 204);
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
      return emptyResponse(422);
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
    ...emptyResponse(200),
    headers: [["Content-Type", "image/png"]],
    body: new Uint8Array([1]),
  }));
  expect(run.outcome).toBe("conforming");
  expect(exceptPasses(run)).toEqual({ "OP:logo/schema": "untested", "OP:logo/headers": "untested" });
});

const own = embeddedText("suites/petstore/openapi.yaml");
const limit = "        - name: limit\n";

function withParameter(parameter: string): string {
  const document = own.replace(limit, `        - { ${parameter} }\n${limit}`);
  expect(document).not.toBe(own);
  return document;
}

/** What stands in place of the answer of the pet store, but for its headers; undefined where that is sent. */
type Answer = (request: ServerRequest) => ServerResponse | undefined;

/** A run by a revision of the pet store's document, without what is untested by the pet store's own. */
async function found(document: string, answer: Answer, inputs: readonly string[] = []) {
  const declared = { inputs };
  const run = await play(
    { ...correct, stage: { plan: "business" } },
    {
      ...(await described(document, { declared })),
      serve: (given) => {
        const pets = createReferenceServer(given);
        return { handle: (request) => answered(answer, request, pets) };
      },
      options: { profile: "standard", declared },
    },
  );
  expect(run.suiteErrors).toEqual([]);
  const all = Object.entries(exceptPasses(run));
  const named = all.filter(([id, verdict]) => id.startsWith("OP:") || verdict === "fail");
  return { run, named: Object.fromEntries(named) };
}

async function answered(answer: Answer, request: ServerRequest, pets: ReferenceServer) {
  const own = await pets.handle(request);
  const { status, body } = answer(request) ?? own;
  return { status, body, headers: own.headers.filter(([name]) => name.toLowerCase() !== "content-length") };
}

const ignoring: Answer = () => undefined;
const asked = ({ target }: ServerRequest, name: string) =>
  new URLSearchParams(target.split("?")[1] ?? "").get(name);

describe("a filter that a revision adds to listPets", () => {
  const document = withParameter("name: name, in: query, schema: { type: string }").replace(
    '        "401":',
    '        "400": { description: No. }\n        "401":',
  );

  test("is untested by name where no value of it is known", async () => {
    const { run, named } = await found(document, ignoring);
    expect(named).toEqual({ "OP:listPets/values/name": "untested" });
    expect(run.verdicts.find(({ id }) => id === "OP:listPets/values/name")).toMatchObject({
      reason: { kind: "no-value", name: "name" },
      remedy: { options: [{ option: "input", value: "name=VALUE" }] },
    });
  });

  test.each<readonly [string, ServerResponse, Readonly<Record<string, string>>]>([
    ["a service that filters passes: no requirement of the pet store reads its list", json(200, []), {}],
    ["one that crashes fails", json(500, {}), { "OP:listPets/values/name": "fail" }],
    ["one that answers with something else fails", json(200, {}), { "OP:listPets/values/name": "fail" }],
    [
      "one that rejects the value shows nothing",
      json(400, { code: "no", message: "No.", status: 400 }),
      { "OP:listPets/values/name": "untested" },
    ],
  ])("is sent with --input: %s", async (_, answer, expected) => {
    const filtered: Answer = (request) => (asked(request, "name") === "Rex" ? answer : undefined);
    const { named } = await found(document, filtered, ["listPets/name=Rex"]);
    expect(named).toEqual(expected);
  });
});

test("a bound of a parameter that a revision adds is tried", async () => {
  const document = withParameter(
    "name: offset, in: query, schema: { type: integer, minimum: 0, maximum: 9 }",
  );
  const right: Answer = (request) =>
    /^[0-9]?$/.test(asked(request, "offset") ?? "")
      ? undefined
      : json(400, { code: "offset", message: "No.", status: 400 });
  expect((await found(document, right)).named).toEqual({});
  expect((await found(document, ignoring)).named).toEqual({ "OP:listPets/bounds/offset": "fail" });
});

test("a header that a revision requires of lists is looked for", async () => {
  const document = own.replace(
    "          headers: &rateLimitHeaders\n",
    "          headers: &rateLimitHeaders\n            X-Total-Count: { required: true, schema: { type: integer } }\n",
  );
  const { named } = await found(document, ignoring);
  expect(named).toMatchObject({ "OP:listPets/headers": "fail" });
});

test("what a revision adds to creates is sent with wrong values alone, and the rest untested by name", async () => {
  const document = own.replace(
    "        name: { type: string, description",
    "        tag: { type: string }\n        name: { type: string, description",
  );
  expect((await found(document, ignoring)).named).toEqual({
    "CREATE-6": "fail",
    "OP:createPet/fields/tag": "untested",
  });
});

const deletePet = `    delete:
      operationId: deletePet
      parameters: [{ name: petId, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses:
        "204": { description: Gone. }
        "400": { $ref: "#/paths/~1pets/post/responses/400" }
        "401": { $ref: "#/components/responses/Unauthorized" }
        "404": { $ref: "#/paths/~1pets/post/responses/400" }
`;

test("a pet that the document lets the run delete is none that the pet store's requirements follow", async () => {
  const own = embeddedText("suites/petstore/openapi.yaml");
  const document = own.replace("  /store/orders:\n", `${deletePet}  /store/orders:\n`);
  const declared = { operations: ["deletePet"] };
  const deleted = new Set<string>();
  /** The service before it deletes anything, and what is deleted taken out of its answers. */
  const handleBy = (pets: ReferenceServer) => async (request: ServerRequest) => {
    const id = /^\/v1\/pets\/(\d+)$/.exec(request.target)?.[1] ?? "";
    const read = await pets.handle({ ...request, method: request.method.replace("DELETE", "GET") });
    const text = deleted.has(id)
      ? '{"code":"gone","message":"No pet has this id.","status":404}'
      : [...deleted].reduce(
          (list, one) => list.replace(new RegExp(`,\\{"id":${one},[^}]*\\}`), ""),
          new TextDecoder().decode(read.body),
        );
    const status = read.status === 200 && deleted.has(id) ? 404 : read.status;
    const headers = read.headers.filter(([name]) => name.toLowerCase() !== "content-length");
    if (request.method !== "DELETE" || status !== 200)
      return { status, headers, body: new TextEncoder().encode(text) };
    deleted.add(id);
    return { status: 204, headers, body: new Uint8Array() };
  };
  const run = await play(
    { ...correct, stage: { plan: "business" } },
    {
      ...(await described(document, { declared })),
      serve: (given) => ({ handle: handleBy(createReferenceServer(given)) }),
      options: { profile: "standard", declared },
    },
  );
  expect([...deleted]).toHaveLength(1);
  expect([run.outcome, run.suiteErrors]).toEqual(["conforming", []]);
  const found = Object.entries(exceptPasses(run)).filter(([, verdict]) => verdict === "fail");
  expect(found).toEqual([]);
});
