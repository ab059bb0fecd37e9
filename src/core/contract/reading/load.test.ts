import { cp } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { loadContract } from "#suites/petstore/document.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { described, head } from "#testing/documents/described-service.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { jsonNode } from "#testing/suites/sample-evidence.ts";

const embeddedPath = resolve("suites/petstore/openapi.yaml");
const revisionPath = "testing/documents/second-revision.yaml";

describe("the embedded document", () => {
  test("passes every check that a document of others must pass, and is no looser than itself", async () => {
    const contract = await loadContract({ spec: embeddedPath });
    expect(contract).toMatchObject({ ownFile: undefined, source: embeddedPath, looser: [] });
  });

  test("says what the interface says", async () => {
    const contract = await loadContract();
    expect(contract).toMatchObject({
      ...{ version: "1.0.0", source: "embedded", ownFile: "suites/petstore/openapi.yaml" },
      looser: [],
    });
    const { schemas, ...read } = petstore(contract);
    expect(read).toMatchObject({
      limit: { declared: true, minimum: 1, maximum: 100, default: 20 },
      statuses: ["available", "pending", "sold"],
      removalDay: "2030-12-05",
      newPet: { required: ["name", "categoryId"] },
    });
    expect(schemas.Error.shape.required).toEqual(["code", "message", "status"]);
    const pet = schemas.Pet.shape;
    expect(pet.required.toSorted()).toEqual(["categoryId", "id", "name"]);
    const id = { types: ["integer"], format: "int64", nullable: false };
    expect(pet.properties.get("id")).toMatchObject(id);
    expect(pet.properties.get("status")?.enum).toEqual(read.statuses);
  });

  test("is read with another day of removal, and says so when that is later", async () => {
    const contract = await loadContract({ removalDate: "2031-01-02" });
    expect(petstore(contract).removalDay).toBe("2031-01-02");
    expect(contract.looser).toEqual([
      "getPet is removed on 2031-01-02; the embedded contract has 2030-12-05.",
    ]);
    expect((await loadContract({ removalDate: "2030-01-02" })).looser).toEqual([]);
  });

  test("refuses a removal date that is no day", async () => {
    await expect(loadContract({ removalDate: "2030-02-30" })).rejects.toThrow(/removal-date: .*YYYY-MM-DD/);
  });
});

describe("a second revision in several files", () => {
  test("is read as it says", async () => {
    const contract = await loadContract({ spec: revisionPath });
    expect(contract.version).toBe("1.1.0");
    const { newPet, ...read } = petstore(contract);
    expect(read).toMatchObject({
      limit: { minimum: 1, maximum: 50, default: 20 },
      statuses: ["available", "pending", "sold", "reserved"],
      removalDay: undefined,
    });
    expect([...contract.operations.keys()]).toEqual(["listPets", "createPet", "storeOrders"]);
    expect(contract.operations.get("listPets")).toMatchObject({ name: "GET:/pets", stability: "beta" });
    expect(newPet.required).toEqual(["name", "categoryId", "weight"]);
    expect(newPet.properties.get("weight")).toMatchObject({ minimum: 1n, maximum: 9007199254740993n });
    expect(newPet.properties.get("status")).toMatchObject({ nullable: true, types: ["string"] });
  });

  test("names where it is looser than the embedded document, and only there", async () => {
    expect((await loadContract({ spec: revisionPath })).looser).toEqual([
      "The status filter may be reserved as well.",
      "listPets documents more statuses: 4XX.",
      "getPet is not described; nothing about it is checked.",
      "The 401 response of storeOrders has no JSON body.",
      "NewPet.status may be null.",
      "NewPet.status may be reserved as well.",
      "Pet.status may be null.",
      "Pet.status may be reserved as well.",
      "Error.status may be null.",
    ]);
  });
});

test("a document is read from a folder of any name", async () => {
  const folder = join(temporaryFolder(), "a b#c%20é?");
  await cp(dirname(revisionPath), folder, { recursive: true });
  const spec = join(folder, "second-revision.yaml");
  expect(await loadContract({ spec })).toMatchObject({ source: spec, version: "1.1.0" });
});

describe("what is not quite as the specification has it, and often met, is read:", () => {
  test("a pattern that escapes more than the flag u allows", async () => {
    const document = `${head()}paths: { /things: { get: { parameters: [{ name: id, in: query, schema: { type: string, pattern: '^[a-z\\-\\_]+$' } }], responses: { "200": { description: Things. } } } } }`;
    const { contract } = await described(document);
    const [parameter] = contract.others.get("GET:/things")?.parameters ?? [];
    expect(parameter?.validate(jsonNode('"a-b_c"'))).toEqual([]);
    expect(parameter?.validate(jsonNode('"A"'))).toHaveLength(1);
  });

  test("an operation in a file of its own", async () => {
    const files = {
      "things/get.yaml":
        'operationId: getThing\nparameters: [{ $ref: "../parts.yaml#/id" }]\nresponses: { "200": { description: It. } }',
      "parts.yaml": "id: { name: id, in: path, required: true, schema: { type: integer } }",
    };
    const document = `${head()}paths: { "/things/{id}": { get: { $ref: things/get.yaml } } }`;
    const { contract } = await described(document, { files });
    expect(contract.others.get("getThing")?.parameters.map(({ name }) => name)).toEqual(["id"]);
  });
});

/** Why the answer of `GET /things` is not as a document with this schema has it. */
async function problems(schema: string, body: string) {
  const text = `${head("3.0.3")}paths:
  /things:
    get:
      operationId: listThings
      responses:
        "200":
          description: Things.
          content: { application/json: { schema: ${schema} } }
components:
  schemas:
    Word: { type: string, enum: [x] }
    Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string }, tricks: { type: integer } } }`;
  const { contract } = await described(text);
  return contract.others.get("listThings")?.answer(200)?.validate(jsonNode(body));
}

const word = '{ $ref: "#/components/schemas/Word" }';
const ofNullables = `{ properties: { a: { nullable: true, allOf: [${word}] }, b: { nullable: true, ${word.slice(2)}, c: ${word} } }`;
const oneOfPets = `{ oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: kind, mapping: { dog: "#/components/schemas/Dog" } } }`;
const exclusive =
  "{ type: integer, minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false }";
const nullable =
  "{ properties: { a: { type: string, nullable: true, enum: [x] }, nullable: { type: boolean } } }";
const ofRequests =
  "{ required: [id, secret], properties: { id: { type: integer }, secret: { type: string, writeOnly: true } } }";

test.each([
  ["nullable lets a value be null, one of an enum too", nullable, '{"a":null,"nullable":true}', 0],
  ["a member may be named nullable", nullable, '{"a":1,"nullable":1}', 2],
  ["nullable beside a reference lets a value be null", ofNullables, '{"a":null,"b":null,"c":"x"}', 0],
  ["nullable beside a reference lets no more than that", ofNullables, '{"a":"y","b":1,"c":null}', 3],
  ["an exclusive bound of OpenAPI 3.0 is one", exclusive, "1", 1],
  ["an exclusive bound of OpenAPI 3.0 allows the next", exclusive, "2", 0],
  ["a bound that is not exclusive is in it", exclusive, "5", 0],
  [
    "what stands beside a reference in OpenAPI 3.0 is left out",
    `{ properties: { c: ${word.replace(" }", ", maxLength: 0 }")} } }`,
    '{"c":"x"}',
    0,
  ],
  ["a discriminator chooses one of several schemas that a body satisfies", oneOfPets, '{"kind":"dog"}', 0],
  ["what the discriminator did not choose asks for nothing", oneOfPets, '{"kind":"dog","lives":"nine"}', 0],
  ["a discriminator without a mapping chooses by name", oneOfPets, '{"kind":"Cat","lives":"nine"}', 1],
  ["an answer need not hold what only requests do", ofRequests, '{"id":1}', 0],
  ["an answer holds what both do", ofRequests, "{}", 1],
])("%s", async (_, schema, body, count) => {
  expect(await problems(schema, body)).toHaveLength(count);
});
