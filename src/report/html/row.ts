import type { ComponentChild, VNode } from "preact";
import { h } from "./element.ts";

/** A term and its description, for a `dl`. */
export function row(term: string, description: ComponentChild | ComponentChild[]): VNode[] {
  return [h("dt", null, term), h("dd", null, description)];
}
