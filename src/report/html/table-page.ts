import type { ComponentChild } from "preact";
import { renderToString } from "preact-render-to-string";
import { requirementName } from "../../check/requirement.ts";
import { type Comparison, changeKinds, changeTitles } from "../compare/compare-runs.ts";
import { changedName, detail, runInWords, step, verdictOf } from "../compare/diff-text.ts";
import { cellMark, type MatrixColumn, matrixRows, mustsPassed } from "../compare/matrix.ts";
import { h } from "./element.ts";
import { documentHead } from "./html.ts";
import { shown } from "./shown.ts";

/** Two runs compared, as one HTML file without a script. */
export function diffPage(comparison: Comparison): string {
  const { before, after, changes, cautions } = comparison;
  return page("Two runs compared", [
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
            h("strong", null, shown(changedName(change))),
            change.level,
            step(change),
            [
              shown(change.text),
              ...detail(change).map((text) => h("div", { class: "soft small" }, shown(text))),
            ],
          ]),
        ),
      ];
    }),
  ]);
}

/** The matrix of requirements and implementations, as one HTML file without a script. */
export function matrixPage(columns: readonly MatrixColumn[]): string {
  const rows = matrixRows(columns).map(({ level, text, verdicts, ...named }) => [
    [h("strong", null, shown(requirementName(named))), ` ${shown(text)}`],
    level,
    ...verdicts.map((verdict) => {
      const { symbol, word, tone } = cellMark(verdict);
      const [finding] = verdict?.findings ?? [];
      const title =
        finding === undefined
          ? undefined
          : `expected ${shown(finding.expected, 200)}; got ${shown(finding.seen, 200)}`;
      return h("span", { class: `tag ${tone}`, title }, `${symbol} ${word}`);
    }),
  ]);
  const summary = [
    [h("strong", null, "Outcome"), "", ...columns.map(({ run }) => h("strong", null, run.outcome))],
    ["Musts passed", "", ...columns.map(({ run }) => mustsPassed(run))],
    ["Profile", "", ...columns.map(({ run }) => run.profile)],
    ["When", "", ...columns.map(({ run }) => shown(run.startedAt).slice(0, 10))],
  ];
  return page("Implementations and requirements", [
    table(
      "Implementations and requirements",
      ["Requirement", "Level", ...columns.map(({ name }) => shown(name, 80))],
      [...summary, ...rows],
    ),
  ]);
}

type Cell = ComponentChild | readonly ComponentChild[];

function table(label: string, head: readonly string[], rows: readonly (readonly Cell[])[]): ComponentChild {
  return h(
    "div",
    // It scrolls sideways, so it must be focusable.
    { class: "scroll", tabIndex: 0, role: "group", "aria-label": label },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          head.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h("tbody", null, rows.map(tableRow)),
    ),
  );
}

function tableRow([first, ...cells]: readonly Cell[]): ComponentChild {
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, first),
    cells.map((cell) => h("td", null, cell)),
  );
}

function page(title: string, children: readonly (ComponentChild | readonly ComponentChild[])[]): string {
  const body = h("body", null, h("main", null, h("h1", null, title), ...children));
  return `${documentHead(title, false)}${renderToString(body)}</html>\n`;
}
