/** A node of the syntax tree, as far as the places are looked for in it. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export function isSyntax(value: unknown): value is Syntax {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** The node that a member holds; undefined where it holds none. */
export function nodeAt(node: Syntax | undefined, member: string): Syntax | undefined {
  const value = node?.[member];
  return isSyntax(value) ? value : undefined;
}

/** Every node directly below, with the member that holds it. */
export function childrenOf(node: Syntax): readonly { readonly member: string; readonly child: Syntax }[] {
  return Object.entries(node).flatMap(([member, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isSyntax).map((child) => ({ member, child })),
  );
}

/** A name, as an identifier or a plain key has one. */
export function nameOf(node: Syntax | undefined): string | undefined {
  return typeof node?.name === "string" ? node.name : undefined;
}

/** `every` of `pets.every(…)`. */
export function calledMethod(node: Syntax): string | undefined {
  const callee = node.type === "CallExpression" ? nodeAt(node, "callee") : undefined;
  if (callee?.type !== "MemberExpression" || callee.computed === true) return undefined;
  return nameOf(nodeAt(callee, "property"));
}

export function isFunction({ type }: Syntax): boolean {
  return (
    type === "ArrowFunctionExpression" || type === "FunctionExpression" || type === "FunctionDeclaration"
  );
}
