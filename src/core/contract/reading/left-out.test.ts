import { expect, test } from "vitest";
import { changesBetween } from "#revisions/changes/operation-changes.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { embeddedText } from "../embedded-text.ts";
import { loadSpec } from "./load.ts";
import { SpecError } from "./spec-error.ts";

const spec = "https://specs.example/openapi.yaml";
const things = (wrong: string) => `openapi: 3.1.0
info: { title: Things, version: "1", description: null }
paths:
  /things:
    get: { operationId: listThings, responses: { "200": { description: Things. } } }
  /others/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { $ref: "#/components/schemas/Id" } }]
    get: { operationId: getOther, responses: { "200": { $ref: "#/components/responses/Other" } } }
components:
  responses: { Other: { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Other" } } } } }
  schemas:
    Id: { type: string }
    Other: { type: object, properties: { next: { $ref: "#/components/schemas/Other" }, size: { type: integer } } }
${wrong}`;

const embedded = embeddedText("suites/petstore/openapi.yaml");
const read = (text: string) => loadContract({ spec, fetchText: async () => text });

test.each([
  ["a description that is null", "description: It.", "description: null"],
  ["an unknown type, deep inside", "{ type: integer }", "{ type: integr }"],
  ["a schema that is text", "Id: { type: string }", "Id: text"],
  ["a parameter that its path does not have", "name: id", "name: key"],
  ["an id that another operation has", "operationId: getOther", "operationId: listThings"],
  ["a reference that leads nowhere", '$ref: "#/components/schemas/Id"', '$ref: "#/components/schemas/Ids"'],
  ["a member that OpenAPI does not have", "operationId: getOther", "operation: getOther"],
  ["a path item that holds something else", "    parameters: [", "    colour: red\n    parameters: ["],
])("%s costs the operations that lead to it, and a warning", async (_, from, to) => {
  const text = things("").replace(from, to);
  expect(text).not.toBe(things(""));
  const { others, warnings, document } = await read(text);
  expect([...others.keys()]).toEqual(["listThings"]);
  expect(warnings[0]).toMatch(
    /^GET \/others\/\{id\} is left out: https:\/\/specs\.example\/openapi\.yaml:\d+:\d+ \(/,
  );
  // It is not there and not gone: nothing is known of it.
  const whole = await loadSpec(spec, async () => things(""));
  expect(changesBetween(whole, document)).toEqual([]);
  expect(changesBetween(document, whole)).toEqual([]);
});

test("what no operation leads to costs a warning alone", async () => {
  const { others, warnings } = await read(things("    Unused: { type: integr }\n"));
  expect([...others.keys()]).toEqual(["listThings", "getOther"]);
  expect(warnings).toEqual([
    expect.stringContaining("(/info/description): description must be string"),
    expect.stringContaining('(/components/schemas/Unused/type): the type "integr" is unknown'),
  ]);
});

test("a document in which every operation is wrong is refused", async () => {
  const text = things("")
    .replaceAll("description: Things.", "description: null")
    .replace("description: It.", "colour: red");
  await expect(read(text)).rejects.toThrow(SpecError);
});

test("one without which no server can be checked is not left out: the document is refused, with the place", async () => {
  const text = embedded.replace("summary: Add an animal", "summary: null");
  expect(text).not.toBe(embedded);
  await expect(read(text)).rejects.toThrow(
    /:\d+:\d+ \(\/paths\/~1pets\/post\/summary\): summary must be string/,
  );
  const { operations, warnings } = await read(embedded.replace("x-sunset: 2030-12-05", "x-sunset: soon"));
  expect([...operations.keys()]).toEqual(["listPets", "createPet", "storeOrders"]);
  expect(warnings).toEqual([
    expect.stringMatching(/^GET \/pets\/\{petId\} is left out: .*x-sunset is not a day/),
  ]);
});
