import type { VNode } from "preact";
import type { Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { Report } from "../report.ts";
import { verdictMark } from "../words/sentences.ts";
import { h, shown, withCode } from "./element.ts";
import { againBlock } from "./exchange-view.ts";
import { exchangeLink, type PageView, requirementView } from "./requirement.ts";

/** Outcome, who was judged and when, and what ended it or took its evidence, if anything did. */
export function opening(view: PageView): VNode {
  const { report } = view;
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
    causeOf(view),
    suiteErrors.map(({ where, message }) =>
      h("p.cause", `The suite's own error in ${shown(where)}: ${shown(message)}`),
    ),
  );
}

function causeOf(view: PageView): VNode | null {
  const { cause, partial } = view.report;
  if (cause === undefined)
    return partial ? h("p.cause", "This run ended early; the report is partial.") : null;
  const { likelyCause, howToFix, exchange, commands } = cause;
  const at = exchange === undefined ? null : [" (", exchangeLink(exchange, view), ")"];
  return h(
    "div.cause",
    { role: "note" },
    h("p", h("strong", "Likely cause: "), shown(likelyCause), at),
    howToFix === undefined ? null : h("p", h("strong", "How to fix: "), shown(howToFix)),
    commands.length === 0 ? null : [h("p", h("strong", "Reproduce:")), againBlock(commands)],
  );
}

/** Every area, folded: what failed in it is among the causes. */
export function requirementSections(areas: ReadonlyMap<string, readonly Verdict[]>, view: PageView): VNode[] {
  return [...areas].map(([area, verdicts]) => {
    const counts = [...Map.groupBy(verdicts, (verdict) => verdictMark(verdict).word)];
    return h(
      "details.group",
      h(
        "summary",
        h("h2", area),
        h("span.soft", counts.map(([word, some]) => `${some.length} ${word}`).join(", ")),
      ),
      verdicts.map((verdict) => requirementView(verdict, view)),
    );
  });
}

/** `3 failures and 1 warning`. */
export function failuresInWords({ counts }: Report): string {
  const [musts, shoulds] = [counts.must.fail, counts.should.fail];
  return [
    ...(musts > 0 ? [counted(musts, "failure")] : []),
    ...(shoulds > 0 ? [counted(shoulds, "warning")] : []),
  ].join(" and ");
}
