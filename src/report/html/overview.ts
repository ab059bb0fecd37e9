import type { VNode } from "preact";
import { requirementName } from "#core/check/requirement.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { Report } from "../report.ts";
import { explainedBy, mustsFirst } from "../words/defect-in-words.ts";
import { type VerdictMark, verdictMark } from "../words/sentences.ts";
import { h, shown } from "./element.ts";

/** How many failures that no cause explains are named at first; the others are a click away. */
const mostBrief = 8;

/** The areas as a picture; beside it what failed by none of the causes, which stand above. */
export function overview(report: Report, areas: ReadonlyMap<string, readonly Verdict[]>): VNode {
  const explained = explainedBy(report.causes);
  const broken = [...areas.values()]
    .flat()
    .filter(({ id, verdict }) => verdict === "fail" && !explained.has(id));
  const failed = mustsFirst(broken);
  const picture = h("div", h("h2", "Areas"), areasPicture(report, areas));
  if (failed.length === 0) return h("div.overview", picture);
  const items = failed.map((verdict) => brief(verdict, report));
  const more = items.slice(mostBrief);
  return h(
    "div.overview.two",
    h(
      "div",
      h("h2", report.causes.length === 0 ? "What failed" : "What else failed"),
      h("ul.brief", items.slice(0, mostBrief)),
      more.length === 0
        ? null
        : h("details", h("summary", h("span.text", `${more.length} more`)), h("ul.brief.body", more)),
    ),
    picture,
  );
}

function brief(verdict: Verdict, { known }: Report): VNode {
  const { id, level, text } = verdict;
  const aside = [...(level === "must" ? [] : ["a warning"]), ...(known.includes(id) ? ["known"] : [])];
  return h(
    "li",
    level === "must" ? null : { class: "minor" },
    h("a", { href: `#${id}` }, requirementName(verdict)),
    `: ${shown(text)}`,
    aside.length === 0 ? null : h("span.soft.small", ` (${aside.join(", ")})`),
  );
}

/** The areas as a picture: one cell per requirement, each a link to it. The counts are those of the headline. */
function areasPicture(report: Report, areas: ReadonlyMap<string, readonly Verdict[]>): VNode[] {
  const rows = [...areas].map(([area, verdicts]) =>
    h("li", h("strong", area), h("span.cells", verdicts.map(cell))),
  );
  return [
    h("ul.areas", rows),
    key("Musts", tally(report, "must")),
    key("Shoulds, dashed", tally(report, "should")),
  ].filter((part) => part !== null);
}

function key(title: string, marks: ReturnType<typeof tally>): VNode | null {
  if (marks.length === 0) return null;
  return h(
    "div.key",
    h("span.soft", `${title}:`),
    h(
      "ul",
      marks.map(({ tone, symbol, words }) => h("li", h(`span.tag.${tone}`, `${symbol} ${words}`))),
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

/** Of one level, what there is of each mark; known failures are counted apart, as in the headline. */
function tally({ counts, known }: Report, level: "must" | "should") {
  const own = counts[level];
  const excused = level === "must" ? known.length : 0;
  const failed = own.fail - excused;
  const rows: readonly (readonly [VerdictMark["tone"], string, number, string])[] = [
    level === "must"
      ? ["failed", "✗", failed, "failed"]
      : ["warning", "!", failed, failed === 1 ? "warning" : "warnings"],
    ["failed", "✗", excused, "failed as known"],
    ["inconclusive", "?", own.inconclusive, "inconclusive"],
    ["untested", "○", own.untested, "untested"],
    ["passed", "✓", own.pass, "passed"],
    ["left-out", "–", own["not-applicable"] + own.skipped, "not applicable or skipped"],
  ];
  return rows
    .filter(([, , count]) => count > 0)
    .map(([tone, symbol, count, word]) => ({ tone, symbol, words: `${count} ${word}` }));
}

/** `3 failures and 1 warning`. */
export function failuresInWords({ counts }: Report): string {
  const [musts, shoulds] = [counts.must.fail, counts.should.fail];
  return [
    ...(musts > 0 ? [counted(musts, "failure")] : []),
    ...(shoulds > 0 ? [counted(shoulds, "warning")] : []),
  ].join(" and ");
}
