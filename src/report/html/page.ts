import type { VNode } from "preact";
import type { Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { Report } from "../report.ts";
import { explainedBy } from "../words/defect-in-words.ts";
import { verdictMark } from "../words/sentences.ts";
import { h, shown, withCode } from "./element.ts";
import { againBlock } from "./exchange-view.ts";
import { type PageView, requirementView } from "./requirement.ts";

/** Outcome, who was judged and when, and what ended it or took its evidence, if anything did. */
export function opening({ report, exchangeHref }: PageView): VNode {
  const { outcome, heading, facts, suiteErrors } = report;
  const [sentence = "", ...others] = report.sentences(false);
  return h(
    "header",
    h(
      `div.outcome.${outcome}`,
      h("p.soft.small", heading),
      h("h1", shown(sentence)),
      others.map((text) => h("p", withCode(shown(text)))),
      h(
        "dl.facts",
        facts.map(([term, text]) => h("div", h("dt", term), h("dd", withCode(shown(text))))),
      ),
    ),
    causeOf(report, exchangeHref),
    suiteErrors.map(({ where, message }) =>
      h("p.cause", `The suite's own error in ${shown(where)}: ${shown(message)}`),
    ),
  );
}

function causeOf({ cause, partial, language }: Report, exchangeHref: PageView["exchangeHref"]): VNode | null {
  if (cause === undefined)
    return partial ? h("p.cause", "This run ended early; the report is partial.") : null;
  const { likelyCause, howToFix, exchange, commands } = cause;
  const href = exchange === undefined ? undefined : exchangeHref(exchange);
  const at = href === undefined ? null : [" (", h("a", { href }, `exchange ${exchange}`), ")"];
  return h(
    "div.cause",
    { role: "note" },
    h("p", h("strong", "Likely cause: "), shown(likelyCause), at),
    howToFix === undefined ? null : h("p", h("strong", "How to fix: "), shown(howToFix)),
    commands.length === 0 ? null : [h("p", h("strong", "Reproduce:")), againBlock(commands, language)],
  );
}

/** Filters the requirements, at first those that failed; hidden until its script has run. */
export function filterForm({ counts }: Report): VNode {
  const kinds = [
    ["failed", "✗ failed only"],
    ["", "All verdicts"],
    ["warning", "! warning"],
    ["inconclusive", "? inconclusive"],
    ["untested", "○ untested"],
    ["passed", "✓ passed"],
    ["left-out", "– not applicable or skipped"],
  ] as const;
  return h(
    "form.filter",
    { id: "filter", hidden: true, role: "search" },
    h("input", {
      id: "search",
      type: "search",
      placeholder: "Search; ↓ and ↑ walk through what is found",
      "aria-label": "Search requirements",
      autocomplete: "off",
    }),
    h(
      "select",
      { id: "kind", "aria-label": "Show verdicts", autocomplete: "off" },
      kinds.map(([value, text]) =>
        h("option", { value, selected: value === (counts.must.fail > 0 ? "failed" : "") }, text),
      ),
    ),
    h("output", { id: "count", "aria-live": "polite" }),
  );
}

/** What failed, what warned, then every area with the rest. Only failures that no cause above explains are open. */
export function requirementSections(areas: ReadonlyMap<string, readonly Verdict[]>, view: PageView): VNode[] {
  const explained = explainedBy(view.report.causes);
  const all = [...areas.values()].flat();
  const failed = all.filter(({ verdict, level }) => verdict === "fail" && level === "must");
  const warned = all.filter(({ verdict, level }) => verdict === "fail" && level !== "must");
  return [
    ...group(counted(failed.length, "failure"), failed, view, explained),
    ...group(counted(warned.length, "warning"), warned, view, explained),
    ...[...areas].flatMap(([area, verdicts]) =>
      group(
        area,
        verdicts.filter(({ verdict }) => verdict !== "fail"),
        view,
      ),
    ),
  ];
}

function group(
  title: string,
  verdicts: readonly Verdict[],
  view: PageView,
  explained: ReadonlySet<string> = new Set(),
): VNode[] {
  if (verdicts.length === 0) return [];
  const isBroken = verdicts.some(({ verdict }) => verdict === "fail");
  const counts = [...Map.groupBy(verdicts, (verdict) => verdictMark(verdict).word)];
  return [
    h(
      "details.group",
      {
        "data-group": true,
        open: verdicts.some(({ id, verdict }) => verdict === "fail" && !explained.has(id)),
      },
      h(
        "summary",
        h("h2", title),
        isBroken ? null : h("span.soft", counts.map(([word, some]) => `${some.length} ${word}`).join(", ")),
      ),
      verdicts.map((verdict) => requirementView(verdict, view)),
    ),
  ];
}
