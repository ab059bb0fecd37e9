import { hash } from "node:crypto";
import type { ComponentChild, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { requirementName } from "#core/check/requirement.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { escapeForXml } from "#core/json/escape.ts";
import {
  lastHead,
  mostDetails,
  type Sheet,
  type SheetGrid,
  type SheetRow,
  titleOf,
} from "../compare/sheet.ts";
import { areasOf, type List, type Picture, type Report } from "../report.ts";
import { type VerdictMark, verdictMark } from "../words/sentences.ts";
import { folded, h, type PageParts, rendered, shown, table, withCode } from "./element.ts";
import { againBlock, groupView, idsOnPage } from "./exchange-view.ts";
import { causesSection, exchangeLink, type PageView, requirementView } from "./judged.ts";

export const style = embeddedText("src/report/html/page.css");
export const pageScript = embeddedText("src/report/html/page.browser.js");

/**
 * The report for people as one HTML file, in pieces. It loads nothing, its content security policy allows only its
 * own style and script, and it is complete without the script.
 */
export function* htmlReport(report: Report, pictures: readonly Picture[] = []): Generator<string> {
  const { outcome, subject, tool } = report;
  const view: PageView = { report, onPage: idsOnPage(report) };
  yield documentHead(`${outcome}: ${shown(subject, 200)}`);
  yield '<body><a class="skip" href="#requirements">Skip to the requirements</a>';
  yield renderToString(opening(view));
  yield "<main>";
  yield* judgedParts(view, pictures);
  yield `<p class="away" id="said" role="status"></p></main><footer class="soft small"><p>${escapeForXml(`${tool.name} ${tool.version}`)}</p></footer>`;
  yield `<script>${pageScript}</script></body></html>\n`;
}

/** All that was found and exchanged, in pieces: everything below the opening. */
export function* judgedParts(view: PageView, pictures: readonly Picture[]): Generator<string> {
  const { report, onPage } = view;
  const { notes, lists, groups } = report;
  yield* rendered([causesSection(view)]);
  yield* rendered(pictures.map(({ title, content }) => section(title, content)));
  yield '<div id="requirements">';
  yield* rendered(requirementSections(view));
  yield "</div>";
  const items = notes.map((note) => h("li", shown(note)));
  if (notes.length > 0) yield renderToString(section("Notes", h("ul", items)));
  yield* rendered(lists.map(listSection));
  if (onPage.size > 0) yield renderToString(h("h2", "Exchanges"));
  for (const group of groups) yield* groupView(group, report, onPage);
}

function section(title: string, content: ComponentChild | readonly ComponentChild[]): VNode {
  return h("section", h("h2", title), content);
}

/** The most characters of one entry: there may be hundreds of names in it. */
const longestEntry = 8000;

function listSection({ title, lead, items }: List): VNode {
  return folded(title, [
    lead === undefined ? null : h("p.soft.small", lead),
    h(
      "ul",
      items.map(([name, text]) =>
        h("li", shown(name), h("br"), h("span.soft.small", shown(text, longestEntry))),
      ),
    ),
  ]);
}

/** The document up to its body. The content security policy allows style and script by their hashes. */
function documentHead(title: string, scripted = true): string {
  const policy = [
    "default-src 'none'",
    `style-src '${sha256(style)}'`,
    scripted ? `script-src '${sha256(pageScript)}'` : undefined,
    "base-uri 'none'",
    "form-action 'none'",
  ].filter((part) => part !== undefined);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">',
    `<title>${escapeForXml(title)}</title><style>${style}</style></head>`,
  ].join("\n");
}

/** How a content security policy names a style or script within the page: by its hash. */
export function sha256(text: string): string {
  return `sha256-${hash("sha256", text, "base64")}`;
}

/** The outcome, what was judged and when, and the root cause, if there is one. */
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
    againBlock(commands, h("p", h("strong", "Reproduce:"))),
  );
}

/** Every area, folded: failures are shown among the causes. */
function requirementSections(view: PageView): VNode[] {
  return areasOf(view.report).map(([area, verdicts]) => {
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

export function sheetPage(sheet: Sheet): string {
  return page(sheet.title, sheetParts(sheet));
}

/** The sheet below its title: the upshot, what is compared, and the tables. */
export function sheetParts({ facts, notes = [], summary, tables, grid }: Sheet): PageParts {
  return [
    h("p", h("strong", shown(summary))),
    h(
      "ul",
      facts.map(([term, text]) => h("li", `${term}: ${shown(text)}`)),
      notes.map((text) => h("li", `note: ${shown(text)}`)),
    ),
    tables.flatMap((one) => {
      const rows = one.rows.map((row) => [nameOf(row), ...row.cells.map((text) => shown(text)), whatOf(row)]);
      const title = titleOf(one);
      return [h("h2", title), table(title, [...one.head, lastHead], rows, "scroll stacked")];
    }),
    grid && [h("h2", "Every requirement"), gridTable(grid)],
  ];
}

function gridTable({ columns, rows }: SheetGrid): VNode {
  const name = (at: number) => shown(columns[at]?.name ?? "", 80);
  const head = ["Requirement", "Level", ...columns.map((_, at) => name(at))];
  const outcomes = columns.map(({ mark, about }) => symbolOf(mark, about));
  const cells = rows.map((row) => [
    h("strong", { title: shown(row.text) }, shown(requirementName(row))),
    row.level,
    ...row.cells.map((cell, at) => {
      const detail = cell.detail === undefined ? "" : `; ${shown(cell.detail, 400)}`;
      return symbolOf(cell, `${name(at)}: ${cell.word}${detail}`);
    }),
  ]);
  return table("Every requirement", head, [["Outcome", "", ...outcomes], ...cells], "grid");
}

/** Its words are those of the tooltip. */
function symbolOf({ symbol, tone }: VerdictMark, words: string): VNode {
  return h(`span.tag.${tone}`, { title: words, role: "img", "aria-label": words }, symbol);
}

function nameOf({ name, href }: SheetRow): VNode {
  return h("strong", href === undefined ? shown(name) : h("a", { href }, shown(name)));
}

function whatOf({ text, details }: SheetRow): ComponentChild[] {
  const line = (detail: string) => h("div.soft.small", withCode(shown(detail)));
  const more = details.slice(mostDetails).map(line);
  return [
    shown(text),
    ...details.slice(0, mostDetails).map(line),
    more.length === 0 ? null : h("details", h("summary", `${more.length} more`), more),
  ];
}

/** A whole page without a script. */
export function page(title: string, children: PageParts): string {
  const body = h("body", h("main", h("h1", title), ...children));
  return `${documentHead(title, false)}${renderToString(body)}</html>\n`;
}
