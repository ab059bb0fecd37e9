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

type InShort = Readonly<Record<string, string>>;

/** `"breaking/none": "LIST-2"`: what the server must do, then the client, and for which requirements. */
function inShort(lines: readonly RevisedRequirement[]): InShort {
  const byWhat = Map.groupBy(lines, ({ server, client }) => `${server}/${client}`);
  return Object.fromEntries([...byWhat].map(([what, own]) => [what, own.map(({ id }) => id).join(" ")]));
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
const pairs: readonly (readonly [string, Edit, InShort])[] = [
  [
    "a smaller maximum",
    replace("maximum: 100", "maximum: 50"),
    { "breaking/breaking": "LIST-3 LIST-5 LIST-6" },
  ],
  [
    "a larger maximum",
    replace("maximum: 100", "maximum: 200"),
    { "breaking/additive": "LIST-3 LIST-5 LIST-6" },
  ],
  ["another default", replace("default: 20", "default: 10"), { "breaking/breaking": "LIST-2" }],
  [
    "a fourth status",
    replace("[available, pending, sold]", "[available, pending, sold, reserved]"),
    {
      "additive/breaking": "LIST-1 CREATE-2 GET-1",
      "breaking/additive": "STATUS-1 STATUS-3 CREATE-1 CREATE-7",
    },
  ],
  [
    "a status fewer",
    replace("[available, pending, sold]", "[available, pending]"),
    { "breaking/none": "LIST-1 CREATE-2 GET-1", "breaking/breaking": "STATUS-1 STATUS-3 CREATE-1 CREATE-7" },
  ],
  [
    "a new required field",
    (text) =>
      text
        .replace("[name, categoryId]", "[name, categoryId, ownerId]")
        .replace(newPet, `${newPet}        ownerId: { type: integer }\n`),
    { "breaking/additive": "LIST-1 CREATE-1 CREATE-2 GET-1", "breaking/breaking": "CREATE-5" },
  ],
  [
    "a new optional field",
    replace(newPet, `${newPet}        tag: { type: string }\n`),
    { "additive/additive": "LIST-1 CREATE-2 GET-1", "breaking/additive": "CREATE-1" },
  ],
  [
    "a field that is no longer required",
    replace("[name, categoryId]", "[name]"),
    { "additive/breaking": "LIST-1 CREATE-2 GET-1", "breaking/additive": "CREATE-1" },
  ],
  [
    "ids as strings in answers",
    replace(
      "id: { type: integer, format: int64, description: Given",
      "id: { type: string, description: Given",
    ),
    { "breaking/breaking": "LIST-1 CREATE-2 GET-1" },
  ],
  [
    "a bounded name",
    replace("name: { type: string,", "name: { type: string, maxLength: 64,"),
    { "breaking/none": "LIST-1 CREATE-2 GET-1", "breaking/breaking": "CREATE-6" },
  ],
  [
    "a status of answers more",
    replace('        "400":\n', '        "409": { description: Twice. }\n        "400":\n'),
    { "additive/breaking": "HTTP-2" },
  ],
  ["a status of answers fewer", replace(/ {8}"404":\n.*\n.*\n.*\n/, ""), { "breaking/none": "HTTP-2" }],
  ["an operation gone", replace(removed, ""), { "none/breaking": "GET-1" }],
  [
    "an earlier day of removal",
    replace("2030-12-05", "2029-12-05"),
    { "breaking/breaking": "DEPR-1 DEPR-3 DEPR-4 DEPR-5" },
  ],
  [
    "a later day of removal",
    replace("2030-12-05", "2031-12-05"),
    { "breaking/additive": "DEPR-1 DEPR-3 DEPR-4 DEPR-5" },
  ],
  [
    "an operation deprecated",
    replace("operationId: createPet", "operationId: createPet\n      deprecated: true"),
    { "none/additive": "DEPR-2" },
  ],
  [
    "a new operation",
    replace("  /pets/{petId}:", `${categories}  /pets/{petId}:`),
    { "breaking/additive": "OP:listCategories/status" },
  ],
  [
    "a new required parameter",
    replace(
      "      parameters:\n        - name: limit",
      "      parameters:\n        - { name: store, in: query, required: true, schema: { type: string } }\n        - name: limit",
    ),
    { "breaking/breaking": "LIST-1" },
  ],
  [
    "a new optional parameter",
    replace(
      "      parameters:\n        - name: limit",
      "      parameters:\n        - { name: sort, in: query, schema: { type: string } }\n        - name: limit",
    ),
    { "breaking/additive": "LIST-1" },
  ],
  [
    "no key for lists",
    replace("operationId: listPets", "operationId: listPets\n      security: []"),
    { "breaking/none": "AUTH-1 AUTH-2" },
  ],
  [
    "another type in errors",
    replace("code: { type: string", "code: { type: integer"),
    { "breaking/breaking": "ERR-1 ERR-2 ERR-3 OP:getStoreOrders/schema" },
  ],
  [
    "another media type",
    replace(/(Pets of the store[\s\S]*?)application\/json/, "$1application/vnd.pets+json"),
    { "breaking/breaking": "HTTP-3" },
  ],
  [
    "a header gone",
    replace(
      '            X-RateLimit-Reset: { $ref: "#/components/headers/X-RateLimit-Reset" }\n          content',
      "          content",
    ),
    { "additive/breaking": "RATE-1 OP:getStoreOrders/headers" },
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
  expect(inShort(await revised(edit))).toEqual({});
});

test("a schema without allOf is the same as the one put together", async () => {
  const edit = replace(
    / {4}Pet:\n {6}allOf:[\s\S]*? {4}Pets:/,
    flatPet.replace(/\{ anyOf: \[(.*)\] \}/, "$1"),
  );
  expect(inShort(await revised(edit))).toEqual({});
});

test("the other way round, what was new is gone", async () => {
  const more = replace("  /pets/{petId}:", `${categories}  /pets/{petId}:`);
  expect(inShort(await revised((text) => text.replace(categories, ""), more))).toEqual({
    "none/breaking": "OP:listCategories/status",
  });
});
