import type { ComponentChild, VNode } from "preact";
import type { Advice } from "../../core/check/defect.ts";
import { requirementName } from "../../core/check/requirement.ts";
import type { Verdict } from "../../core/check/verdict.ts";
import { h, row, shown, withCode } from "./element.ts";

export function explanationAnchor(id: string): string {
  return `about-${id}`;
}

/** What a requirement asks for, where the interface says so, and what to do when it fails; folded. */
export function explanation({ id, slug, level, text, clause, guidance }: Verdict): VNode {
  return h(
    "details.about",
    h("summary", h("span.text", `${requirementName({ id, slug })} explained`)),
    h(
      "div.body",
      { id: explanationAnchor(id) },
      h(
        "dl",
        ...row("It says", shown(text)),
        ...row("Level", levels[level]),
        ...row("Interface", shown(clause)),
        ...(guidance?.rulings ?? []).flatMap((ruling) =>
          row(`Ruling ${ruling.number}`, inlineMarkdown(`${shown(ruling.text)}.`)),
        ),
        ...(guidance === undefined ? [] : adviceRows(guidance)),
      ),
    ),
  );
}

export function adviceRows({ likelyCause, howToFix }: Advice): VNode[] {
  return [...row("Likely cause", shown(likelyCause)), ...row("How to fix", shown(howToFix))];
}

const levels: Readonly<Record<Verdict["level"], string>> = {
  must: "must: a failure makes the run non-conforming",
  should: "should: a failure is a warning, unless --strict is given",
  open: "open: it is never judged",
};

/** Code and emphasis, which is all that rulings have. */
function inlineMarkdown(text: string): ComponentChild[] {
  return withCode(text).flatMap((part) =>
    typeof part === "string"
      ? part
          .split(/(\*[^*]+\*)/u)
          .map((one) => (one.length > 2 && one.startsWith("*") ? h("em", one.slice(1, -1)) : one))
      : [part],
  );
}
