import type { ComponentChild, VNode } from "preact";
import { requirementName } from "#core/check/requirement.ts";
import type { Cause } from "#core/check/results/defect.ts";
import type { FindingInRounds, FoldedFinding, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { isKnownCause, type Report } from "../report.ts";
import { defectSentence, leadingOf, requestsInWords, triedInWords } from "../words/defect-in-words.ts";
import { capitalised, failureMark, placeInWords, verdictMark } from "../words/sentences.ts";
import { whyInWords } from "../words/why-in-words.ts";
import { h, row, shown, withCode } from "./element.ts";
import { againBlock, besideEachOther } from "./exchange-view.ts";

export interface PageView {
  readonly report: Report;
  /** The ids of the exchanges that are shown. */
  readonly onPage: ReadonlySet<number>;
  /** Where a requirement is, if it is not on this page. */
  readonly requirementHref?: (id: string) => string;
  /** What checks requirements again, where the page can do that. */
  readonly again?: (ids: readonly string[]) => VNode;
}

/** So many causes are open at first; the others are folded to a line. */
const mostOpen = 3;

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
  const commands = report.again(cause.finding, cause);
  const tried = triedInWords(cause, commands.length);
  const concerned = 1 + cause.consequences.length;
  const isKnown = isKnownCause(cause, report);
  return h(
    `details.problem.${failureMark(cause.level).tone}-edge`,
    { open: index < mostOpen && !isKnown },
    h(
      "summary",
      h("span.text", h("strong", `${index + 1}. `, withCode(capitalised(shown(defectSentence(cause), 400))))),
      h("span.soft.small", `${counted(concerned, "requirement")}${isKnown ? ", known" : ""}`),
    ),
    h(
      "div.body",
      { id: `cause-${index + 1}` },
      h("dl", rows(cause, view)),
      besideEachOther(cause.finding, report, cause.excerptAt),
      againBlock(commands, h("p.label", `Reproduce${tried === undefined ? "" : ` (${shown(tried)})`}`)),
      view.again?.([cause.leading, ...cause.consequences]),
      consequences(cause, view),
    ),
  );
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
      `${counted(broken, view.report.unit)}${requestsInWords(cause, view.report)}, first `,
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
  const verdict = view.report.verdicts.find((one) => one.id === id);
  if (verdict === undefined) return [shown(id)];
  const href = view.requirementHref?.(id) ?? `#${id}`;
  return [h("a", { href }, requirementName(verdict)), `: ${shown(verdict.text)}`];
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
              const verdict = view.report.verdicts.find((one) => one.id === id);
              const look = verdict?.level === "must" ? null : { class: "minor" };
              return h("li", look, requirementLine(id, view));
            }),
          ),
        );
  return [
    list(`${counted(others.length, "other requirement")} broken by the same cause`, others),
    list(`${counted(undecided.length, "requirement")} not judged because of it`, undecided),
  ];
}

/** Findings, cases and exchanges of one requirement that are shown; the JSON report has them all. */
const mostFindings = 5;
const mostLabels = 40;
const mostLinks = 24;

/** One requirement, folded. Its id is its anchor. */
export function requirementView(verdict: Verdict, view: PageView): VNode {
  const mark = verdictMark(verdict);
  return h(
    "details.requirement",
    { "data-tone": mark.tone },
    h(
      "summary",
      h("span.id", verdict.id),
      h("span.text", h("span.slug", verdict.slug), ` ${shown(verdict.text)}`),
      h(`span.tag.${mark.tone}`, `${mark.symbol} ${mark.word}`),
    ),
    h(
      "div.body",
      { id: verdict.id },
      verdict.findings.slice(0, mostFindings).map((finding) => findingView(finding, verdict, view)),
      verdict.findings.length > mostFindings
        ? h("p", `and ${verdict.findings.length - mostFindings} more like it; the JSON report has them all`)
        : null,
      h("dl", facts(verdict, view)),
      view.again?.([verdict.id]),
    ),
  );
}

function facts(verdict: Verdict, view: PageView): ComponentChild[] {
  const { id, level, clause, guidance, cases, judged, exchanges } = verdict;
  const { unit } = view.report;
  const why = whyInWords(verdict, view.report.words);
  const labels = cases.list.slice(0, mostLabels).map(({ label }) => shown(label, 200));
  const more = cases.list.length > mostLabels ? `, and ${cases.list.length - mostLabels} more` : "";
  const held = `${cases.held} of ${counted(cases.promised, "case")} held: ${labels.join("; ")}${more}`;
  return [
    ...row("Level", levels[level]),
    ...row("Known", view.report.known.includes(id) && "The failure is listed as known, and excused."),
    ...row("Why", shown(why)),
    ...row("Needed to pass", cases.promised > 0 && held),
    ...row("Judged on", judged > 0 && counted(judged, unit)),
    ...row("Exchanges", exchanges.length > 0 && links(exchanges, view)),
    ...row("Interface", shown(clause)),
    ...(guidance?.rulings ?? []).flatMap(({ number, text }) => row(`Ruling ${number}`, `${shown(text)}.`)),
    ...row("If it fails", guidance && shown(`${guidance.likelyCause} ${guidance.howToFix}`)),
  ];
}

function links(ids: readonly number[], view: PageView): ComponentChild[] {
  const shown = ids.slice(0, mostLinks).flatMap((id) => [link(id, String(id), view), " "]);
  return ids.length > mostLinks ? [...shown, `and ${ids.length - mostLinks} more`] : shown;
}

export function exchangeLink(id: number, view: PageView): ComponentChild {
  return link(id, shown(view.report.exchange(id)?.name ?? `exchange ${id}`, 200), view);
}

/** A link, where the exchange is on the page. */
function link(id: number, name: string, { onPage }: PageView): ComponentChild {
  return onPage.has(id) ? h("a", { href: `#exchange-${id}` }, name) : name;
}

function findingView(finding: FoldedFinding, verdict: Verdict, view: PageView): VNode {
  const { place, broken, of } = finding;
  const { report } = view;
  const often = broken < of ? `, ${broken} of ${counted(of, report.unit)}` : "";
  const commands = report.again(finding);
  const related = finding.related.filter((id) => id !== finding.exchange);
  return h(
    "div",
    { class: verdict.level === "must" ? "finding" : "finding minor" },
    besideEachOther(finding, report),
    h(
      "dl",
      ...row("Where", place && shown(placeInWords(place))),
      ...row("Seen in", [
        `${shown(finding.case.label, 200)}${often} (`,
        exchangeLink(finding.exchange, view),
        ")",
      ]),
      ...asideRows(finding, view),
      ...row("With", related.length > 0 && links(related, view)),
    ),
    againBlock(commands, h("p.label", "Reproduce")),
  );
}

function asideRows(finding: FindingInRounds, { report }: PageView): VNode[] {
  return report.aside(finding).flatMap(([term, text]) => row(capitalised(term), shown(text)));
}

const levels: Readonly<Record<Verdict["level"], string>> = {
  must: "must: a failure makes the run non-conforming",
  should: "should: a failure is a warning, unless --strict is given",
  open: "open: it is never judged",
};
