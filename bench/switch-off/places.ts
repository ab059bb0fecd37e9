import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vitest/node";
import { suiteFiles } from "../mutants/copies.ts";
import { calledMethod, childrenOf, isFunction, isSyntax, nameOf, nodeAt, type Syntax } from "../syntax.ts";

/** A place where an observation can be made to fail. */
export interface Place {
  /** Relative to the project: `suites/chapters/lists.ts`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The requirements that the file's checks are about; empty: any. */
  readonly about: readonly string[];
  /** The whole file with the place switched off: what failed there or is as expected. */
  readonly switchedOff: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where the suites share what judges. */
const shared = ["src/check/answers.ts", "src/run/judging/judge.ts"];

const checkOf =
  /\b(?:scenario|refusal|invariant|traceCheck|overLimitCheck|seriesCheck|rateInvariant|headerInvariant|errorBodies|wrongBodyCases|judgeStored|judgeMembership|judgeName|judgePresence)\(\s*"([A-Z0-9]+-[0-9]+)"/g;

/** Every place in the suites and in what they share. */
export function placesIn(project: string): readonly Place[] {
  return [...suiteFiles(project), ...shared].flatMap((file) => {
    const source = readFileSync(join(project, file), "utf8");
    const about = [...new Set([...source.matchAll(checkOf)].map(([, id = ""]) => id))];
    return switchesOf(source).map((edits) => ({ file, about, ...edits }));
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
      switchedOff: `${source.slice(0, start)}${text}${source.slice(end)}${switchOff}`,
    }));
}

function editOf(
  node: Syntax,
  parent: Syntax | undefined,
  helpers: ReadonlySet<string>,
  source: string,
): Edit | undefined {
  const { start, end } = node;
  const text = source.slice(start, end);
  if (calledMethod(node) === "broken" || helpers.has(nameOf(calleeOf(node)) ?? ""))
    return { start, end, text: `$switchedOff(${text})` };
  if (isMember(node, "broken") && parent?.type === "ObjectExpression")
    return { start, end, text: `held: true, off: ${text.replace(/^broken:/, "")}` };
  const differs = node.type === "ObjectExpression" && hasMember(node, "seen");
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
  if (body === undefined) return false;
  return calledMethod(body) === "broken" || (body.type === "ObjectExpression" && hasMember(body, "broken"));
}

function hasMember(node: Syntax, name: string): boolean {
  return childrenOf(node).some(({ child }) => isMember(child, name));
}

function isMember(node: Syntax, name: string): boolean {
  return node.type === "Property" && nameOf(nodeAt(node, "key")) === name;
}

function calleeOf(node: Syntax): Syntax | undefined {
  return node.type === "CallExpression" ? nodeAt(node, "callee") : undefined;
}

function collect(node: Syntax, seen: (node: Syntax) => void): void {
  seen(node);
  for (const { child } of childrenOf(node)) collect(child, seen);
}

/** Makes what fails hold, whether it is what an invariant says of an exchange or an observation. */
const switchOff = `
function $switchedOff(judged) {
  const { broken, finding, ...rest } = judged;
  return finding === undefined ? { ...rest, held: true } : { ...rest, kind: "held", subjects: [finding.exchange] };
}
`;
