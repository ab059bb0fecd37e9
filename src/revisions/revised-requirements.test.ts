import { expect, test } from "vitest";
import { suite } from "../../suites/registry.ts";
import { changesBetween } from "../core/contract/changes/operation-changes.ts";
import { embeddedText } from "../core/contract/embedded-text.ts";
import { parseSpecFile } from "../core/contract/parse-spec-file.ts";
import { Spec } from "../core/contract/spec.ts";
import { type RevisedRequirement, revisedRequirements } from "./revised-requirements.ts";

const embedded = embeddedText("suites/petstore/openapi.yaml");
const requirements = suite.requirements(await suite.load({}));

async function specOf(text: string): Promise<Spec> {
  const file = await parseSpecFile(text, "revision", new URL("file:///revision/openapi.yaml"));
  return Spec.load(file, () => Promise.reject(new Error("one file")));
}

type Edit = (text: string) => string;

async function revised(edit: Edit, base: Edit = (text) => text): Promise<readonly RevisedRequirement[]> {
  const [before, after] = [base(embedded), edit(base(embedded))];
  expect(after).not.toBe(before);
  const changes = changesBetween(await specOf(before), await specOf(after));
  return revisedRequirements(changes, { requirements, concerned: suite.concerned });
}

/** `LIST-2 breaking/none`: what the server must do, then the client. */
function inShort(lines: readonly RevisedRequirement[]): string[] {
  return lines.map(({ id, server, client }) => `${id} ${server}/${client}`);
}

const replace =
  (from: string | RegExp, to: string): Edit =>
  (text) =>
    text.replace(from, to);

const newPet = "        name: { type: string, description: What the animal is called. }\n";
const removed = / {2}\/pets\/\{petId\}:[\s\S]*?(?= {2}\/store)/;
const categories = `  /categories:
    get:
      operationId: listCategories
      responses: { "200": { description: All of them. } }
`;

/** Pairs of revisions, each with what a careful reader of both documents would say. */
const pairs: readonly (readonly [string, Edit, readonly string[]])[] = [
  [
    "a smaller maximum",
    replace("maximum: 100", "maximum: 50"),
    ["LIST-3 breaking/breaking", "LIST-5 breaking/breaking", "LIST-6 breaking/breaking"],
  ],
  [
    "a larger maximum",
    replace("maximum: 100", "maximum: 200"),
    ["LIST-3 breaking/additive", "LIST-5 breaking/additive", "LIST-6 breaking/additive"],
  ],
  ["another default", replace("default: 20", "default: 10"), ["LIST-2 breaking/breaking"]],
  [
    "a fourth status",
    replace("[available, pending, sold]", "[available, pending, sold, reserved]"),
    [
      "LIST-1 additive/breaking",
      "STATUS-1 breaking/additive",
      "STATUS-3 breaking/additive",
      "CREATE-1 breaking/additive",
      "CREATE-2 additive/breaking",
      "CREATE-7 breaking/additive",
      "GET-1 additive/breaking",
    ],
  ],
  [
    "a status fewer",
    replace("[available, pending, sold]", "[available, pending]"),
    [
      "LIST-1 breaking/none",
      "STATUS-1 breaking/breaking",
      "STATUS-3 breaking/breaking",
      "CREATE-1 breaking/breaking",
      "CREATE-2 breaking/none",
      "CREATE-7 breaking/breaking",
      "GET-1 breaking/none",
    ],
  ],
  [
    "a new required field",
    (text) =>
      text
        .replace("[name, categoryId]", "[name, categoryId, ownerId]")
        .replace(newPet, `${newPet}        ownerId: { type: integer }\n`),
    [
      "LIST-1 breaking/additive",
      "CREATE-1 breaking/additive",
      "CREATE-2 breaking/additive",
      "CREATE-5 breaking/breaking",
      "GET-1 breaking/additive",
    ],
  ],
  [
    "a new optional field",
    replace(newPet, `${newPet}        tag: { type: string }\n`),
    [
      "LIST-1 additive/additive",
      "CREATE-1 breaking/additive",
      "CREATE-2 additive/additive",
      "GET-1 additive/additive",
    ],
  ],
  [
    "a field that is no longer required",
    replace("[name, categoryId]", "[name]"),
    [
      "LIST-1 additive/breaking",
      "CREATE-1 breaking/additive",
      "CREATE-2 additive/breaking",
      "GET-1 additive/breaking",
    ],
  ],
  [
    "ids as strings in answers",
    replace(
      "id: { type: integer, format: int64, description: Given",
      "id: { type: string, description: Given",
    ),
    ["LIST-1 breaking/breaking", "CREATE-2 breaking/breaking", "GET-1 breaking/breaking"],
  ],
  [
    "a bounded name",
    replace("name: { type: string,", "name: { type: string, maxLength: 64,"),
    ["LIST-1 breaking/none", "CREATE-2 breaking/none", "CREATE-6 breaking/breaking", "GET-1 breaking/none"],
  ],
  [
    "a status of answers more",
    replace('        "400":\n', '        "409": { description: Twice. }\n        "400":\n'),
    ["HTTP-2 additive/breaking"],
  ],
  ["a status of answers fewer", replace(/ {8}"404":\n.*\n.*\n.*\n/, ""), ["HTTP-2 breaking/none"]],
  ["an operation gone", replace(removed, ""), ["GET-1 none/breaking"]],
  [
    "an earlier day of removal",
    replace("2030-12-05", "2029-12-05"),
    [
      "DEPR-1 breaking/breaking",
      "DEPR-3 breaking/breaking",
      "DEPR-4 breaking/breaking",
      "DEPR-5 breaking/breaking",
    ],
  ],
  [
    "a later day of removal",
    replace("2030-12-05", "2031-12-05"),
    [
      "DEPR-1 breaking/additive",
      "DEPR-3 breaking/additive",
      "DEPR-4 breaking/additive",
      "DEPR-5 breaking/additive",
    ],
  ],
  [
    "an operation deprecated",
    replace("operationId: createPet", "operationId: createPet\n      deprecated: true"),
    ["DEPR-2 none/additive"],
  ],
  [
    "a new operation",
    replace("  /pets/{petId}:", `${categories}  /pets/{petId}:`),
    ["OP:listCategories/status breaking/additive"],
  ],
  [
    "a new required parameter",
    replace(
      "      parameters:\n        - name: limit",
      "      parameters:\n        - { name: store, in: query, required: true, schema: { type: string } }\n        - name: limit",
    ),
    ["LIST-1 breaking/breaking"],
  ],
  [
    "a new optional parameter",
    replace(
      "      parameters:\n        - name: limit",
      "      parameters:\n        - { name: sort, in: query, schema: { type: string } }\n        - name: limit",
    ),
    ["LIST-1 breaking/additive"],
  ],
  [
    "no key for lists",
    replace("operationId: listPets", "operationId: listPets\n      security: []"),
    ["AUTH-1 breaking/none", "AUTH-2 breaking/none"],
  ],
  [
    "another type in errors",
    replace("code: { type: string", "code: { type: integer"),
    [
      "ERR-1 breaking/breaking",
      "ERR-2 breaking/breaking",
      "ERR-3 breaking/breaking",
      "OP:getStoreOrders/schema breaking/breaking",
    ],
  ],
  [
    "another media type",
    replace(/(Pets of the store[\s\S]*?)application\/json/, "$1application/vnd.pets+json"),
    ["HTTP-3 breaking/breaking"],
  ],
  [
    "a header gone",
    replace(
      '            X-RateLimit-Reset: { $ref: "#/components/headers/X-RateLimit-Reset" }\n          content',
      "          content",
    ),
    ["RATE-1 additive/breaking", "OP:getStoreOrders/headers additive/breaking"],
  ],
];

test.each(pairs)("%s: what servers and clients must do", async (_, edit, expected) => {
  expect(inShort(await revised(edit))).toEqual(expected);
});

const flatPet = `    Pet:
      type: object
      required: [id, categoryId, name]
      properties:
        id: { format: int64, type: integer }
        name: { type: string }
        categoryId: { type: integer, format: int64 }
        status: { anyOf: [{ $ref: "#/components/schemas/PetStatus" }] }
    Pets:`;

/** The same interface, written in another way. */
const alike: readonly (readonly [string, Edit])[] = [
  ["an exclusive bound", replace("maximum: 100", "exclusiveMaximum: 101")],
  ["values in another order", replace("[available, pending, sold]", "[sold, available, pending]")],
  ["another description", replace("What the animal is called.", "Its name.")],
  [
    "the name of a path parameter",
    (text) => text.replace("/pets/{petId}", "/pets/{id}").replace("name: petId", "name: id"),
  ],
  [
    "security at the operation",
    replace("operationId: listPets", "operationId: listPets\n      security: [{ bearerAuth: [] }]"),
  ],
  ["the case of an HTTP scheme", replace("scheme: bearer", "scheme: Bearer")],
  ["the name of a security scheme", (text) => text.replaceAll("bearerAuth", "apiKey")],
  [
    "additional properties allowed outright",
    replace(
      "      required: [name, categoryId]",
      "      additionalProperties: true\n      required: [name, categoryId]",
    ),
  ],
];

test.each(alike)("the same interface with %s: nothing changes", async (_, edit) => {
  expect(inShort(await revised(edit))).toEqual([]);
});

test("a schema without allOf is the same as the one put together", async () => {
  const edit = replace(
    / {4}Pet:\n {6}allOf:[\s\S]*? {4}Pets:/,
    flatPet.replace(/\{ anyOf: \[(.*)\] \}/, "$1"),
  );
  expect(inShort(await revised(edit))).toEqual([]);
});

test("the other way round, what was new is gone", async () => {
  const more = replace("  /pets/{petId}:", `${categories}  /pets/{petId}:`);
  expect(inShort(await revised((text) => text.replace(categories, ""), more))).toEqual([
    "OP:listCategories/status none/breaking",
  ]);
});
