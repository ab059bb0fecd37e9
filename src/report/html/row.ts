import type { ComponentChild, VNode } from "preact";
import { h } from "./element.ts";

/** A term and its description, for a `dl`. What stands between backticks is shown as code. */
export function row(term: string, description: ComponentChild | ComponentChild[]): VNode[] {
  const shown = typeof description === "string" ? withCode(description) : description;
  return [h("dt", null, term), h("dd", null, shown)];
}

/** Prose for the page, whose backticks enclose code. */
export function withCode(prose: string): (string | VNode)[] {
  return prose
    .split(/(`[^`]+`)/u)
    .map((part) => (part.startsWith("`") ? h("code", null, part.slice(1, -1)) : part));
}
