import { describe, expect, test, vi } from "vitest";
import { memberAt, mostInTwoDocuments, type PlainValue } from "#core/json/plain.ts";
import { changesBetween } from "#revisions/changes/operation-changes.ts";
import { head } from "#testing/documents/described-service.ts";
import { jsonNode } from "#testing/suites/sample-evidence.ts";
import { Bodies } from "../bodies.ts";
import type { SchemaCompiler } from "../contract.ts";
import { operationsOf } from "../operations.ts";
import { NotDecided } from "../recorded.ts";
import { fieldOf, partsOf, shapeOf } from "../schema-shape.ts";
import { Spec } from "../spec.ts";
import { ajvCompiler } from "../validation/ajv.ts";
import { SchemaTranslator } from "../validation/ajv-schema.ts";
import { loadSpec } from "./load.ts";
import { SpecError } from "./spec-error.ts";

// Each is small, and would take time or memory that doubles with each of its levels if it were walked as it reads.

const address = "https://specs.example/openapi.yaml";
const refTo = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
const answering = (schema: string) =>
  `{ get: { responses: { "200": { description: d, content: { application/json: { schema: ${schema} } } } } } }`;
const answer = (schema: string) => `paths: { /t: ${answering(schema)} }\n`;

const joined = (count: number, of: (n: number) => string, separator = "") =>
  Array.from({ length: count }, (_, n) => of(n)).join(separator);
const named = (count: number, of: (n: number) => string) => joined(count, of, ", ");

/** Schemas of which each refers to the next, and an operation that answers with the first. */
function chain(levels: number, level: (next: string) => string, last = "{ type: string }"): string {
  const schemas = joined(levels, (n) => `    A${n}: ${level(refTo(`A${n + 1}`))}\n`);
  return `${head()}${answer(refTo("A0"))}components:\n  schemas:\n${schemas}    A${levels}: ${last}\n`;
}

/** So many paths, each with an operation that answers with a schema. */
const pathsTo = (count: number, schema: string, name = "t") =>
  `${head()}paths:\n${joined(count, (n) => `  /${name}${n}: ${answering(schema)}\n`)}`;

/** So many paths, each with an operation. @param more of its members, with a comma */
function pathsOf(count: number, more: string): string {
  return joined(count, (n) => `  /t${n}: { get: { ${more}responses: { "200": { description: d } } } }\n`);
}

/** Parameters of the query by number, up to the last. */
function parametersFrom(first: number, end: number): string {
  return named(end - first, (n) => `{ name: p${first + n}, in: query, schema: {} }`);
}

const twice = (keyword: string) => (next: string) => `{ ${keyword}: [${next}, ${next}] }`;
const callback = (n: number) => `{ $ref: "#/components/callbacks/C${n}" }`;

const read = (text: string): Promise<Spec> => loadSpec(address, { fetchText: async () => text });

test.each([
  ["allOf twice to the next", chain(30, twice("allOf")), /more than 20000 schemas/],
  ["oneOf twice to the next", chain(25, twice("oneOf")), /more than 20000 schemas/],
  [
    "a choice of null, twice to the next",
    chain(30, (next) => twice("allOf")(`{ anyOf: [${next}, { type: "null" }] }`)),
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
    `${head()}paths: { /t: { post: { callbacks: { a: ${callback(0)} }, responses: {} } } }\ncomponents:\n  callbacks:\n${joined(30, (n) => `    C${n}: { x: { post: { responses: {}, callbacks: { a: ${callback(n + 1)}, b: ${callback(n + 1)} } } } }\n`)}    C30: {}\n`,
    /more than 200000 values once its references are followed/,
  ],
  ["a name 200,000 times", `${head()}${"a: 1\n".repeat(200_000)}`, /must be unique|more than 1000000/],
  ["a million signs", `[${"1,".repeat(600_000)}1]`, /more than 1000000 words and signs/],
  ["a list of more values than are kept", `[${"1,".repeat(250_000)}1]`, /more than 250000 values/],
  [
    "more operations than can be planned",
    `${head()}paths:\n${pathsOf(1501, "")}`,
    /\(\/paths\): more than 1500 operations/,
  ],
  [
    "more parameters of one operation than can be planned, its path's among them",
    `${head()}paths: { /t: { parameters: [${parametersFrom(0, 500)}], get: { parameters: [${parametersFrom(500, 1001)}], responses: {} } } }\n`,
    /\(\/paths\/~1t\/get\/parameters\): more than 1000 parameters/,
  ],
  [
    "parameters that many operations share",
    `${head()}paths:\n${pathsOf(101, "parameters: *all, ").replace("*all", `&all [${parametersFrom(0, 100)}]`)}`,
    /\(\/paths\): more than 10000 parameters in all/,
  ],
  [
    "more mistakes than are described",
    `${head()}${answer(`{ properties: { ${named(5001, (n) => `p${n}: { type: no }`)} } }`)}`,
    /\/p0\/type\): the type "no" is unknown[\s\S]*And 4981 more/,
  ],
  ["brackets in brackets", `[${"[".repeat(900_000)}`, /levels deep|more than/],
  [
    "aliases twice to the one before",
    `a0: &a0 [x]\n${joined(40, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`)}${head()}`,
    /more than 250000 values/,
  ],
])("a document is refused in a sentence: %s", async (_, text, problem) => {
  const error = await read(text).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(SpecError);
  expect(String(error)).toMatch(problem);
});

test("two documents that are compared have one bound, and the message does not ask to correct the syntax of either", async () => {
  const text = `${head()}${answer("{}")}`;
  const { root, size } = await read(text);
  const beside = new Spec({ ...root, size: mostInTwoDocuments - size });
  const readBeside = (text: string) => loadSpec(address, { fetchText: async () => text, beside });
  await expect(readBeside(text)).resolves.toBeInstanceOf(Spec);
  await expect(readBeside(`${text}x-more: 1\n`)).rejects.toThrow(
    /more than \d+ words and signs, which is what the other files leave it\. Leave operations/,
  );
});

test("a schema is translated, put together and compared once, however often others refer to it", async () => {
  const level = (next: string) =>
    `{ properties: { a: ${next}, b: ${next}, c: { anyOf: [${next}, ${next}] } } }`;
  const [before, after] = [await read(chain(30, level)), await read(chain(30, level, "{ type: integer }"))];
  const [schema = null] = schemasOf(before);
  const shared = vi.fn<SchemaCompiler["share"]>();
  new SchemaTranslator(before, "answer", shared).translate(schema);
  expect(shared).toHaveBeenCalledTimes(30);
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
  const lookUps = async (count: number) => {
    const [before, after] = [
      await read(pathsTo(count, "{ type: string }")),
      await read(pathsTo(count, "{ type: integer }")),
    ];
    const counted = [vi.spyOn(Object, "hasOwn"), vi.spyOn(Spec.prototype, "place")];
    expect(changesBetween(before, after)).toHaveLength(count);
    const { length } = counted.flatMap((spy): readonly unknown[] => spy.mock.calls);
    vi.restoreAllMocks();
    return length;
  };
  expect(await lookUps(80)).toBeLessThanOrEqual(2 * (await lookUps(40)));
});

describe("two documents are compared within bounds:", () => {
  const properties = (type: string, count: number, name: string) =>
    `${pathsTo(count, refTo("A"), name)}components: { schemas: { A: { properties: { ${named(200, (n) => `p${n}: { type: ${type} }`)} } } } }\n`;
  const many = (type: string) => properties(type, 251, "t");
  const wide = (type: string) => properties(type, 115, "t".repeat(900));
  const circle = (length: number) =>
    `${head()}paths: { /t: ${answering(`{ properties: { ${named(length, (n) => `r${n}: ${refTo(`A${n}`)}`)} } }`)} }\ncomponents: { schemas: { ${named(length, (n) => `A${n}: { properties: { a: ${refTo(`A${(n + 1) % length}`)} } }`)} } }\n`;
  const long = (last: string) =>
    `${head()}paths: { /t: ${answering(`{ required: [${named(60_000, (n) => `${last}${n}`)}] }`)} }\n`;

  test.each([
    ["more differences than anyone reads", many("string"), many("integer"), /50000 differences of /],
    ["differences in long names", wide("string"), wide("integer"), /more than 20000000 characters/],
    ["circles that meet in every way", circle(399), circle(400), /100000 schemas to compare/],
  ])("%s are refused in a sentence", async (_, old, fresh, problem) => {
    const [before, after] = [await read(old), await read(fresh)];
    expect(() => changesBetween(before, after)).toThrow(SpecError);
    expect(() => changesBetween(before, after)).toThrow(problem);
  });

  test("a difference is reported in few words, however long it is", async () => {
    const changes = changesBetween(await read(long("a")), await read(long("b")));
    expect(changes.map(({ was = "", is = "" }) => was.length + is.length < 1000)).toEqual([true, true]);
  });
});

const choices = (next: string) =>
  `{ oneOf: [{ properties: { a: ${next} } }, { properties: { a: ${next}, b: {} } }, { properties: { a: ${next}, c: {} } }] }`;
const nested = (levels: number) => jsonNode(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);

test("a value that would be held against its schemas without end is not decided", async () => {
  const spec = await read(chain(25, choices));
  const body = new Bodies(spec, ajvCompiler()).of(schemasOf(spec)[0]);
  expect(body?.validate(nested(3))).toHaveLength(1);
  const deep = nested(25);
  expect(() => body?.validate(deep)).toThrow(NotDecided);
  expect(() => body?.validate(deep)).toThrow(NotDecided);
});

test("schemas too many in a row to be compiled decide nothing", async () => {
  const all = named(1500, (n) => `b${n}: ${refTo(`A${n}`)}`);
  const spec = await read(
    chain(1500, (next) => `{ properties: { a: ${next} } }`, `{ properties: { ${all} } }`).replace(
      answer(refTo("A0")),
      answer(`{ properties: { a: ${refTo("A0")}, z: ${refTo("A1500")} } }`),
    ),
  );
  const body = new Bodies(spec, ajvCompiler()).of(schemasOf(spec)[0]);
  expect(() => body?.validate(nested(1))).toThrow(NotDecided);
});

test("a schema is compiled once, however many answers lead to it, and a value is judged as if it were in each", async () => {
  const count = 8;
  const all = named(count, (n) => `r${n}: ${refTo(`A${n}`)}`);
  const schemas = joined(count, (n) => `    A${n}: { required: [a${n}], properties: { ${all} } }\n`);
  const paths = joined(count, (n) => `  /t${n}: ${answering(`{ properties: { t: ${refTo(`A${n}`)} } }`)}\n`);
  const spec = await read(`${head()}paths:\n${paths}components:\n  schemas:\n${schemas}`);
  const compiler = ajvCompiler();
  const shared = vi.fn(compiler.share);
  const bodies = new Bodies(spec, { ...compiler, share: shared });
  const value = jsonNode('{"t":{"r1":{"a1":1,"r2":{}}}}');
  const problems = schemasOf(spec).map((schema) => bodies.of(schema)?.validate(value));
  expect(shared).toHaveBeenCalledTimes(count);
  expect(problems).toMatchObject(
    Array.from({ length: count }, (_, n) => [{ pointer: `/t/a${n}` }, { pointer: "/t/r1/r2/a2" }]),
  );
});

/** What each operation answers with. */
function schemasOf(spec: Spec): PlainValue[] {
  return operationsOf(spec).map(
    ({ node }) => memberAt(node, "responses", "200", "content", "application/json", "schema") ?? null,
  );
}
