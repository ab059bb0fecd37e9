import type { VNode } from "preact";
import { requirementName } from "../../core/check/requirement.ts";
import type { Verdict } from "../../core/check/verdict.ts";
import type { Report } from "../report.ts";
import { verdictMark } from "../verdict-mark.ts";
import { h } from "./element.ts";
import { shown } from "./shown.ts";
import { type Tally, tally } from "./tally.ts";

/** The areas as a picture: one cell per requirement, each a link to it. The counts are those of the headline. */
export function areasPicture(report: Report, areas: ReadonlyMap<string, readonly Verdict[]>): VNode[] {
  const rows = [...areas].map(([area, verdicts]) =>
    h("li", null, h("strong", null, area), h("span", { class: "cells" }, verdicts.map(cell))),
  );
  return [
    h("ul", { class: "areas" }, rows),
    key("Musts", tally(report, "must")),
    key("Shoulds, dashed", tally(report, "should")),
  ].filter((part) => part !== null);
}

function key(title: string, marks: readonly Tally[]): VNode | null {
  if (marks.length === 0) return null;
  return h(
    "div",
    { class: "key" },
    h("span", { class: "soft" }, `${title}:`),
    h(
      "ul",
      null,
      marks.map(({ tone, symbol, words }) =>
        h("li", null, h("span", { class: `tag ${tone}` }, `${symbol} ${words}`)),
      ),
    ),
  );
}

function cell(verdict: Verdict): VNode {
  const { symbol, word, tone } = verdictMark(verdict);
  const number = verdict.id.slice(verdict.id.lastIndexOf("-") + 1);
  return h(
    "a",
    {
      class: `cell ${tone}${verdict.level === "should" ? " should" : ""}`,
      href: `#${verdict.id}`,
      title: `${requirementName(verdict)}, ${word}: ${shown(verdict.text)}`,
      "aria-label": `${requirementName(verdict)}, ${word}`,
    },
    `${symbol}${number}`,
  );
}
