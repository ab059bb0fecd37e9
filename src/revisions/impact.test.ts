import { describe, expect, test } from "vitest";
import type { Change } from "#core/check/change.ts";
import { specOf } from "#testing/documents/described-service.ts";
import { changesBetween } from "./changes/operation-changes.ts";
import { type Impact, impactOf, type JudgedTwice, type ShownVerdict } from "./impact.ts";
import { revisedRequirements } from "./revised-requirements.ts";
import { sentences } from "./revision-words.ts";

function shown(
  id: string,
  state: ShownVerdict["state"],
  level: ShownVerdict["level"] = "must",
): ShownVerdict {
  return { id, level, text: id, state, because: `because of ${id}` };
}

const server: JudgedTwice = {
  ...{ evidence: "run.ndjson", side: "server", subject: "a server" },
  ...{ before: [shown("LIST-1", "conforms")], after: [shown("LIST-1", "conforms")], called: new Set() },
};

const answer: Change = {
  ...{ operation: "listPets", part: { in: "answer", status: "200" }, member: "[].status" },
  ...{ keyword: "enum", was: undefined, is: "reserved", relation: "wider" },
  place: { file: "new.yaml" },
};
const bound: Change = {
  ...answer,
  ...{ part: { in: "parameter", location: "query", name: "limit" }, member: "" },
  ...{ keyword: "maximum", was: "100", is: "50", relation: "narrower" },
};

function impact(judged: Partial<JudgedTwice>, changes: readonly Change[] = []): Impact {
  const concerned = ({ keyword }: Change) => (keyword === "maximum" ? ["LIST-3"] : ["LIST-1"]);
  return impactOf({ ...server, ...judged }, { changes, concerned, worded: ({ keyword }) => keyword });
}

describe("a server", () => {
  test("that meets every must conforms to the revision", () => {
    expect(impact({})).toMatchObject({ state: "conforms", breaks: [], brokenBefore: [], unknown: [] });
  });

  test("that breaks a must by the newer document alone breaks", () => {
    const found = impact({ after: [shown("LIST-1", "breaks")] });
    expect(found).toMatchObject({ state: "breaks", breaks: [{ id: "LIST-1" }], brokenBefore: [] });
  });

  test("that broke it already is not broken by the revision", () => {
    const broken = [shown("LIST-1", "breaks")];
    expect(impact({ before: broken, after: broken })).toMatchObject({
      state: "broken before",
      breaks: [],
      brokenBefore: [{ id: "LIST-1" }],
    });
  });

  test("is not broken by a should", () => {
    expect(impact({ after: [shown("LIST-1", "breaks", "should")] }).state).toBe("conforms");
  });

  test("is unknown where there is a new parameter, whatever else of the operation it meets", () => {
    const part = { in: "parameter", location: "header", name: "X-Tenant" } as const;
    const tenant: Change = { ...bound, part, keyword: "parameter", was: undefined, is: "required" };
    expect(impact({}, [tenant])).toMatchObject({
      state: "unknown",
      unknown: [{ requirements: [], because: "parameter" }],
    });
  });

  test("is unknown where a must is no longer shown, and not where it never was", () => {
    const after = [shown("LIST-1", "unknown"), shown("LIST-2", "unknown")];
    expect(
      impact({ before: [shown("LIST-1", "conforms"), shown("LIST-2", "unknown")], after }),
    ).toMatchObject({
      state: "unknown",
      unknown: [{ requirements: ["LIST-1"], because: "because of LIST-1" }],
    });
  });

  test("is unknown where a change asks for what no verdict is about", () => {
    expect(impact({}, [bound]).unknown).toEqual([{ requirements: [], because: "maximum" }]);
  });
});

describe("a client", () => {
  const client = { side: "client", called: new Set(["listPets"]) } as const;

  test("has not met answers that only the newer document allows", () => {
    expect(impact(client, [answer, bound])).toMatchObject({
      state: "unknown",
      unknown: [{ requirements: [], because: "enum" }],
    });
  });

  test("need not meet answers of operations that it never calls", () => {
    expect(impact({ ...client, called: new Set(["createPet"]) }, [answer]).state).toBe("conforms");
  });
});

const things = `openapi: 3.1.0
info: { title: Things, version: "1" }
servers: [{ url: "https://things.example/v1" }]
security: [{ login: [read] }]
components: { securitySchemes: { login: { type: oauth2, flows: {} }, key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /things:
    post:
      operationId: addThing
      parameters:
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: size, in: query, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string }, parts: { type: array } } } } } }
      responses:
        "200":
          description: It.
          headers: { X-Count: { required: true, schema: { type: integer } } }
          content:
            application/json: { schema: { type: object, properties: { kind: { type: string } } } }
            text/csv: {}
`;

/** `breaking/none OP:addThing/auth: …`, a line for each requirement. */
async function told(before: string, after: string): Promise<readonly string[]> {
  expect(after).not.toBe(before);
  const changes = changesBetween(await specOf(before), await specOf(after));
  const lines = revisedRequirements(changes, { requirements: [], concerned: () => [] });
  return lines.map((one) => `${one.server}/${one.client} ${one.id}: ${sentences(one.changes).join(" ")}`);
}

/** What is replaced by what; how the one revision, and then the other way round, is reported. */
const pairs: readonly (readonly [from: string, to: string, there: string, back: string])[] = [
  [
    "login: [read]",
    "login: [read, write]",
    "breaking/breaking OP:addThing/auth: addThing: scope write required. Server: require it. Client: send a token that has it.",
    "breaking/none OP:addThing/auth: addThing: scope write no longer required. Server: serve without it. Client: nothing.",
  ],
  [
    "{ login: [read] }]",
    "{ login: [read] }, { key: [] }]",
    "breaking/additive OP:addThing/auth: addThing: apiKey header X-Key accepted too. Server: accept it. Client: may send it.",
    "breaking/breaking OP:addThing/auth: addThing: apiKey header X-Key no longer accepted. Server: reject it. Client: send another.",
  ],
  [
    "in: query, schema: { type: array",
    "in: query, explode: false, schema: { type: array",
    "breaking/breaking OP:addThing/parameters/tags: addThing, query parameter tags: style form, was form exploded. Server: apply it. Client: follow it.",
    "breaking/breaking OP:addThing/parameters/tags: addThing, query parameter tags: style form exploded, was form. Server: apply it. Client: follow it.",
  ],
  [
    "example/v1",
    "example/v2",
    "breaking/breaking servers: every operation: servers /v2, was /v1. Server: serve it there. Client: send requests there.",
    "breaking/breaking servers: every operation: servers /v1, was /v2. Server: serve it there. Client: send requests there.",
  ],
  [
    "X-Count: { required: true",
    "X-Count: { required: false",
    "additive/breaking OP:addThing/headers: addThing, header X-Count of 200: no longer required. Server: may answer so. Client: do without it.",
    "breaking/none OP:addThing/headers: addThing, header X-Count of 200: required. Server: answer so. Client: nothing.",
  ],
  [
    "type: array }",
    "type: array, minItems: 2 }",
    "breaking/breaking OP:addThing/body: addThing, request body, parts: minItems 2, had none. Server: apply it. Client: send nothing else.",
    "breaking/additive OP:addThing/body: addThing, request body, parts: no minItems, was 2. Server: accept it. Client: may send it.",
  ],
  [
    "schema: { type: object, properties: { name",
    "schema: { type: object, maxProperties: 3, properties: { name",
    "breaking/breaking OP:addThing/body: addThing, request body: maxProperties 3, had none. Server: apply it. Client: send nothing else.",
    "breaking/additive OP:addThing/body: addThing, request body: no maxProperties, was 3. Server: accept it. Client: may send it.",
  ],
  [
    "name: { type: string }",
    "name: { type: string, readOnly: true }",
    "none/breaking OP:addThing/body: addThing, request body, name: read-only. Server: nothing. Client: stop sending it.",
    "breaking/additive OP:addThing/body: addThing, request body, name: no longer read-only. Server: accept it. Client: may send it.",
  ],
  [
    "kind: { type: string }",
    "kind: { type: string, writeOnly: true }",
    "breaking/breaking OP:addThing/schema: addThing, answer 200, kind: write-only. Server: stop sending it. Client: do without it.",
    "additive/additive OP:addThing/schema: addThing, answer 200, kind: no longer write-only. Server: may send it. Client: may read it.",
  ],
  [
    "properties: { kind",
    "discriminator: { propertyName: kind }, properties: { kind",
    'breaking/none OP:addThing/schema: addThing, answer 200: discriminator {"propertyName":"kind"}, had none. Server: answer so. Client: nothing.',
    'additive/breaking OP:addThing/schema: addThing, answer 200: no discriminator, was {"propertyName":"kind"}. Server: may answer so. Client: handle it.',
  ],
  [
    "      responses:",
    '      callbacks: { done: { "{$request.query.size}": { post: { responses: { "200": { description: Heard. } } } } } }\n      responses:',
    "breaking/additive OP:addThing/callbacks: addThing: callbacks, new. Server: send them. Client: may receive them.",
    "none/breaking OP:addThing/callbacks: addThing: callbacks are gone. Server: nothing. Client: be without them.",
  ],
  [
    "operationId: addThing",
    "operationId: addThing\n      x-stability: beta",
    "none/additive OP:addThing/x-stability: addThing: x-stability beta, had none. Server: nothing. Client: expect changes.",
    "none/none OP:addThing/x-stability: addThing: no x-stability, was beta. Server: nothing. Client: nothing.",
  ],
  [
    "            text/csv: {}\n",
    "",
    "breaking/breaking OP:addThing/media-type: addThing, answer 200: media type text/csv is gone. Server: answer otherwise. Client: accept another.",
    "additive/additive OP:addThing/media-type: addThing, answer 200: media type text/csv, new. Server: may answer so. Client: may accept it.",
  ],
  [
    "requestBody: {",
    "requestBody: { required: true,",
    "breaking/breaking OP:addThing/body: addThing, request body: required. Server: require it. Client: send it.",
    "breaking/additive OP:addThing/body: addThing, request body: no longer required. Server: accept it. Client: may send it.",
  ],
  [
    "name: size, in: query, schema: { type: string }",
    "name: size, in: query, schema: { type: string, enum: [z] }",
    "breaking/breaking OP:addThing/parameters/size: addThing, query parameter size: only z allowed. Server: apply it. Client: send nothing else.",
    "breaking/additive OP:addThing/parameters/size: addThing, query parameter size: not only z allowed. Server: accept it. Client: may send it.",
  ],
];

test.each(pairs)(
  "%s becomes %s: who has to do what, and the other way round",
  async (from, to, there, back) => {
    const after = things.replace(from, to);
    expect([await told(things, after), await told(after, things)]).toEqual([[there], [back]]);
  },
);

test("what is read alone is nothing to answers, and what is written alone nothing to requests", async () => {
  const written = things.replace("name: { type: string }", "name: { type: string, writeOnly: true }");
  const read = things.replace("kind: { type: string }", "kind: { type: string, readOnly: true }");
  expect([...(await told(things, written)), ...(await told(things, read))]).toEqual([]);
});
