import { expect, test } from "vitest";
import { jsonNode } from "#testing/suites/json-node.ts";
import type { KnownDocument } from "../contract.ts";
import { loadDocument } from "./load.ts";

const anyService: KnownDocument = {
  file: "openapi.yaml",
  embedded: () => 'openapi: 3.1.0\ninfo: { title: None, version: "1" }\npaths: {}',
  operations: [],
  check: () => undefined,
  openInBody: () => [],
  looser: () => [],
};

/** Why the answer of `GET /things` is not as a document with this schema has it. */
async function problems(schema: string, body: string, more = ""): Promise<readonly string[]> {
  const text = `openapi: 3.0.3
info: { title: Things, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      responses:
        "200":
          description: Things.
          content: { application/json: { schema: ${schema} } }
${more}`;
  const contract = await loadDocument(anyService, {
    spec: "https://example.com/openapi.yaml",
    fetchText: async () => text,
  });
  const found = contract.others.get("listThings")?.answer(200)?.validate(jsonNode(body)) ?? [];
  return found.map(({ pointer, expected }) => `${pointer} ${expected}`);
}

test("nullable lets a value be null, one of an enum too, and a member may have that name", async () => {
  const schema =
    "{ properties: { a: { type: string, nullable: true, enum: [x] }, nullable: { type: boolean } } }";
  expect(await problems(schema, '{"a":null,"nullable":true}')).toEqual([]);
  expect(await problems(schema, '{"a":1,"nullable":1}')).toHaveLength(2);
});

test("nullable beside a reference lets a value be null, too", async () => {
  const schemas = "components: { schemas: { Word: { type: string, enum: [x] } } }";
  const word = '{ $ref: "#/components/schemas/Word" }';
  const schema = `{ properties: { a: { nullable: true, allOf: [${word}] }, b: { nullable: true, ${word.slice(2)}, c: ${word} } }`;
  expect(await problems(schema, '{"a":null,"b":null,"c":"x"}', schemas)).toEqual([]);
  expect(await problems(schema, '{"a":"y","b":1,"c":null}', schemas)).toHaveLength(3);
});

test("an exclusive bound of OpenAPI 3.0 is one", async () => {
  const schema = "{ type: integer, minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false }";
  expect(await problems(schema, "1")).toHaveLength(1);
  expect(await problems(schema, "2")).toEqual([]);
  expect(await problems(schema, "5")).toEqual([]);
});

test("what stands beside a reference in OpenAPI 3.0 is left out", async () => {
  const schemas = "components: { schemas: { Word: { type: string } } }";
  const schema = '{ properties: { a: { $ref: "#/components/schemas/Word", maxLength: 1 } } }';
  expect(await problems(schema, '{"a":"long"}', schemas)).toEqual([]);
});

test("a discriminator chooses one of several schemas that a body satisfies alike", async () => {
  const schemas = `components:
  schemas:
    Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string }, tricks: { type: integer } } }`;
  const schema = `{ oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: kind, mapping: { dog: "#/components/schemas/Dog" } } }`;
  expect(await problems(schema, '{"kind":"dog"}', schemas)).toEqual([]);
  expect(await problems(schema, '{"kind":"dog","lives":"nine"}', schemas)).toEqual([]);
  expect(await problems(schema, '{"kind":"Cat","lives":"nine"}', schemas)).not.toEqual([]);
});

test("an answer need not hold what only requests do", async () => {
  const schema =
    "{ required: [id, secret], properties: { id: { type: integer }, secret: { type: string, writeOnly: true } } }";
  expect(await problems(schema, '{"id":1}')).toEqual([]);
  expect(await problems(schema, "{}")).toEqual(["/id the required field `id`"]);
});
