import type { ErrorObject } from "ajv";
import { own, type PlainValue, textWithBigInts } from "../json/plain.ts";
import { type JsonNode, resolvePointer, toPlain } from "../json/read.ts";
import { knownIn } from "../memory/derived-from.ts";
import type { AjvSchema, BodySchema, ObjectShape, SchemaCompiler, SchemaProblem } from "./contract.ts";
import { NotDecided } from "./recorded.ts";
import { partsOf, shapeOf } from "./schema-shape.ts";
import type { Spec } from "./spec.ts";
import {
  type Direction,
  type ExactContext,
  SchemaTranslator,
  type Work,
  workFor,
} from "./validation/ajv-schema.ts";
import { problemOf } from "./validation/problem-words.ts";

/** What a document says of bodies and parameters, and checks for them, compiled when first needed. */
export class Bodies {
  readonly #known = { answer: new Map<PlainValue, BodySchema>(), request: new Map<PlainValue, BodySchema>() };
  readonly #checks: SchemaChecks;
  readonly #translators: Readonly<Record<Direction, SchemaTranslator>>;

  constructor(spec: Spec, compiler: SchemaCompiler) {
    this.#checks = new SchemaChecks(compiler);
    this.#translators = {
      answer: new SchemaTranslator(spec, "answer", compiler.share),
      request: new SchemaTranslator(spec, "request", compiler.share),
    };
  }

  /** The same for the same schema; undefined where there is none. */
  of(schema: PlainValue | undefined, sent: Direction = "answer"): BodySchema | undefined {
    if (schema === undefined) return undefined;
    const compile = () => this.#checks.of(this.#translators[sent].translate(schema));
    return knownIn(this.#known[sent], schema, () => lazySchema(schema, compile));
  }
}

function lazySchema(schema: PlainValue, compile: () => ValueCheck): BodySchema {
  let shape: ObjectShape | undefined;
  let check: ValueCheck | NotDecided | undefined;
  /** Every finding in a body asks again what is wrong with it. */
  const found = new WeakMap<JsonNode, readonly SchemaProblem[] | NotDecided>();
  return {
    get shape() {
      shape ??= shapeOf(schema);
      return shape;
    },
    isArray: partsOf(schema).some((part) => own(part, "type") === "array"),
    validate(value) {
      check ??= orNotDecided(compile);
      const holds = check;
      const problems =
        holds instanceof NotDecided ? holds : knownIn(found, value, () => orNotDecided(() => holds(value)));
      if (problems instanceof NotDecided) throw problems;
      return problems;
    },
  };
}

const maxProblems = 20;

/** To say which of more alternatives is the nearest would take longer than it helps. */
const mostAlternatives = 50;

/** In which ways a value breaks one schema; at most 20, none when it is valid. @throws NotDecided where that takes too much work */
type ValueCheck = (value: JsonNode) => readonly SchemaProblem[];
type CheckWithin = (value: JsonNode, work: Work) => readonly SchemaProblem[];

/** Schemas that lead from one to the next are compiled, and hold a value, one within the other, as deep as the stack allows. */
function orNotDecided<T>(work: () => T): T | NotDecided {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return new NotDecided();
    if (error instanceof NotDecided) return error;
    throw error;
  }
}

/** Compiles schemas to checks that judge numbers by their digits. One for a document. */
export class SchemaChecks {
  readonly #compiler: SchemaCompiler;
  readonly #known = new Map<string, CheckWithin>();
  /** By one of the schemas of an `anyOf` or `oneOf`. */
  readonly #branches = new WeakMap<object, CheckWithin>();

  constructor(compiler: SchemaCompiler) {
    this.#compiler = compiler;
  }

  /** The same for schemas that say the same: a document of 700 operations has some 300 kinds of parameters. */
  of(schema: AjvSchema): ValueCheck {
    const check = knownIn(this.#known, textWithBigInts(schema), () => this.#checkOf(schema));
    return (value) => check(value, workFor(value));
  }

  #checkOf(schema: AjvSchema): CheckWithin {
    if (typeof schema === "boolean" || schema.items === undefined) return this.#whole(schema);
    // Items are checked one by one: an answer of a million wrong items costs twenty problems, not a million.
    const { items, ...shell } = schema;
    const checkShell = this.#whole(shell);
    const prefixed = Array.isArray(shell.prefixItems) ? shell.prefixItems.length : 0;
    const checkItem = this.#whole(asSchema(items));
    return (value, work) => {
      const problems = [...checkShell(value, work)];
      if (value.kind !== "array") return problems;
      for (const [index, item] of value.items.entries()) {
        if (problems.length >= maxProblems) break;
        if (index < prefixed) continue;
        for (const problem of checkItem(item, work)) {
          problems.push({ ...problem, pointer: `/${index}${problem.pointer}` });
        }
      }
      return problems.slice(0, maxProblems);
    };
  }

  #whole(schema: AjvSchema): CheckWithin {
    const validate = this.#compiler.compile(schema);
    return (root, work) => {
      const context: ExactContext = { root, work };
      if (validate.call(context, toPlain(root))) return [];
      const problems = new Map<string, SchemaProblem>();
      for (const error of telling(validate.errors ?? [])) {
        if (problems.size >= maxProblems) break;
        for (const problem of this.#ofChoice(error, context) ?? [problemOf(error, root)]) {
          const key = `${problem.pointer} ${problem.expected}`;
          if (!problems.has(key)) problems.set(key, problem);
        }
      }
      return [...problems.values()].slice(0, maxProblems);
    };
  }

  /** Where one alternative alone is for such a value, what is wrong is what that one asks for. */
  #ofChoice(error: ErrorObject, { root, work }: ExactContext) {
    if (!isChoice(error) || !Array.isArray(error.schema) || error.schema.length > mostAlternatives)
      return undefined;
    const node = resolvePointer(root, error.instancePath);
    if (node === undefined) return undefined;
    const found = error.schema.map((branch: unknown) =>
      knownIn(this.#branches, Object(branch), () => this.#whole(asSchema(branch)))(node, work),
    );
    const nearest = Math.min(...found.map(distance));
    const [only, ...others] = found.filter((problems) => distance(problems) === nearest);
    if (only === undefined || only.length === 0 || others.length > 0) return undefined;
    return only.map((problem) => ({ ...problem, pointer: error.instancePath + problem.pointer }));
  }
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

function asSchema(value: unknown): AjvSchema {
  return typeof value === "object" && value !== null ? { ...value } : value !== false;
}

/**
 * The errors that say something. Where none of several alternatives holds, that is the problem, and what
 * each lacks is noise; what is of the wrong type breaks its other bounds too.
 */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choices = Map.groupBy(errors.filter(isChoice), ({ instancePath }) => instancePath);
  /** At the place of a choice, or below it. */
  const isBranch = (error: ErrorObject) => {
    for (let path = error.instancePath; ; path = path.slice(0, path.lastIndexOf("/"))) {
      if (choices.get(path)?.some((choice) => choice !== error)) return true;
      if (path === "") return false;
    }
  };
  const trunk = errors.filter((error) => error.keyword !== "if" && !isBranch(error));
  const isOfType = ({ keyword }: ErrorObject) => keyword === "type";
  const wrongType = new Set(trunk.filter(isOfType).map(({ instancePath }) => instancePath));
  const found = trunk.filter((error) => isOfType(error) || !wrongType.has(error.instancePath));
  // An invalid value always has a problem.
  return found.length > 0 ? found : errors;
}
