import type { ComponentChild } from "preact";
import { renderToString } from "preact-render-to-string";
import { requirementName } from "../../core/check/requirement.ts";
import { type Comparison, changeKinds, changeTitles } from "../compare/compare-runs.ts";
import { detail, runInWords, step, verdictOf } from "../compare/diff-text.ts";
import { h, shown } from "./element.ts";
import { documentHead } from "./html.ts";
import { table } from "./table.ts";

/** Two runs compared, as one HTML file without a script. */
export function diffPage(comparison: Comparison): string {
  return page("Two runs compared", changeParts(comparison));
}

/** What changed between two runs: a sentence, the two runs, and a table for each kind of change. */
export function changeParts(comparison: Comparison): PageParts {
  const { before, after, changes, cautions } = comparison;
  return [
    h("p", null, h("strong", null, verdictOf(comparison))),
    h(
      "ul",
      null,
      h("li", null, `before: ${shown(runInWords(before))}`),
      h("li", null, `after: ${shown(runInWords(after))}`),
      cautions.map((text) => h("li", null, `note: ${shown(text)}`)),
    ),
    changeKinds.flatMap((kind) => {
      const some = changes.filter((change) => change.kind === kind);
      if (some.length === 0) return [];
      return [
        h("h2", null, changeTitles[kind]),
        table(
          changeTitles[kind],
          ["Requirement", "Level", "Verdict", "What"],
          some.map((change) => [
            h("strong", null, shown(requirementName(change))),
            change.level,
            step(change),
            [
              shown(change.text),
              ...detail(change).map((text) => h("div", { class: "soft small" }, shown(text))),
            ],
          ]),
          "scroll stacked",
        ),
      ];
    }),
  ];
}

/** The content of a page below its title. */
export type PageParts = readonly (ComponentChild | readonly ComponentChild[])[];

/** A whole page without a script. */
export function page(title: string, children: PageParts, moreStyle = ""): string {
  const body = h("body", null, h("main", null, h("h1", null, title), ...children));
  return `${documentHead(title, false, moreStyle)}${renderToString(body)}</html>\n`;
}
