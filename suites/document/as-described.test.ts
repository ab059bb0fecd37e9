import { describe, expect, test } from "vitest";
import { embeddedText } from "#core/contract/embedded-text.ts";
import {
  emptyResponse,
  type ServerRequest,
  type ServerResponse,
  textResponse,
} from "#reference-server/message.ts";
import { reasonInWords } from "#report/words/why-in-words.ts";
import {
  described,
  exceptPasses,
  foundOf,
  head,
  ofThings,
  playDescribed,
  type Service,
  securedHead,
} from "#testing/documents/described-service.ts";
import { correct, playOn, type Served } from "#testing/proof/bed.ts";
import { bodyOf, inFrontOf, json, withBody } from "#testing/reference-server/handlers.ts";

describe("an array in a query is tried with one item:", () => {
  const document = ofThings(
    '"200": { description: Things. }, "400": { description: No. }',
    "parameters: [{ name: sizes, in: query, schema: { type: array, items: { type: integer, minimum: 1, maximum: 9 } } }]",
  );
  const isAllowed = (size: number) => Number.isInteger(size) && size >= 1 && size <= 9;

  test.each([
    ["a service that is right passes", 200, 400, {}],
    ["a crash on an item that is not allowed", 200, 500, { "OP:listThings/parameters/sizes": "fail" }],
    ["a crash on one that is", 500, 400, { "OP:listThings/status": "fail" }],
  ])("%s", async (_, allowed, refused, verdicts) => {
    const answer: Service = ({ query }) => {
      const sizes = query.getAll("sizes").map(Number);
      return emptyResponse(sizes.length === 0 ? 200 : sizes.every(isAllowed) ? allowed : refused);
    };
    const bounds = Object.keys(verdicts).length === 0 ? {} : { "OP:listThings/bounds/sizes": "fail" };
    expect(await foundOf(document, answer)).toEqual({ ...verdicts, ...bounds });
  });
});

test.each([
  ["", 200, {}],
  ["", 401, { "OP:news/auth": "fail" }],
  ["{ key: [] }", 200, { "OP:news/auth": "fail" }],
  ["{ login: [] }", 200, { "OP:news/auth": "fail" }],
  ["{ single: [] }", 200, { "OP:news/auth": "fail" }],
  ["{ login: [] }", 401, {}],
  ["{ login: [] }", 302, {}],
  ["{ login: [] }", 404, {}],
])(
  "where the document asks for [%s], and has no status for a missing key, %i without one is judged",
  async (security, status, verdicts) => {
    const document = `${head()}
components: { securitySchemes: { key: { type: http, scheme: bearer }, login: { type: oauth2, flows: {} }, single: { type: openIdConnect, openIdConnectUrl: "https://login.example" } } }
paths: { /news: { get: { operationId: news, security: [${security}], responses: { "200": { description: News. }, "404": { description: None. } } } } }`;
    const run = await playDescribed(document, ({ hasKey }) => emptyResponse(hasKey ? 200 : status));
    expect(exceptPasses(run)).toEqual(verdicts);
  },
);

test.each([
  [201, {}],
  [200, { "OP:createThing/status": "fail" }],
])(
  "what was created, answered by %i, is changed with the media type that the document gives, and deleted at the end",
  async (made, verdicts) => {
    const document = `${securedHead}paths:
  /things:
    post: { operationId: createThing, requestBody: { required: true, content: { application/json: { schema: { type: object }, example: { size: 0, note: "${"long ".repeat(20)}", more: true } } } }, responses: { "201": { description: Made. }, "401": { description: No key. } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    delete: { operationId: deleteThing, responses: { "204": { description: Gone. }, "401": { description: No key. }, "404": { description: None. } } }
    patch: { operationId: patchThing, requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object }, example: { size: 2 } } } }, responses: { "204": { description: Done. }, "401": { description: No key. }, "404": { description: None. } } }
`;
    let isHeld = false;
    const answer: Service = ({ line, headers }) => {
      if (line === "POST /things") isHeld = true;
      if (line === "POST /things") return json(made, { id: 7 });
      if (!isHeld || !line.endsWith("/things/7")) return emptyResponse(404);
      isHeld = !line.startsWith("DELETE");
      const isPatch = headers.some(([, value]) => value === "application/merge-patch+json");
      return emptyResponse(line.startsWith("PATCH") && !isPatch ? 415 : 204);
    };
    const operations = ["createThing", "deleteThing", "patchThing"];
    expect(await foundOf(document, answer, { operations })).toEqual(verdicts);
  },
);

test("an example that the document itself does not allow is not sent, and the reason says so", async () => {
  const document = `${securedHead}paths:
  /reports: { get: { operationId: report, parameters: [{ name: month, in: query, required: true, example: May, schema: { type: string, pattern: "^[0-9]+$" } }], responses: { "200": { description: It. } } } }
  /things: { post: { operationId: createThing, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [size] }, example: { size1: 2 } } } }, responses: { "201": { description: Made. } } } }
`;
  const asked: string[] = [];
  const service: Service = ({ line }) => {
    asked.push(line);
    return emptyResponse(422);
  };
  const run = await playDescribed(document, service, { operations: ["createThing"] });
  expect(asked).toEqual([]);
  const reasons = run.verdicts.map((verdict) => reasonInWords(verdict, run.words));
  expect(reasons).toContain("the document does not allow its own example of the query parameter month");
  expect(reasons).toContain("the document does not allow its own example of its body");
});

test("what no answer was described for is untested: no service is unfinished for it", async () => {
  const document = `${securedHead}paths: { /logo: { get: { operationId: logo, security: [], responses: { "200": { description: It., content: { image/png: {} } }, default: { description: No., headers: { Retry-After: { schema: { type: integer } } }, content: { application/json: { schema: { type: object } } } } } } } }`;
  const run = await playDescribed(document, () => textResponse(200, "image/png", "PNG"));
  expect(run.outcome).toBe("conforming");
  expect(exceptPasses(run)).toEqual({ "OP:logo/schema": "untested", "OP:logo/headers": "untested" });
});

const own = embeddedText("suites/petstore/openapi.yaml");

/** The pet store's document with more in front of a text. */
function withMore(more: string, before: string): string {
  expect(own).toContain(before);
  return own.replace(before, `${more}${before}`);
}

const withParameter = (parameter: string) =>
  withMore(`        - { ${parameter} }\n`, "        - name: limit\n");

/** What is answered in place of what the pet store answers; undefined where that is sent. */
type Answer = (request: ServerRequest, own: ServerResponse) => ServerResponse | undefined;

/** A run by a revision of the pet store's document, without what is untested by the pet store's own. */
async function found(document: string, answer: Answer, declared: Record<string, readonly string[]> = {}) {
  const serve: Served["serve"] = (given) =>
    inFrontOf(given, async (request, pass) => {
      // A DELETE is asked for as the read of what it deletes.
      const own = await pass({ method: request.method.replace("DELETE", "GET") });
      const headers = own.headers.filter(([name]) => name.toLowerCase() !== "content-length");
      const { status, body } = answer(request, own) ?? own;
      return { status, body, headers };
    });
  const server = { ...correct, stage: { plan: "business" }, serve } as const;
  const judgedBy = await described(document, { declared });
  const run = await playOn(server, { profile: "standard", declared }, judgedBy);
  expect(run.suiteErrors).toEqual([]);
  const all = Object.entries(exceptPasses(run));
  const named = all.filter(([id, verdict]) => id.startsWith("OP:") || verdict === "fail");
  return { run, named: Object.fromEntries(named) };
}

const ignoring: Answer = () => undefined;
const asked = ({ target }: ServerRequest, name: string) =>
  new URLSearchParams(target.split("?")[1] ?? "").get(name);
const refusal = json(400, { code: "no", message: "No.", status: 400 });

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
    ["one that rejects the value shows nothing", refusal, { "OP:listPets/values/name": "untested" }],
  ])("is sent with --input: %s", async (_, answer, expected) => {
    const filtered: Answer = (request) => (asked(request, "name") === "Rex" ? answer : undefined);
    expect((await found(document, filtered, { inputs: ["listPets/name=Rex"] })).named).toEqual(expected);
  });
});

test("a bound of a parameter that a revision adds is tried", async () => {
  const document = withParameter(
    "name: offset, in: query, schema: { type: integer, minimum: 0, maximum: 9 }",
  );
  const right: Answer = (request) => (/^[0-9]?$/.test(asked(request, "offset") ?? "") ? undefined : refusal);
  expect((await found(document, right)).named).toEqual({});
  expect((await found(document, ignoring)).named).toEqual({ "OP:listPets/bounds/offset": "fail" });
});

test.each([
  [
    "a header that it requires of lists, creates and reads is looked for",
    "            X-Total-Count: { required: true, schema: { type: integer } }\n",
    "            X-RateLimit-Limit:",
    { "OP:listPets/headers": "fail", "OP:createPet/headers": "fail", "OP:getPet/headers": "fail" },
  ],
  [
    "a field of creates is sent with wrong values alone, and the rest is untested by name",
    "        tag: { type: string }\n",
    "        name: { type: string, description",
    { "CREATE-6": "fail", "OP:createPet/fields/tag": "untested" },
  ],
])("of what a revision adds, %s", async (_, more, before, verdicts) => {
  expect((await found(withMore(more, before), ignoring)).named).toEqual(verdicts);
});

test("a pet that the document lets the run delete is none that the pet store's requirements follow", async () => {
  const deletePet = `    delete:
      operationId: deletePet
      parameters: [{ name: petId, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses:
        "204": { description: Gone. }
        "400": { $ref: "#/paths/~1pets/post/responses/400" }
        "401": { $ref: "#/components/responses/Unauthorized" }
        "404": { $ref: "#/paths/~1pets/post/responses/400" }
`;
  const deleted = new Set<string>();
  const answer: Answer = ({ method, target }, own) => {
    const id = /^\/v1\/pets\/(\d+)$/.exec(target)?.[1] ?? "";
    if (own.status === 200 && deleted.has(id))
      return json(404, { code: "gone", message: "No.", status: 404 });
    if (own.status === 200 && method === "DELETE") {
      deleted.add(id);
      return emptyResponse(204);
    }
    const withoutDeleted = (list: string, one: string) =>
      list.replace(new RegExp(`,\\{"id":${one},[^}]*\\}`), "");
    return withBody(own, [...deleted].reduce(withoutDeleted, bodyOf(own)));
  };
  const operations = ["deletePet"];
  const { run, named } = await found(withMore(deletePet, "  /store/orders:\n"), answer, { operations });
  expect([deleted.size, run.outcome]).toEqual([1, "conforming"]);
  expect(Object.values(named)).not.toContain("fail");
});
