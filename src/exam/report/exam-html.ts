import type { ComponentChild, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { requirementName } from "../../core/check/requirement.ts";
import type { Verdict } from "../../core/check/verdict.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { h } from "../../report/html/element.ts";
import { documentHead } from "../../report/html/html.ts";
import { row } from "../../report/html/row.ts";
import { shown } from "../../report/html/shown.ts";
import { verdictMark } from "../../report/verdict-mark.ts";
import { whyInWords } from "../../report/why-in-words.ts";
import type { ExamReport } from "../exam-report.ts";
import { clientTalk, exchangesOnPage, type OnPage, sessionViews } from "./exam-exchanges.ts";
import { clientInWords, examSentence, printedInIt, whereInWords } from "./exam-words.ts";
import { timelinesOf } from "./timeline.ts";
import { timelineLegend, timelinePicture } from "./timeline-picture.ts";

/** An exam as one HTML file for people. It loads nothing and has no script. */
export function examHtml(report: Redacted<ExamReport>): string {
  const failed = report.verdicts.filter(({ verdict }) => verdict === "fail");
  const others = report.verdicts.filter(({ verdict }) => verdict !== "fail");
  const pictures = timelinesOf(report);
  const onPage = exchangesOnPage(report);
  return [
    documentHead(`${report.outcome}: exam of a client`, false),
    "<body>",
    renderToString(opening(report)),
    "<main>",
    renderToString(section(headingOf(failed), failed, report, onPage)),
    pictures.length === 0
      ? ""
      : renderToString(
          h("section", null, h("h2", null, "After a 429"), timelineLegend(), pictures.map(timelinePicture)),
        ),
    renderToString(section("All else", others, report, onPage)),
    report.unreached.length === 0 ? "" : renderToString(unreachedList(report)),
    renderToString(sessionViews(report, onPage)),
    "</main></body></html>\n",
  ].join("");
}

function headingOf(failed: readonly Redacted<Verdict>[]): string {
  if (failed.length === 0) return "Nothing failed";
  return failed.some(({ level }) => level === "must") ? "What failed" : "Warnings";
}

function opening(report: Redacted<ExamReport>): VNode {
  const started = new Date(report.startedAtMs).toISOString();
  const { source } = report;
  const what = clientInWords(source);
  return h(
    "header",
    null,
    h(
      "div",
      { class: `outcome ${report.outcome}` },
      h("p", { class: "soft small" }, "Pet Store exam of a client"),
      h("h1", null, shown(examSentence(report))),
      h(
        "dl",
        { class: "facts" },
        [
          ["Client", h("code", null, shown(what))],
          ["When", started.replace("T", " ").replace(/\.\d+Z/u, " UTC")],
          ["Took", `${((report.endedAtMs - report.startedAtMs) / 1000).toFixed(1)} s`],
          ["Contract", shown(`${report.spec.title} ${report.spec.version}`)],
          ["Tool", `${report.tool.name} ${report.tool.version}`],
        ].map(([term, text]) => h("div", null, h("dt", null, term), h("dd", null, text))),
      ),
    ),
    report.notes.map((note) => h("p", { class: "cause" }, shown(note))),
  );
}

function section(
  title: string,
  verdicts: readonly Redacted<Verdict>[],
  report: Redacted<ExamReport>,
  onPage: OnPage,
): VNode {
  return h(
    "section",
    null,
    h("h2", null, title),
    verdicts.map((verdict) => view(verdict, report, onPage)),
  );
}

function view(verdict: Redacted<Verdict>, report: Redacted<ExamReport>, onPage: OnPage): VNode {
  const mark = verdictMark(verdict);
  const { id, level, clause, text, guidance, findings, judged } = verdict;
  const tone = level === "must" ? "finding" : "finding minor";
  return h(
    "details",
    { class: "requirement", "data-tone": mark.tone, open: verdict.verdict === "fail" },
    h(
      "summary",
      null,
      h("span", { class: `tag ${mark.tone}` }, `${mark.symbol} ${mark.word}`),
      h("span", { class: "text" }, h("span", { class: "slug" }, requirementName(verdict)), shown(text)),
    ),
    h(
      "div",
      { class: "body", id },
      findings.map((finding) => {
        const printed = printedInIt(verdict, finding, report);
        const exchange = onPage.get(finding.exchange);
        return h(
          "div",
          { class: tone },
          h(
            "dl",
            null,
            row("case", shown(finding.case)),
            row("expected", h("span", { class: "expected" }, shown(finding.expected))),
            row("got", h("span", { class: "got" }, shown(finding.seen))),
            row("where", shown(whereInWords(finding, report))),
            printed === undefined ? null : row("printed", h("code", null, shown(printed))),
            finding.related.length === 0 ? null : row("with", links(finding.related, onPage)),
          ),
          exchange === undefined ? null : clientTalk(exchange, 30),
        );
      }),
      h(
        "dl",
        null,
        row("interface", `${level}; ${clause}`),
        verdict.verdict === "untested"
          ? row("why", shown(whyInWords(verdict)))
          : row("judged on", `${judged} requests`),
        guidance === undefined
          ? null
          : [row("likely cause", shown(guidance.likelyCause)), row("how to fix", shown(guidance.howToFix))],
      ),
    ),
  );
}

function unreachedList({ unreached }: Redacted<ExamReport>): VNode {
  return h(
    "section",
    null,
    h("h2", null, "Situations that the client never came to"),
    h(
      "ul",
      null,
      unreached.map(({ situation, needs, ranOut }) =>
        h(
          "li",
          null,
          h("strong", null, situation),
          ranOut ? ": the exam ended before its turn" : `: to test it, a client that ${needs}`,
        ),
      ),
    ),
  );
}

/** The most exchanges that one finding links. */
const mostLinks = 20;

function links(ids: readonly number[], onPage: OnPage): ComponentChild[] {
  const named = ids
    .slice(0, mostLinks)
    .flatMap((id) => [onPage.has(id) ? h("a", { href: `#exchange-${id}` }, String(id)) : String(id), " "]);
  return ids.length > mostLinks ? [...named, `and ${ids.length - mostLinks} more`] : ["request ", ...named];
}
