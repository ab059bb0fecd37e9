import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vitest/node";
import type { Judged } from "../../src/core/check/check.ts";
import type { Mismatch } from "../../src/core/check/expectation.ts";
import type { Observer } from "../../src/core/check/observe.ts";
import { requirementsIn, suiteSources } from "../mutants/copies.ts";
import { calledMethod, childrenOf, isFunction, isSyntax, nameOf, nodeAt, type Syntax } from "./syntax.ts";

/** A place where an observation can be made to fail. */
export interface Place {
  /** Relative to the project: `suites/petstore/list-animals/lists/checks.ts`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The requirements that the file names; empty: any. */
  readonly about: readonly string[];
  /** The whole file with the place switched off: what failed there or is as expected. */
  readonly switchedOff: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type MemberOf<Any> = Any extends unknown ? keyof Any : never;

// What the language of the checks calls a failure: the compiler refuses these once it has other names.
const failingCall = "broken" satisfies keyof Observer;
const failingMember = "broken" satisfies MemberOf<Judged>;
const differingMember = "seen" satisfies keyof Mismatch;

/** Where the suites share what judges. */
const shared = ["src/core/check/answers.ts", "src/core/run/judging/judge.ts"];

/** Every place in the suites and in what they share. */
export function placesIn(project: string): readonly Place[] {
  const sources = new Map(suiteSources(project));
  for (const file of shared) sources.set(file, readFileSync(join(project, file), "utf8"));
  return [...sources].flatMap(([file, source]) => {
    const about = requirementsIn(source);
    const folders = "../".repeat(file.split("/").length - 1);
    const switchIn = `\nimport { switchedOff as $switchedOff } from "${folders}bench/switch-off/switched-off.ts";\n`;
    return switchesOf(source).map(({ line, switchedOff }) => ({
      ...{ file, line, about },
      switchedOff: switchedOff + switchIn,
    }));
  });
}

/** Every place of a TypeScript file, in their order. */
export function switchesOf(source: string): readonly Pick<Place, "line" | "switchedOff">[] {
  const program: unknown = parseAst(source, { lang: "ts" });
  if (!isSyntax(program)) throw new Error("the parser gave no syntax tree");
  const helpers = new Set<string>();
  collect(program, (node) => {
    const name = nameOf(nodeAt(node, "id"));
    const init = nodeAt(node, "init");
    if (name !== undefined && init !== undefined && isFailing(init)) helpers.add(name);
  });
  const edits: Edit[] = [];
  const visit = (node: Syntax, parent: Syntax | undefined): void => {
    // What such a function is called for is a place at each call.
    if (node.type === "VariableDeclarator" && helpers.has(nameOf(nodeAt(node, "id")) ?? "")) return;
    const edit = editOf(node, parent, helpers, source);
    if (edit !== undefined) edits.push(edit);
    for (const { child } of childrenOf(node)) visit(child, node);
  };
  visit(program, undefined);
  return edits
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text }) => ({
      line: source.slice(0, start).split("\n").length,
      switchedOff: `${source.slice(0, start)}${text}${source.slice(end)}`,
    }));
}

function editOf(
  node: Syntax,
  parent: Syntax | undefined,
  helpers: ReadonlySet<string>,
  source: string,
): Edit | undefined {
  const { start, end } = node;
  if (fails(node) || helpers.has(nameOf(calleeOf(node)) ?? ""))
    return { start, end, text: `$switchedOff(${source.slice(start, end)})` };
  const differs = node.type === "ObjectExpression" && hasMember(node, differingMember);
  return differs && decides(parent) ? { start, end, text: "undefined" } : undefined;
}

/** True where a value is what a function gives back: the words of a finding are also put together beside it. */
function decides(parent: Syntax | undefined): boolean {
  const types = ["ReturnStatement", "ConditionalExpression", "LogicalExpression", "ArrowFunctionExpression"];
  return parent !== undefined && types.includes(parent.type);
}

/** True of a function that does nothing but make a failing observation. */
function isFailing(node: Syntax): boolean {
  const body = isFunction(node) ? nodeAt(node, "body") : undefined;
  return body !== undefined && fails(body);
}

/** True of what makes a failing observation, or says of an exchange that it is broken. */
function fails(node: Syntax): boolean {
  if (node.type === "ObjectExpression") return hasMember(node, failingMember);
  return calledMethod(node) === failingCall;
}

function hasMember(node: Syntax, name: string): boolean {
  return childrenOf(node).some(
    ({ child }) => child.type === "Property" && nameOf(nodeAt(child, "key")) === name,
  );
}

function calleeOf(node: Syntax): Syntax | undefined {
  return node.type === "CallExpression" ? nodeAt(node, "callee") : undefined;
}

function collect(node: Syntax, seen: (node: Syntax) => void): void {
  seen(node);
  for (const { child } of childrenOf(node)) collect(child, seen);
}
