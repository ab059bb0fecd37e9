import { describe, expect, test, vi } from "vitest";
import { parseJson } from "#core/json/parse.ts";
import { changesBetween } from "#revisions/changes/operation-changes.ts";
import { createBodies } from "../bodies.ts";
import type { AjvSchema } from "../contract.ts";
import { operationsOf } from "../operations.ts";
import { NotDecided } from "../recorded.ts";
import { fieldOf, partsOf, shapeOf } from "../schema-shape.ts";
import { Spec } from "../spec.ts";
import { ajvCompiler } from "../validation/ajv.ts";
import { toAjvSchema } from "../validation/ajv-schema.ts";
import { loadSpec } from "./load.ts";
import { SpecError } from "./spec-error.ts";

// Each is small, and would take time or memory that doubles with each of its levels if it were walked as it reads.

const address = "https://specs.example/openapi.yaml";
const head = 'openapi: 3.1.0\ninfo: { title: Things, version: "1" }\n';
const refTo = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
const answer = (schema: string) =>
  `paths: { /t: { get: { operationId: t, responses: { "200": { description: d, content: { application/json: { schema: ${schema} } } } } } } }\n`;

/** Schemas of which each refers to the next, and an operation that answers with the first. */
function chain(levels: number, level: (next: string) => string, last = "{ type: string }"): string {
  const schemas = Array.from({ length: levels }, (_, n) => `    A${n}: ${level(refTo(`A${n + 1}`))}\n`);
  return `${head}${answer(refTo("A0"))}components:\n  schemas:\n${schemas.join("")}    A${levels}: ${last}\n`;
}

const read = (text: string): Promise<Spec> => loadSpec(address, async () => text);

describe("a document is refused in a sentence:", () => {
  test.each([
    [
      "allOf twice to the next",
      chain(30, (next) => `{ allOf: [${next}, ${next}] }`),
      /more than 20000 schemas/,
    ],
    [
      "oneOf twice to the next",
      chain(25, (next) => `{ oneOf: [${next}, ${next}] }`),
      /more than 20000 schemas/,
    ],
    [
      "a choice of null, twice to the next",
      chain(
        30,
        (next) =>
          `{ allOf: [{ anyOf: [${next}, { type: "null" }] }, { anyOf: [${next}, { type: "null" }] }] }`,
      ),
      /more than 20000 schemas/,
    ],
    ["not, a thousand times", chain(1000, (next) => `{ not: ${next} }`), /more than 400 schemas in a row/],
    [
      "properties",
      chain(1000, (next) => `{ properties: { a: ${next} } }`),
      /\(\/components\/schemas\/A149\/properties\/a\): more than 150 levels of schemas/,
    ],
    ["references to references", chain(1000, (next) => next), /more than 20 references in a row|in a circle/],
    [
      "callbacks twice to the next",
      `${head}paths: { /t: { post: { callbacks: { a: { $ref: "#/components/callbacks/C0" } }, responses: {} } } }\ncomponents:\n  callbacks:\n${Array.from(
        { length: 30 },
        (_, n) =>
          `    C${n}: { x: { post: { responses: {}, callbacks: { a: { $ref: "#/components/callbacks/C${n + 1}" }, b: { $ref: "#/components/callbacks/C${n + 1}" } } } } }\n`,
      ).join("")}    C30: {}\n`,
      /more than 500000 values once its references are followed/,
    ],
    [
      "a name two hundred thousand times",
      `${head}${"a: 1\n".repeat(200_000)}`,
      /must be unique|more than 1000000/,
    ],
    ["a million signs", `[${"1,".repeat(600_000)}1]`, /more than 1000000 words and signs/],
    ["brackets in brackets", `[${"[".repeat(900_000)}`, /levels deep|more than/],
    [
      "aliases twice to the one before",
      `a0: &a0 [x]\n${Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`).join("")}${head}`,
      /more than 1000000 values/,
    ],
  ])("%s", async (_, text, problem) => {
    const error = await read(text).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(SpecError);
    expect(String(error)).toMatch(problem);
  });
});

test("a schema is translated, put together and compared once, however often others refer to it", async () => {
  const level = (next: string) =>
    `{ properties: { a: ${next}, b: ${next}, c: { anyOf: [${next}, ${next}] } } }`;
  const [before, after] = [await read(chain(30, level)), await read(chain(30, level, "{ type: integer }"))];
  const schema = schemaOf(before);
  const translated = toAjvSchema(before, schema, "answer");
  expect(Object.keys(Object(translated).$defs)).toHaveLength(30);
  expect([partsOf(schema).length, shapeOf(schema).properties.size, fieldOf(schema).types]).toEqual([
    1,
    3,
    undefined,
  ]);
  // By the eighth level, a walk of every way to a schema would find 3^8 of them.
  const { length } = changesBetween(before, after);
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThan(20);
  expect(changesBetween(before, before)).toEqual([]);
});

test("a document of twice as many paths takes twice the look-ups to compare", async () => {
  const paths = (count: number, type: string) =>
    read(
      `${head}paths:\n${Array.from({ length: count }, (_, n) => `  /t${n}: { get: { responses: { "200": { description: d, content: { application/json: { schema: { type: ${type} } } } } } } }\n`).join("")}`,
    );
  const lookUps = async (count: number) => {
    const [before, after] = [await paths(count, "string"), await paths(count, "integer")];
    const counted = [vi.spyOn(Spec.prototype, "get"), vi.spyOn(Spec.prototype, "place")];
    expect(changesBetween(before, after)).toHaveLength(count);
    const { length } = counted.flatMap((spy) => spy.mock.calls);
    vi.restoreAllMocks();
    return length;
  };
  expect(await lookUps(80)).toBeLessThanOrEqual(2 * (await lookUps(40)));
});

const choices = (next: string) =>
  `{ oneOf: [{ properties: { a: ${next} } }, { properties: { a: ${next}, b: {} } }, { properties: { a: ${next}, c: {} } }] }`;
const nested = (levels: number) => parsed(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);

test("a value that would be held against its schemas without end is not decided", async () => {
  const spec = await read(chain(25, choices));
  const body = createBodies(spec, ajvCompiler()).of(schemaOf(spec));
  expect(body?.validate(nested(3))).toHaveLength(1);
  const deep = nested(25);
  expect(() => body?.validate(deep)).toThrow(NotDecided);
  expect(() => body?.validate(deep)).toThrow(NotDecided);
});

test("schemas too many in a row to be compiled decide nothing", async () => {
  const all = Array.from({ length: 1500 }, (_, n) => `b${n}: ${refTo(`A${n}`)}`).join(", ");
  const spec = await read(
    chain(1500, (next) => `{ properties: { a: ${next} } }`, `{ properties: { ${all} } }`).replace(
      answer(refTo("A0")),
      answer(`{ properties: { a: ${refTo("A0")}, z: ${refTo("A1500")} } }`),
    ),
  );
  const body = createBodies(spec, ajvCompiler()).of(schemaOf(spec));
  expect(() => body?.validate(nested(1))).toThrow(NotDecided);
});

test("a schema is compiled once, however many answers lead to it, and a value is judged as if it were in each", async () => {
  const count = 8;
  const names = Array.from({ length: count }, (_, n) => n);
  const all = names.map((n) => `r${n}: ${refTo(`A${n}`)}`).join(", ");
  const schemas = names.map((n) => `    A${n}: { required: [a${n}], properties: { ${all} } }\n`).join("");
  const paths = names.map(
    (n) =>
      `  /t${n}: { get: { responses: { "200": { description: d, content: { application/json: { schema: { properties: { t: ${refTo(`A${n}`)} } } } } } } } }\n`,
  );
  const spec = await read(`${head}paths:\n${paths.join("")}components:\n  schemas:\n${schemas}`);
  const compile = ajvCompiler();
  const shared = vi.fn(compile.share);
  const bodies = createBodies(
    spec,
    Object.assign((schema: AjvSchema) => compile(schema), { share: shared }),
  );
  const problems = operationsOf(spec).map(({ node }) => {
    const schema = spec.get(node, "responses", "200", "content", "application/json", "schema");
    return bodies
      .of(schema)
      ?.validate(parsed('{"t":{"r1":{"a1":1,"r2":{}}}}'))
      .map(({ pointer }) => pointer);
  });
  expect(shared).toHaveBeenCalledTimes(count);
  expect(problems).toEqual(names.map((n) => [`/t/a${n}`, "/t/r1/r2/a2"]));
});

function schemaOf(spec: Spec) {
  const [operation] = operationsOf(spec);
  return spec.get(operation?.node, "responses", "200", "content", "application/json", "schema") ?? null;
}

function parsed(text: string) {
  const found = parseJson(text);
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}
