import { parseAst } from "vitest/node";
import {
  calledMethod,
  childrenOf,
  holds,
  isFunction,
  isSyntax,
  nameOf,
  nodeAt,
  type Syntax,
} from "../syntax.ts";
import { type Operator, replacementsOf } from "./operators.ts";

/** One place of a file, written wrongly in one way. */
export interface Mutant {
  readonly operator: Operator;
  /** Of what is replaced: offsets in the file's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  /** The declaration at the top of the file that holds it. */
  readonly within: string;
  readonly was: string;
  readonly becomes: string;
  readonly kind: "expression" | "block";
  /** The whole expression that it is a part of: where its value is the same, the mutant changes nothing. */
  readonly scope: { readonly start: number; readonly end: number };
  /** True where evaluating that twice would do something twice. */
  readonly acts: boolean;
}

/** Members whose values are words for the report. */
const wordMembers = new Set(["seen", "expected", "where", "words", "untold", "omitted", "remedy"]);
/** Methods whose arguments are. */
const wordMethods = new Set(["notShown", "lost", "notApplicable"]);
/** Which rows a run takes first while its budget is short: a weight, and no promise. */
const weightMembers = new Set(["value"]);
/** A number right behind one of these is a weight, too. */
const rowNames = new Set<unknown>(["quick", "standard", "thorough"]);
/** Methods that change what they are called on. */
const acting = new Set(["push", "set", "add", "delete", "sort", "reverse", "next", "pop", "shift", "splice"]);

interface Place {
  readonly parent: Syntax | undefined;
  /** The whole expression that the node decides the value of. */
  readonly outer: Syntax | undefined;
  readonly within: string;
}

/** Every mutant of a TypeScript file, by place and then by operator. Types and words for the report have none. */
export function mutantsOf(source: string): readonly Mutant[] {
  const program: unknown = parseAst(source, { lang: "ts" });
  if (!isSyntax(program)) throw new Error("the parser gave no syntax tree");
  const text = (node: Syntax): string => source.slice(node.start, node.end);
  const found: Mutant[] = [];
  const visit = (node: Syntax, { parent, outer, within }: Place): void => {
    for (const { operator, becomes } of replacementsOf(node, parent, text)) {
      const kind = operator === "block" ? "block" : "expression";
      const scope = kind === "block" ? node : (outer ?? node);
      found.push({
        operator,
        start: node.start,
        end: node.end,
        line: source.slice(0, node.start).split("\n").length,
        within,
        was: text(node),
        becomes,
        kind,
        scope: { start: scope.start, end: scope.end },
        acts: kind === "expression" && holds(scope, acts),
      });
    }
    for (const { member, child } of childrenOf(node)) {
      if (isLeftAlone(node, member, child)) continue;
      const whole = passesOn(node, member) ? (outer ?? node) : undefined;
      visit(child, { parent: node, outer: whole, within: within || declared(child) });
    }
  };
  visit(program, { parent: undefined, outer: undefined, within: "" });
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** The file with one mutant in it. */
export function mutated(source: string, { start, end, becomes }: Mutant): string {
  return source.slice(0, start) + becomes + source.slice(end);
}

/** Types, imports, keys, words and weights. */
function isLeftAlone(node: Syntax, member: string, child: Syntax): boolean {
  if (node.type === "ImportDeclaration" || isType(child)) return true;
  if (node.type === "Property") {
    if (member === "key") return node.computed !== true;
    const key = nameOf(nodeAt(node, "key")) ?? "";
    // A function under such a name decides what is said, and when.
    return weightMembers.has(key) || (wordMembers.has(key) && !isFunction(child));
  }
  if (member === "arguments" && isWeight(node, child)) return true;
  return member === "arguments" && wordMethods.has(calledMethod(node) ?? "");
}

/** `add("null", "standard", 8)`. */
function isWeight(call: Syntax, argument: Syntax): boolean {
  const given = Array.isArray(call.arguments) ? call.arguments.filter(isSyntax) : [];
  const before = given[given.indexOf(argument) - 1];
  return typeof argument.value === "number" && rowNames.has(before?.value);
}

function isType({ type }: Syntax): boolean {
  return type.startsWith("TS") && !["TSAsExpression", "TSSatisfiesExpression"].includes(type);
}

/** Whether the value of a part goes into that of the whole, and nowhere else. */
function passesOn({ type }: Syntax, member: string): boolean {
  switch (type) {
    case "BinaryExpression":
    case "LogicalExpression":
    case "UnaryExpression":
    case "ConditionalExpression":
    case "ChainExpression":
    case "MemberExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return true;
    default:
      return type === "CallExpression" && member === "callee";
  }
}

function acts(node: Syntax): boolean {
  if (node.type === "AssignmentExpression" || node.type === "UpdateExpression") return true;
  return acting.has(calledMethod(node) ?? "");
}

function declared(node: Syntax): string {
  const isDeclaration = node.type === "VariableDeclarator" || node.type === "FunctionDeclaration";
  const id = isDeclaration ? nodeAt(node, "id") : undefined;
  return nameOf(id) ?? "";
}
