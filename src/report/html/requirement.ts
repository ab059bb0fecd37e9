import type { ComponentChild, VNode } from "preact";
import type { FoldedFinding, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { Report } from "../report.ts";
import { placeInWords, verdictMark } from "../words/sentences.ts";
import { whyInWords } from "../words/why-in-words.ts";
import { h, row, shown } from "./element.ts";
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
  const exchange = report.exchange(finding.exchange);
  const commands = report.again(finding);
  const related = finding.related.filter((id) => id !== finding.exchange);
  return h(
    "div",
    { class: verdict.level === "must" ? "finding" : "finding minor" },
    besideEachOther(finding, exchange, report.unit),
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
    commands.length === 0 ? null : [h("p.label", "Reproduce"), againBlock(commands)],
  );
}

export function asideRows(finding: Parameters<Report["aside"]>[0], { report }: PageView): VNode[] {
  return report
    .aside(finding)
    .flatMap(([term, text]) => row(term.slice(0, 1).toUpperCase() + term.slice(1), shown(text)));
}

const levels: Readonly<Record<Verdict["level"], string>> = {
  must: "must: a failure makes the run non-conforming",
  should: "should: a failure is a warning, unless --strict is given",
  open: "open: it is never judged",
};
