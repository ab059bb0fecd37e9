import { type ComponentChild, type ComponentChildren, createElement, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** One element with its classes: `h("p.soft.small", { id }, text)`. Text and attributes are escaped when it is rendered. */
export function h(selector: string, attributes: Attributes | null, ...children: ComponentChildren[]): VNode;
export function h(selector: string, ...children: ComponentChildren[]): VNode;
export function h(selector: string, ...given: (Attributes | ComponentChildren)[]): VNode {
  const [name = "", ...classes] = selector.split(".");
  const [first, ...rest] = given;
  const [attributes, children] = isAttributes(first) ? [first, rest] : [{}, given];
  const look = classes.length > 0 && { class: classes.join(" ") };
  return createElement(name, { ...look, ...attributes }, ...(children as ComponentChildren[]));
}

function isAttributes(given: Attributes | ComponentChildren): given is Attributes {
  return typeof given === "object" && given !== null && !Array.isArray(given) && !("props" in given);
}

const longest = 2000;

/** Text from the target. The renderer escapes markup; this escapes characters that hide or reorder the text around them. */
export function shown(text: string, most = longest): string {
  return shorten(escapeForTerminal(text), most);
}

/** A term and its description, for a `dl`; none without a description. What stands between backticks is shown as code. */
export function row(term: string, description: ComponentChild | ComponentChild[]): VNode[] {
  if (description === undefined || description === "" || description === false) return [];
  const shown = typeof description === "string" ? withCode(description) : description;
  return [h("dt", term), h("dd", shown)];
}

/** Text as it stands. It scrolls, so it must be focusable. */
export function preformatted(label: string, ...text: readonly ComponentChild[]): VNode {
  return h("pre", { tabIndex: 0, role: "group", "aria-label": label }, h("code", ...text));
}

export function folded(
  title: string,
  content: ComponentChildren,
  { isOpen = false }: { readonly isOpen?: boolean } = {},
): VNode {
  return h("details.group", { open: isOpen }, h("summary", h("h2", title)), h("div.body", content));
}

/** Prose for the page, whose backticks enclose code. */
export function withCode(prose: string): (string | VNode)[] {
  return prose
    .split(/(`[^`]+`)/u)
    .map((part) => (part.startsWith("`") ? h("code", part.slice(1, -1)) : part));
}

export type Cell = ComponentChild | readonly ComponentChild[];

/** A table that scrolls sideways where it is wide; the first cell of a row is its head. */
export function table(
  label: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  look = "scroll",
): VNode {
  return h(
    "div",
    // It scrolls sideways, so it must be focusable.
    { class: look, tabIndex: 0, role: "group", "aria-label": label },
    h(
      "table",
      h(
        "thead",
        h(
          "tr",
          head.map((text) => h("th", { scope: "col" }, h("span", text))),
        ),
      ),
      h("tbody", rows.map(tableRow)),
    ),
  );
}

function tableRow([first, ...cells]: readonly Cell[]): ComponentChild {
  return h(
    "tr",
    h("th", { scope: "row" }, first),
    cells.map((cell) => h("td", cell)),
  );
}

export type PageParts = readonly (ComponentChild | readonly ComponentChild[])[];

export function* rendered(parts: PageParts): Generator<string> {
  for (const part of parts.flat()) if (typeof part === "object" && part !== null) yield renderToString(part);
}
