// What the page uses of preact and of preact-render-to-string. Their own declarations bring in the whole of the DOM's globals,
// which do not exist in Node; tsconfig.json maps both names to this file.

export interface VNode {
  readonly type: string;
  readonly props: object;
}

export type ComponentChild = VNode | string | number | boolean | null | undefined;
export type ComponentChildren = ComponentChild | readonly ComponentChildren[];

export function createElement(
  type: string,
  props: Readonly<Record<string, unknown>> | null,
  ...children: readonly ComponentChildren[]
): VNode;

/** Of preact-render-to-string. */
export function renderToString(node: VNode): string;
