import type { ComponentChild, VNode } from "preact";
import { requirementName } from "#core/check/requirement.ts";
import type { Cause } from "#core/check/results/defect.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { isKnownCause, type Report } from "../report.ts";
import { defectSentence, leadingOf, triedInWords } from "../words/defect-in-words.ts";
import { failureMark, placeInWords } from "../words/sentences.ts";
import { h, row, shown, withCode } from "./element.ts";
import { againBlock, besideEachOther } from "./exchange-view.ts";
import { asideRows, exchangeLink, type PageView } from "./requirement.ts";

/** So many causes are open at first; the others are folded to a line. */
const mostOpen = 3;

/** What is wrong, each defect once, the worst first. */
export function causesSection(view: PageView): VNode | null {
  const { causes } = view.report;
  if (causes.length === 0) return null;
  return h(
    "section",
    h("h2", "What is wrong"),
    h(
      "p.soft",
      `${failuresInWords(view.report)}, ${counted(causes.length, "cause")}${causes.length > 1 ? ", the worst first" : ""}`,
    ),
    causes.map((cause, index) => causeView(cause, index, view)),
  );
}

/** `3 failures and 1 warning`. */
function failuresInWords({ counts }: Report): string {
  const [musts, shoulds] = [counts.must.fail, counts.should.fail];
  return [
    ...(musts > 0 ? [counted(musts, "failure")] : []),
    ...(shoulds > 0 ? [counted(shoulds, "warning")] : []),
  ].join(" and ");
}

function causeView(cause: Cause, index: number, view: PageView): VNode {
  const { report } = view;
  const exchange = report.exchange(cause.finding.exchange);
  const commands = report.again(cause.finding, cause);
  const tried = triedInWords(cause, commands.length);
  const concerned = 1 + cause.consequences.length;
  const isKnown = isKnownCause(cause, report);
  return h(
    `details.problem.${failureMark(cause.level).tone}-edge`,
    { open: index < mostOpen && !isKnown },
    h(
      "summary",
      h("span.text", h("strong", `${index + 1}. `, withCode(sentence(cause)))),
      h("span.soft.small", `${counted(concerned, "requirement")}${isKnown ? ", known" : ""}`),
    ),
    h(
      "div.body",
      { id: `cause-${index + 1}` },
      h("dl", rows(cause, view)),
      besideEachOther(cause.finding, exchange, report.unit, cause.excerptAt),
      commands.length === 0
        ? null
        : [h("p.label", `Reproduce${tried === undefined ? "" : ` (${shown(tried)})`}`), againBlock(commands)],
      view.again?.([cause.leading, ...cause.consequences]),
      consequences(cause, view),
    ),
  );
}

function sentence(cause: Cause): string {
  const text = shown(defectSentence(cause), 400);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function rows(cause: Cause, view: PageView): ComponentChild[] {
  const { leading, finding, broken, advice, pattern } = cause;
  const { folded } = leadingOf(cause, view.report.verdicts);
  return [
    ...row("Seen in", pattern && shown(pattern)),
    ...row("Broken", requirementLine(leading, view)),
    ...row("Likely cause", advice && shown(advice.likelyCause)),
    ...row("How to fix", advice && shown(advice.howToFix)),
    ...row("Shown by", [
      `${counted(broken, view.report.unit)}, first `,
      exchangeLink(finding.exchange, view),
      ` (${shown(finding.case.label, 200)})`,
    ]),
    ...asideRows(folded ?? finding, view),
    // A place in the body is marked in the excerpt.
    ...row("Where", finding.place?.in === "body" && shown(placeInWords(finding.place))),
  ];
}

/** Links to the requirement's findings, with its sentence and a link to what it asks for. */
function requirementLine(id: string, view: PageView): ComponentChild[] {
  const verdict = verdictOf(id, view);
  if (verdict === undefined) return [shown(id)];
  const href = view.requirementHref?.(id) ?? `#${id}`;
  return [h("a", { href }, requirementName(verdict)), `: ${shown(verdict.text)}`];
}

function verdictOf(id: string, { report }: PageView): Verdict | undefined {
  return report.verdicts.find((verdict) => verdict.id === id);
}

function consequences({ consequences: others, undecided }: Cause, view: PageView): ComponentChild[] {
  const list = (title: string, ids: readonly string[]): ComponentChild =>
    ids.length === 0
      ? null
      : h(
          "details",
          h("summary", h("span.text", title)),
          h(
            "ul.brief.body",
            ids.map((id) => {
              const look = verdictOf(id, view)?.level === "must" ? null : { class: "minor" };
              return h("li", look, requirementLine(id, view));
            }),
          ),
        );
  return [
    list(`${counted(others.length, "other requirement")} broken by the same cause`, others),
    list(`${counted(undecided.length, "requirement")} not judged because of it`, undecided),
  ];
}
