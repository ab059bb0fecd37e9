import { expect, test } from "vitest";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { suite } from "#suites/registry.ts";
import { specOf } from "#testing/documents/described-service.ts";
import { changesBetween } from "./changes/operation-changes.ts";
import { type RevisedRequirement, revisedRequirements } from "./revised-requirements.ts";

const embedded = embeddedText("suites/petstore/openapi.yaml");
const requirements = suite.requirements(await suite.load({}));

type Edit = (text: string) => string;
/** What is replaced, and by what; or a function, where that is not enough. */
type Change = readonly [from: string | RegExp, to: string] | Edit;

const editOf = (change: Change): Edit =>
  typeof change === "function" ? change : (text) => text.replace(...change);

async function revised(change: Change, base: Edit = (text) => text): Promise<readonly RevisedRequirement[]> {
  const before = base(embedded);
  const after = editOf(change)(before);
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

const newPet = "        name: { type: string, description: What the animal is called. }\n";
const removed = / {2}\/pets\/\{petId\}:[\s\S]*?(?= {2}\/store)/;
const categories = `  /categories:
    get:
      operationId: listCategories
      responses: { "200": { description: All of them. } }
`;

const limits = "LIST-3 LIST-5 LIST-6";
const pets = "LIST-1 CREATE-2 GET-1";
const removal = "DEPR-1 DEPR-3 DEPR-4 DEPR-5";

/** Pairs of revisions, each with what a careful reader of both documents would say. */
const pairs: readonly (readonly [string, Change, InShort])[] = [
  ["a smaller maximum", ["maximum: 100", "maximum: 50"], { "breaking/breaking": limits }],
  ["a larger maximum", ["maximum: 100", "maximum: 200"], { "breaking/additive": limits }],
  ["another default", ["default: 20", "default: 10"], { "breaking/breaking": "LIST-2" }],
  [
    "a fourth status",
    ["[available, pending, sold]", "[available, pending, sold, reserved]"],
    {
      "additive/breaking": pets,
      "breaking/additive": "STATUS-1 STATUS-3 CREATE-1 CREATE-7",
    },
  ],
  [
    "a status fewer",
    ["[available, pending, sold]", "[available, pending]"],
    { "breaking/none": pets, "breaking/breaking": "STATUS-1 STATUS-3 CREATE-1 CREATE-7" },
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
    [newPet, `${newPet}        tag: { type: string }\n`],
    { "additive/additive": pets, "breaking/additive": "CREATE-1" },
  ],
  [
    "a field that is no longer required",
    ["[name, categoryId]", "[name]"],
    { "additive/breaking": pets, "breaking/additive": "CREATE-1" },
  ],
  [
    "ids as strings in answers",
    ["id: { type: integer, format: int64, description: Given", "id: { type: string, description: Given"],
    { "breaking/breaking": pets },
  ],
  [
    "a bounded name",
    ["name: { type: string,", "name: { type: string, maxLength: 64,"],
    { "breaking/none": pets, "breaking/breaking": "CREATE-6" },
  ],
  [
    "a status of answers more",
    ['        "400":\n', '        "409": { description: Twice. }\n        "400":\n'],
    { "additive/breaking": "HTTP-2" },
  ],
  ["a status of answers fewer", [/ {8}"404":\n.*\n.*\n.*\n/, ""], { "breaking/none": "HTTP-2" }],
  ["an operation gone", [removed, ""], { "none/breaking": "GET-1" }],
  ["an earlier day of removal", ["2030-12-05", "2029-12-05"], { "breaking/breaking": removal }],
  ["a later day of removal", ["2030-12-05", "2031-12-05"], { "breaking/additive": removal }],
  [
    "an operation deprecated",
    ["operationId: createPet", "operationId: createPet\n      deprecated: true"],
    { "none/additive": "DEPR-2" },
  ],
  [
    "a new operation",
    ["  /pets/{petId}:", `${categories}  /pets/{petId}:`],
    { "breaking/additive": "OP:listCategories/status" },
  ],
  [
    "a new required parameter",
    [
      "      parameters:\n        - name: limit",
      "      parameters:\n        - { name: store, in: query, required: true, schema: { type: string } }\n        - name: limit",
    ],
    { "breaking/breaking": "LIST-1" },
  ],
  [
    "a new optional parameter",
    [
      "      parameters:\n        - name: limit",
      "      parameters:\n        - { name: sort, in: query, schema: { type: string } }\n        - name: limit",
    ],
    { "breaking/additive": "LIST-1" },
  ],
  [
    "no key for lists",
    ["operationId: listPets", "operationId: listPets\n      security: []"],
    { "breaking/none": "AUTH-1 AUTH-2" },
  ],
  [
    "an API key in place of the bearer key",
    [/type: http\n +scheme: bearer/, "type: apiKey\n      in: header\n      name: X-Key"],
    { "breaking/breaking": "AUTH-1 AUTH-2 ORDERS-2" },
  ],
  [
    "a second way to authenticate",
    (text) =>
      text
        .replace("  securitySchemes:\n", "  securitySchemes:\n    login: { type: openIdConnect }\n")
        .replace("security:\n  - bearerAuth: []", "security:\n  - bearerAuth: []\n  - login: []"),
    { "breaking/additive": "AUTH-1 AUTH-2 ORDERS-2" },
  ],
  [
    "another type in errors",
    ["code: { type: string", "code: { type: integer"],
    { "breaking/breaking": "ERR-1 ERR-2 ERR-3 OP:getStoreOrders/schema" },
  ],
  [
    "another media type",
    [/(Pets of the store[\s\S]*?)application\/json/, "$1application/vnd.pets+json"],
    { "breaking/breaking": "HTTP-3" },
  ],
  [
    "a header gone",
    [
      '            X-RateLimit-Reset: { $ref: "#/components/headers/X-RateLimit-Reset" }\n          content',
      "          content",
    ],
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
        status: { $ref: "#/components/schemas/PetStatus" }
    Pets:`;

/** The same interface, written in another way. */
const alike: readonly (readonly [string, Change])[] = [
  ["a schema without allOf", [/ {4}Pet:\n {6}allOf:[\s\S]*? {4}Pets:/, flatPet]],
  ["an exclusive bound", ["maximum: 100", "exclusiveMaximum: 101"]],
  ["values in another order", ["[available, pending, sold]", "[sold, available, pending]"]],
  ["another description", ["What the animal is called.", "Its name."]],
  [
    "the name of a path parameter",
    (text) => text.replace("/pets/{petId}", "/pets/{id}").replace("name: petId", "name: id"),
  ],
  [
    "security at the operation",
    ["operationId: listPets", "operationId: listPets\n      security: [{ bearerAuth: [] }]"],
  ],
  ["the case of an HTTP scheme", ["scheme: bearer", "scheme: Bearer"]],
  ["the name of a security scheme", (text) => text.replaceAll("bearerAuth", "apiKey")],
  [
    "additional properties allowed outright",
    [
      "      required: [name, categoryId]",
      "      additionalProperties: true\n      required: [name, categoryId]",
    ],
  ],
];

test.each(alike)("the same interface with %s: nothing changes", async (_, edit) => {
  expect(inShort(await revised(edit))).toEqual({});
});

test("the other way round, what was new is gone", async () => {
  const more = editOf(["  /pets/{petId}:", `${categories}  /pets/{petId}:`]);
  expect(inShort(await revised([categories, ""], more))).toEqual({
    "none/breaking": "OP:listCategories/status",
  });
});
