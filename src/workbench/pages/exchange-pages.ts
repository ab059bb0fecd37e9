import type { VNode } from "preact";
import { counted } from "../../report/counted.ts";
import { h } from "../../report/html/element.ts";
import { talk } from "../../report/html/exchange-view.ts";
import { exchangeView } from "../../report/html/exchanges.ts";
import { row } from "../../report/html/row.ts";
import { shown } from "../../report/html/shown.ts";
import type { PageParts } from "../../report/html/table-page.ts";
import { timeAxis } from "../../report/html/time-axis.ts";
import type { Report } from "../../report/report.ts";
import { RequestError } from "../form.ts";
import { link, p, rendered } from "./parts.ts";
import { queryOf, type ReportName } from "./report-parts.ts";
import type { MenuEntry, WorkbenchPage } from "./shell.ts";

/** Rows that are loaded at once. */
const chunkSize = 200;

/** Everything that was sent: the rows of a part, and a link in place of each other part, which is followed when it comes into view. */
export function exchangesPage(report: Report, of: ReportName, first: number): WorkbenchPage {
  const ids = report.groups.flatMap(({ exchanges }) => exchanges);
  const chunks = Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, index) => index * chunkSize);
  return {
    title: "Exchanges",
    under: menuOf(of),
    parts: rendered([
      h("h1", null, counted(ids.length, "exchange")),
      h(
        "p",
        { class: "soft small" },
        "In the order of sending. The bars are a waterfall: waiting for the first byte, then reading; long idle times are drawn short.",
      ),
      h(
        "div",
        { class: "rows" },
        chunks.map((at) =>
          h(
            "div",
            { class: "chunk" },
            at === first ? rows(report, ids.slice(at, at + chunkSize), of) : later(at, ids.length, of),
          ),
        ),
      ),
    ]),
  };
}

function later(at: number, count: number, of: ReportName): VNode {
  const text = `Exchanges ${at + 1} to ${Math.min(at + chunkSize, count)}`;
  return p(h("a", { href: `exchanges?${queryOf(of)}&first=${at}`, "data-fill": true }, text));
}

/** Folded; what is in one is loaded when it is opened. */
function rows(report: Report, ids: readonly number[], of: ReportName): readonly VNode[] {
  const exchanges = ids.flatMap((id) => report.exchange(id) ?? []);
  const axis = timeAxis(exchanges);
  return exchanges.map((exchange) => {
    const href = `exchange?${queryOf(of)}&id=${exchange.id}`;
    const link = p(h("a", { href, "data-fill": true }, `Request and answer of ${shown(exchange.name, 100)}`));
    return exchangeView(exchange, axis, link);
  });
}

/** One exchange, with what was expected of it where it broke something. */
export function exchangePage(report: Report, of: ReportName, id: number): WorkbenchPage {
  const exchange = report.exchange(id);
  if (exchange === undefined) throw new RequestError(404, "There is no such exchange.");
  const found = report.verdicts.flatMap((verdict) =>
    verdict.findings.filter((finding) => finding.exchange === id).map((finding) => ({ verdict, finding })),
  );
  const [first] = found;
  const judged = report.verdicts.filter(({ exchanges }) => exchanges.includes(id));
  const parts: PageParts = [
    h("h1", null, shown(`${exchange.name}: ${exchange.about}`, 300)),
    found.map(({ verdict, finding }) =>
      h(
        "div",
        { class: verdict.level === "must" ? "finding" : "finding minor" },
        h(
          "dl",
          null,
          ...row("Broken", requirementLink(verdict.id, of)),
          ...row("Expected", shown(finding.expected)),
          ...row("Got", shown(finding.seen)),
        ),
      ),
    ),
    h("div", { class: "talk-of-one" }, talk(exchange, { place: first?.finding.place, lines: 60 })),
    judged.length === 0
      ? null
      : p(
          "Requirements that rest on it: ",
          judged.flatMap((verdict) => [requirementLink(verdict.id, of), " "]),
        ),
    p(link(reportHref(of), "Back to the report")),
  ];
  return { title: exchange.name, under: menuOf(of), parts: rendered(parts) };
}

function requirementLink(id: string, of: ReportName): VNode {
  return h("a", { href: `${reportHref(of)}#${id}` }, id);
}

function reportHref(of: ReportName): string {
  if (of === "run") return "./";
  return of === "exam" ? "client" : `recording?${queryOf(of)}`;
}

function menuOf(of: ReportName): MenuEntry {
  if (of === "run") return "";
  return of === "exam" ? "client" : "history";
}
