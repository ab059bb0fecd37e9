import type { ErrorObject } from "ajv";
import type { JsonNode } from "../json/json.ts";
import { resolvePointer, toPlain } from "../json/read.ts";
import {
  type AjvSchema,
  type CompileSchema,
  type Direction,
  type ExactContext,
  textWithBigInts,
  toAjvSchema,
} from "./ajv-schema.ts";
import type { BodySchema, ObjectShape, SchemaProblem } from "./contract.ts";
import { problemOf } from "./problem-words.ts";
import { partsOf, shapeOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import { own, type SpecValue } from "./spec-file.ts";

export type Bodies = ReturnType<typeof createBodies>;

/** What a document says of bodies and parameters, and checks for them, compiled when first needed. */
export function createBodies(spec: Spec, compile: CompileSchema) {
  const known = { answer: new Map<SpecValue, BodySchema>(), request: new Map<SpecValue, BodySchema>() };
  const compileCheck = checkCompiler(compile);
  const made = (schema: SpecValue, sent: Direction): BodySchema => {
    let check: ValueCheck | undefined;
    let shape: ObjectShape | undefined;
    // Every finding in a body asks again what is wrong with it.
    const found = new WeakMap<JsonNode, readonly SchemaProblem[]>();
    return {
      get shape() {
        shape ??= shapeOf(spec, schema);
        return shape;
      },
      get isArray() {
        return partsOf(spec, schema).some((part) => own(part, "type") === "array");
      },
      validate: (value: JsonNode) => {
        check ??= compileCheck(toAjvSchema(spec, schema, sent));
        const problems = found.get(value) ?? check(value);
        found.set(value, problems);
        return problems;
      },
    };
  };
  return {
    /** The same for the same schema; undefined where there is none. */
    of: (schema: SpecValue | undefined, sent: Direction = "answer"): BodySchema | undefined => {
      if (schema === undefined) return undefined;
      const body = known[sent].get(schema) ?? made(schema, sent);
      known[sent].set(schema, body);
      return body;
    },
  };
}

const maxProblems = 20;

/** In which ways a value breaks one schema; at most 20, none when it is valid. */
type ValueCheck = (value: JsonNode) => readonly SchemaProblem[];

/** Compiles schemas to checks that judge numbers by their digits. One compiler for a document. */
export function checkCompiler(compile: CompileSchema): (schema: AjvSchema) => ValueCheck {
  const known = new Map<string, ValueCheck>();
  /** By one of the schemas of an `anyOf` or `oneOf`. */
  const branches = new WeakMap<object, ValueCheck>();

  const checkOf = (schema: AjvSchema): ValueCheck => {
    if (typeof schema === "boolean" || schema.items === undefined) return whole(schema);
    // Items are checked one by one: an answer of a million wrong items costs twenty problems, not a million.
    const { items, ...shell } = schema;
    const checkShell = whole(shell);
    const prefixed = Array.isArray(shell.prefixItems) ? shell.prefixItems.length : 0;
    const checkItem = whole(withDefinitions(items, shell.$defs));
    return (value) => {
      const problems = [...checkShell(value)];
      if (value.kind !== "array") return problems;
      for (const [index, item] of value.items.entries()) {
        if (problems.length >= maxProblems) break;
        if (index < prefixed) continue;
        for (const problem of checkItem(item)) {
          problems.push({ ...problem, pointer: `/${index}${problem.pointer}` });
        }
      }
      return problems.slice(0, maxProblems);
    };
  };

  const whole = (schema: AjvSchema): ValueCheck => {
    const validate = compile(schema);
    return (root) => {
      const context: ExactContext = { root };
      if (validate.call(context, toPlain(root))) return [];
      const definitions = typeof schema === "boolean" ? undefined : schema.$defs;
      const problems = telling(validate.errors ?? []).flatMap(
        (error) => ofChoice(error, root, definitions) ?? problemOf(error, root),
      );
      return distinct(problems).slice(0, maxProblems);
    };
  };

  /** Where one alternative alone is for such a value, what is wrong is what that one asks for. */
  const ofChoice = (error: ErrorObject, root: JsonNode, definitions: unknown) => {
    const node = resolvePointer(root, error.instancePath);
    if (!isChoice(error) || !Array.isArray(error.schema) || node === undefined) return undefined;
    const found = error.schema.map((branch) => branchOf(branch, definitions)(node));
    const nearest = Math.min(...found.map(distance));
    const [only, ...others] = found.filter((problems) => distance(problems) === nearest);
    if (only === undefined || only.length === 0 || others.length > 0) return undefined;
    return only.map((problem) => ({ ...problem, pointer: error.instancePath + problem.pointer }));
  };

  const branchOf = (schema: unknown, definitions: unknown): ValueCheck => {
    const key = Object(schema);
    const check = branches.get(key) ?? whole(withDefinitions(schema, definitions));
    branches.set(key, check);
    return check;
  };

  // The same for schemas that say the same: a document of 700 operations has some 300 kinds of parameters.
  return (schema) => {
    const key = textWithBigInts(schema);
    const check = known.get(key) ?? checkOf(schema);
    known.set(key, check);
    return check;
  };
}

/** How far a value is from one of several schemas: none of its problems, another value, another kind or type. */
function distance(problems: readonly SchemaProblem[]): number {
  const ofOther = problems.filter(({ pointer }) => pointer.split("/").length <= 2);
  if (ofOther.some(({ keyword, pointer }) => keyword === "type" && pointer === "")) return 3;
  if (ofOther.some(({ keyword }) => keyword === "const" || keyword === "enum")) return 2;
  return problems.length > 0 ? 1 : 0;
}

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === "anyOf" || keyword === "oneOf";
}

function withDefinitions(items: unknown, definitions: unknown): AjvSchema {
  if (typeof items !== "object" || items === null) return items !== false;
  return definitions === undefined ? { ...items } : { ...items, $defs: definitions };
}

/**
 * The errors that say something. Where none of several alternatives holds, that is the problem, and what
 * each lacks is noise; what is of the wrong type breaks its other bounds too.
 */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choices = errors.filter(isChoice);
  /** At the place of a choice, or below it. */
  const isBranch = (error: ErrorObject) =>
    choices.some(
      (choice) => choice !== error && `${error.instancePath}/`.startsWith(`${choice.instancePath}/`),
    );
  const trunk = errors.filter((error) => error.keyword !== "if" && !isBranch(error));
  const wrongType = new Set(
    trunk.filter(({ keyword }) => keyword === "type").map((error) => error.instancePath),
  );
  const found = trunk.filter(
    ({ keyword, instancePath }) => keyword === "type" || !wrongType.has(instancePath),
  );
  // An invalid value always has a problem.
  return found.length > 0 ? found : errors;
}

function distinct(problems: readonly SchemaProblem[]): SchemaProblem[] {
  const alike = Map.groupBy(problems, ({ pointer, expected }) => `${pointer} ${expected}`);
  return [...alike.values()].flatMap(([first]) => first ?? []);
}
