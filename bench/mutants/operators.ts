import { calledMethod, isSyntax, nodeAt, type Syntax } from "../syntax.ts";

/** One way to write a node wrongly. */
export interface Replacement {
  readonly operator: Operator;
  readonly becomes: string;
}

export type Operator =
  | "boundary"
  | "equality"
  | "logical"
  | "boolean"
  | "negation"
  | "condition"
  | "arithmetic"
  | "assignment"
  | "array"
  | "block"
  | "result"
  | "optional chaining"
  | "method"
  | "number";

/** Binary operators and what they become. Both ways of `<`: the boundary, and the other side. */
const binary: Readonly<Record<string, readonly [operator: Operator, ...others: string[]]>> = {
  "<": ["boundary", "<=", ">="],
  "<=": ["boundary", "<", ">"],
  ">": ["boundary", ">=", "<="],
  ">=": ["boundary", ">", "<"],
  "===": ["equality", "!=="],
  "!==": ["equality", "==="],
  "&&": ["logical", "||"],
  "||": ["logical", "&&"],
  "??": ["logical", "&&"],
  "+": ["arithmetic", "-"],
  "-": ["arithmetic", "+"],
  "*": ["arithmetic", "/"],
  "/": ["arithmetic", "*"],
  "%": ["arithmetic", "*"],
};

const assignments: Readonly<Record<string, string>> = { "+=": "-=", "-=": "+=" };

/** Methods that have an opposite. */
const swaps: ReadonlyMap<string, string> = new Map(
  [
    ["some", "every"],
    ["find", "findLast"],
    ["startsWith", "endsWith"],
    ["toLowerCase", "toUpperCase"],
    ["padStart", "padEnd"],
    ["min", "max"],
    ["floor", "ceil"],
  ].flatMap(([a = "", b = ""]): [string, string][] => [
    [a, b],
    [b, a],
  ]),
);

/** Methods whose result is of the kind of what they are called on: the call can be left out. */
const removable = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "trim"]);

/** What a node can become. @param text that of any node. */
export function replacementsOf(
  node: Syntax,
  parent: Syntax | undefined,
  text: (node: Syntax) => string,
): readonly Replacement[] {
  const own = (byType[node.type] ?? none)(node, text, parent);
  return [...own, ...(isTested(node, parent) ? conditions(node, parent) : []), ...resultOf(node, parent)];
}

type Text = (node: Syntax) => string;
type Replace = (node: Syntax, text: Text, parent: Syntax | undefined) => readonly Replacement[];

const none: Replace = () => [];

const ofBinary: Replace = (node, text) => {
  const [left, right] = [nodeAt(node, "left"), nodeAt(node, "right")];
  const [operator, ...others] = binary[String(node.operator)] ?? [];
  if (left === undefined || right === undefined || operator === undefined) return [];
  if (operator === "arithmetic" && [left, right].some(isText)) return [];
  return others.map((other) => {
    const becomes = betweenReplaced(text(node), node, left, right, String(node.operator), other);
    // The others bind as the operator that they stand for.
    return { operator, becomes: operator === "logical" ? `(${becomes})` : becomes };
  });
};

/** The text of a node, with what stands between two of its parts replaced; brackets around these stay. */
function betweenReplaced(
  text: string,
  node: Syntax,
  left: Syntax,
  right: Syntax,
  was: string,
  becomes: string,
): string {
  const [from, to] = [left.end - node.start, right.start - node.start];
  return text.slice(0, from) + text.slice(from, to).replace(was, becomes) + text.slice(to);
}

const byType: Readonly<Record<string, Replace>> = {
  BinaryExpression: ofBinary,
  LogicalExpression: ofBinary,
  UnaryExpression: (node, text) => {
    const argument = text(node).slice(1);
    if (node.operator === "!") return [{ operator: "negation", becomes: argument }];
    return node.operator === "-" ? [{ operator: "arithmetic", becomes: argument }] : [];
  },
  AssignmentExpression: (node, text) => {
    const [left, right] = [nodeAt(node, "left"), nodeAt(node, "right")];
    const was = String(node.operator);
    const other = assignments[was];
    if (left === undefined || right === undefined || other === undefined || isText(right)) return [];
    return [{ operator: "assignment", becomes: betweenReplaced(text(node), node, left, right, was, other) }];
  },
  Literal: (node, _, parent) => {
    const { value, raw } = node;
    if (typeof value === "boolean") return [{ operator: "boolean", becomes: String(!value) }];
    if (parent?.operator === "-" && parent.type === "UnaryExpression") return [];
    if (typeof value === "number") return [{ operator: "number", becomes: String(value + 1) }];
    const digits = typeof raw === "string" ? /^([0-9_]+)n$/.exec(raw)?.[1] : undefined;
    if (digits === undefined) return [];
    return [{ operator: "number", becomes: `${BigInt(digits.replaceAll("_", "")) + 1n}n` }];
  },
  ArrayExpression: ({ elements }) =>
    Array.isArray(elements) && elements.length > 0 ? [{ operator: "array", becomes: "[]" }] : [],
  BlockStatement: ({ body }) =>
    Array.isArray(body) && body.length > 0 ? [{ operator: "block", becomes: "{}" }] : [],
  CallExpression: (node, text) => {
    const method = calledMethod(node);
    const callee = nodeAt(node, "callee");
    const [object, property] = [nodeAt(callee, "object"), nodeAt(callee, "property")];
    if (method === undefined || object === undefined || property === undefined) return [];
    const swapped = swaps.get(method);
    const before = text(node).slice(0, property.start - node.start);
    const after = text(node).slice(property.end - node.start);
    if (swapped !== undefined) return [{ operator: "method", becomes: before + swapped + after }];
    return removable.has(method) ? [{ operator: "method", becomes: before.replace(/\s*\??\.\s*$/, "") }] : [];
  },
  MemberExpression: (node, text) => {
    const [object, property] = [nodeAt(node, "object"), nodeAt(node, "property")];
    if (node.optional !== true || object === undefined || property === undefined) return [];
    const access = node.computed === true ? "" : ".";
    return [
      {
        operator: "optional chaining",
        becomes: betweenReplaced(text(node), node, object, property, "?.", access),
      },
    ];
  },
};

/** A text, or what is joined to one. */
function isText(node: Syntax): boolean {
  if (node.type === "TemplateLiteral" || typeof node.value === "string") return true;
  const sides = [nodeAt(node, "left"), nodeAt(node, "right")];
  return node.operator === "+" && sides.some((side) => side !== undefined && isText(side));
}

/** What decides which way a statement or an expression goes. */
function isTested(node: Syntax, parent: Syntax | undefined): boolean {
  return parent !== undefined && parent.test === node && parent.type !== "SwitchCase";
}

/** A loop that never ends shows nothing that one which never begins does not. */
function conditions(node: Syntax, parent: Syntax | undefined): Replacement[] {
  const loops = parent !== undefined && /^(?:For|While|DoWhile)/.test(parent.type);
  const values = node.type === "Literal" ? [] : loops ? ["false"] : ["true", "false"];
  return values.map((becomes) => ({ operator: "condition", becomes }));
}

/** The body of an arrow function that is an expression. */
function resultOf(node: Syntax, parent: Syntax | undefined): Replacement[] {
  const isResult =
    parent?.type === "ArrowFunctionExpression" && parent.body === node && node.type !== "BlockStatement";
  const isNothing = isSyntax(node) && node.name === "undefined";
  return isResult && !isNothing ? [{ operator: "result", becomes: "undefined" }] : [];
}
