import type { VNode } from "preact";
import { requirementName } from "../../check/requirement.ts";
import type { Verdict } from "../../check/verdict.ts";
import { verdictMark } from "../verdict-mark.ts";
import { h } from "./element.ts";
import { shown } from "./shown.ts";

const key = [
  ["failed", "✗", "failed"],
  ["warning", "!", "warning"],
  ["inconclusive", "?", "inconclusive"],
  ["untested", "○", "untested"],
  ["passed", "✓", "passed"],
  ["left-out", "–", "not applicable or skipped"],
] as const;

/** The areas as a picture: one cell per requirement, each a link to it. */
export function areasPicture(areas: ReadonlyMap<string, readonly Verdict[]>): VNode[] {
  const all = [...areas.values()].flat();
  const rows = [...areas].map(([area, verdicts]) =>
    h("li", null, h("strong", null, area), h("span", { class: "cells" }, verdicts.map(cell))),
  );
  return [
    h("ul", { class: "areas" }, rows),
    h(
      "ul",
      { class: "key", "aria-label": "What the marks mean" },
      key
        .map(([tone, symbol, word]) => {
          const count = all.filter((verdict) => verdictMark(verdict).tone === tone).length;
          return { tone, text: `${symbol} ${count} ${word}`, count };
        })
        .filter(({ count }) => count > 0)
        .map(({ tone, text }) => h("li", null, h("span", { class: `tag ${tone}` }, text))),
      h("li", { class: "soft" }, "dashed: a should, which warns"),
    ),
  ];
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
