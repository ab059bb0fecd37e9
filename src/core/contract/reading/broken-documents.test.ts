import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { changesBetween } from "#revisions/changes/operation-changes.ts";
import { exampleGiven } from "#suites/document/values.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { described, head } from "#testing/documents/described-service.ts";
import { textOf } from "#testing/source-files.ts";
import { embeddedText } from "../embedded-text.ts";
import { loadSpec } from "./load.ts";
import { SpecError } from "./spec-error.ts";

const embedded = embeddedText("suites/petstore/openapi.yaml");
const address = "https://specs.petstore.example/v1/openapi.yaml";

async function errorOf(files: Readonly<Record<string, string>>): Promise<SpecError> {
  const fetchText = async (url: URL) => files[url.href] ?? Promise.reject(new Error("no such file"));
  const error = await loadContract({ spec: address, fetchText }).then(
    // What is wrong with an operation that the suite can do without costs that operation alone.
    ({ document }) => document.faults[0] ?? new Error("the document was taken"),
    (cause: unknown) => cause,
  );
  if (!(error instanceof SpecError)) throw error;
  return error;
}

/** The embedded document with `from` replaced by `to`. */
function changed(from: string, to: string): string {
  if (!embedded.includes(from)) throw new Error(`the embedded document has no ${from}`);
  return embedded.replace(from, to);
}

function lineOf(text: string, mark: string): number {
  return text.slice(0, text.lastIndexOf(mark)).split("\n").length;
}

interface BrokenDocument {
  readonly about: string;
  readonly from: string;
  readonly to: string;
  readonly pointer: string;
  readonly problem: string;
  readonly mark?: string;
}

const brokenDocuments: readonly BrokenDocument[] = parse(textOf("testing/documents/broken-documents.yaml"));

test.for(brokenDocuments)(
  "a broken document is refused with the line and the pointer: $about",
  async ({ from, to, pointer, problem, mark = to }) => {
    const text = changed(from, to);
    const error = await errorOf({ [address]: text });
    const { pointer: at, line, column } = error.place;
    expect({ pointer: at, problem: error.problem, line }).toEqual({
      pointer,
      problem: expect.stringMatching(new RegExp(problem, "u")),
      line: lineOf(text, mark),
    });
    expect(error.message).toContain(`${address}:${line}:${column}`);
    expect(error.advice).toMatch(/^[A-Z].*\.$|"\)\.$/);
  },
);

test("a document that is wrong in several places is refused with each of them, a line for one", async () => {
  const text = embedded.replace("type: integer", "type: integr").replace("name: limit", "name: status");
  const { message } = await errorOf({ [address]: text });
  expect(message.split("\n")).toEqual([
    expect.stringMatching(/:\d+:\d+ \(.*occurs twice/),
    expect.stringMatching(/:\d+:\d+ \(.*integr/),
  ]);
});

test.each([
  ["an empty file", "", /not an OpenAPI document/],
  ["a list", "[1]", /not an OpenAPI document/],
  ["a document without paths", 'openapi: 3.1.0\ninfo: {title: a, version: "1"}', /it has no paths/],
  ["Swagger 2.0", `swagger: "2.0"\n${embedded}`, /Swagger 2.0 is not read. Convert it to OpenAPI 3.0/],
  ["HTML", "<html><body>Not found</body></html>", /not an OpenAPI document/],
  ["two documents in one", `${embedded}---\n${embedded}`, /multiple documents/i],
  ["a bracket that is never closed", "a: [", /./],
  ["a hundred levels", "{a: ".repeat(101) + "}".repeat(101), /levels deep/],
  ["an anchor that holds itself", "a: &a [*a]", /./],
])("what is no document at all is refused: %s", async (_, text, problem) => {
  expect((await errorOf({ [address]: text })).message).toMatch(problem);
});

describe("a fault in a second file", () => {
  const text = changed(
    '{ $ref: "#/components/schemas/NewPet" }\n      responses',
    '{ $ref: "parts/new.yaml#/NewPet" }\n      responses',
  );

  test("is named with that file", async () => {
    const parts = "https://specs.petstore.example/v1/parts/new.yaml";
    const error = await errorOf({ [address]: text, [parts]: "NewPet:\n  type: object\n  required: name\n" });
    expect(error).toMatchObject({ place: { file: parts, line: 3, pointer: "/NewPet/required" } });
  });

  test.each([
    [
      "parts/new.yaml",
      'the reference "parts/new.yaml#/NewPet" leads to a file that is not fetched: no such file',
    ],
    ["%zz", 'the reference "%zz#/NewPet" is not a URI reference. Correct it.'],
    ["%ff.yaml", 'the reference "%ff.yaml#/NewPet" is not a URI reference. Correct it.'],
  ])("that cannot be had, %s, is named at its reference", async (name, problem) => {
    const error = await errorOf({ [address]: text.replace("parts/new.yaml", name) });
    expect(error.message).toContain(`/$ref): ${problem}`);
    expect(error.place.line).toBeGreaterThan(1);
  });
});

test.each(["<<", "!!merge <<"])(
  "a document with merge keys (%s), and with anchors beside its parts that lead to other files, is read",
  async (merge) => {
    const text = `x-parts: { no: &no { $ref: "no.yaml" }, all: &all { "401": *no, "404": *no } }
${head()}paths: { /things: { get: { responses: { ${merge}: *all, "200": { description: Things. } } } } }`;
    const no = "description: No.\ncontent: { application/json: { schema: { type: object } } }";
    const { contract } = await described(text, { files: { "no.yaml": no } });
    const [operation] = contract.others.values();
    expect(operation?.responses.map(({ name, content }) => [name, ...content.keys()])).toEqual(
      expect.arrayContaining([["200"], ["401", "application/json"], ["404", "application/json"]]),
    );
  },
);

test("an example may stand in a file of its own, in whose value a reference is none", async () => {
  const text = (reference: string) =>
    `${head()}paths: { /things: { post: { operationId: create, requestBody: { content: { application/json: { schema: { type: object }, examples: { one: { $ref: "${reference}" } } } } }, responses: {} } } }`;
  const one = '{ summary: One., value: { $ref: "no" } }';
  const files = { "one.yaml": one, "all.yaml": `one: ${one}` };
  for (const reference of ["one.yaml", "all.yaml#/one"]) {
    const { contract } = await described(text(reference), { files });
    const body = contract.others.get("create")?.body;
    expect(body && exampleGiven(body)).toEqual({ $ref: "no" });
  }
  const local = text("#/components/examples/one");
  expect((await errorOf({ [address]: local })).problem).toMatch(/leads nowhere/);
  const { contract } = await described(`${local}\ncomponents: { examples: { one: ${one} } }`);
  expect(contract.document.faults).toEqual([]);
});

test("all references that lead nowhere are named", async () => {
  const text = `${head()}paths: { /things: { get: { parameters: [{ $ref: "#/definitions/Thing" }, { $ref: "#/nowhere" }], responses: {} } } }`;
  const { message } = await errorOf({ [address]: text });
  expect(message).toMatch(
    /"#\/definitions\/Thing" leads nowhere\. Correct it[\s\S]*"#\/nowhere" leads nowhere/,
  );
});

test("a document in JSON, indented with tabs, is read, and its faults have lines", async () => {
  const data: unknown = parse(embedded);
  const text = JSON.stringify(data, null, "\t");
  const contract = await loadContract({ spec: address, fetchText: async () => text });
  expect(contract.looser).toEqual([]);
  const broken = text.replace('"operationId": "getPet"', '"operationId": "listPets"');
  const error = await errorOf({ [address]: broken });
  expect(error.place.line).toBe(lineOf(broken, '"operationId": "listPets"'));
});

describe("left out", () => {
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

  const read = (text: string) => loadContract({ spec, fetchText: async () => text });

  test.each([
    ["a description that is null", "description: It.", "description: null"],
    ["an unknown type, deep inside", "{ type: integer }", "{ type: integr }"],
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
    const whole = await loadSpec(spec, { fetchText: async () => things("") });
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

  test.each([
    ["a licence that has a name alone", "description: null", "license: { name: MIT }"],
    [
      "a schema of another draft, as generators write it",
      "Id: { type: string",
      'Id: { $schema: "http://json-schema.org/draft-07/schema#", type: string',
    ],
  ])("nothing is, for %s", async (_, from, to) => {
    const text = things("").replace(from, to);
    expect(text).not.toBe(things(""));
    const { others, warnings } = await read(text);
    expect([...others.keys()]).toEqual(["listThings", "getOther"]);
    expect(warnings.filter((line) => !line.includes("/info/description"))).toEqual([]);
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
  });
});
