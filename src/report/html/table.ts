import type { ComponentChild, VNode } from "preact";
import { h } from "./element.ts";

export type Cell = ComponentChild | readonly ComponentChild[];

/** A table that scrolls sideways where it is wide; the first cell of a row is its head. `lookOf`: of a row. */
export function table(
  label: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  look = "scroll",
  lookOf: (row: readonly Cell[]) => string | undefined = () => undefined,
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
      h(
        "tbody",
        rows.map((row) => tableRow(row, lookOf(row))),
      ),
    ),
  );
}

function tableRow([first, ...cells]: readonly Cell[], look: string | undefined): ComponentChild {
  return h(
    "tr",
    look === undefined ? null : { class: look },
    h("th", { scope: "row" }, first),
    cells.map((cell) => h("td", cell)),
  );
}
