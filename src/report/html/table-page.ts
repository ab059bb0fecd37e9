import type { ComponentChild, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { requirementName } from "#core/check/requirement.ts";
import { detail, runInWords, step, verdictOf } from "../compare/changes-text.ts";
import { type Change, type Comparison, changesByKind } from "../compare/compare-runs.ts";
import { h, shown, table } from "./element.ts";
import { documentHead } from "./html.ts";

export function changesPage(comparison: Comparison): string {
  return page("Two runs compared", changeParts(comparison));
}

/**
 * What changed between two runs: a sentence, the two runs, and a table for each kind of change.
 * `hrefOf`: where a requirement of the second run is.
 */
export function changeParts(comparison: Comparison, hrefOf?: (id: string) => string): PageParts {
  const { before, after, cautions } = comparison;
  return [
    h("p", h("strong", verdictOf(comparison))),
    h(
      "ul",
      h("li", `before: ${shown(runInWords(before))}`),
      h("li", `after: ${shown(runInWords(after))}`),
      cautions.map((text) => h("li", `note: ${shown(text)}`)),
    ),
    changesByKind(comparison).flatMap(({ title, some }) => [
      h("h2", title),
      table(
        title,
        ["Requirement", "Level", "Verdict", "What"],
        some.map((change) => [
          nameOf(change, change.after && hrefOf?.(change.id)),
          change.level,
          step(change),
          [shown(change.text), ...detail(change).map((text) => h("div.soft.small", shown(text)))],
        ]),
        "scroll stacked",
      ),
    ]),
  ];
}

function nameOf(change: Change, href: string | undefined): VNode {
  const name = shown(requirementName(change));
  return h("strong", href === undefined ? name : h("a", { href }, name));
}

/** The content of a page below its title. */
export type PageParts = readonly (ComponentChild | readonly ComponentChild[])[];

/** A whole page without a script. */
export function page(title: string, children: PageParts, moreStyle = ""): string {
  const body = h("body", h("main", h("h1", title), ...children));
  return `${documentHead(title, false, moreStyle)}${renderToString(body)}</html>\n`;
}
