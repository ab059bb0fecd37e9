import { type ComponentChildren, createElement, type VNode } from "preact";

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** One element of the page. Its text and attributes are escaped when it is rendered. */
export function h(name: string, attributes: Attributes | null, ...children: ComponentChildren[]): VNode {
  return createElement(name, attributes, ...children);
}
