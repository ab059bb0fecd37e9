import type { VNode } from "preact";
import { requirementName } from "#core/check/requirement.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { h, row, shown } from "#report/html/element.ts";
import { besideEachOther, talk } from "#report/html/exchange-view.ts";
import { exchangeView, orderNote, timeAxis } from "#report/html/exchanges.ts";
import type { PageParts } from "#report/html/sheet-page.ts";
import type { Report } from "#report/report.ts";
import { mustsFirst } from "#report/words/defect-in-words.ts";
import { RequestError } from "../actions.ts";
import { link, p, queryOf, type ReportName, rendered } from "./parts.ts";
import type { MenuEntry, WorkbenchPage } from "./shell.ts";

/** Rows that are loaded at once: few, so that they are laid out within a frame. The style sheet has the height of as many. */
const chunkSize = 50;

/**
 * Everything that was sent: its first rows, and a link in place of each later part, which is followed when it comes near.
 * `first`: that part alone, between links to the parts beside it.
 */
export function exchangesPage(report: Report, of: ReportName, first: number | undefined): WorkbenchPage {
  const ids = report.groups.flatMap(({ exchanges }) => exchanges);
  const all = Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, index) => index * chunkSize);
  const near = first === undefined ? all : all.filter((at) => Math.abs(at - first) <= chunkSize);
  const chunks = near.map((at) => {
    const isShown = at === (first ?? 0);
    const content = isShown ? rows(report, ids.slice(at, at + chunkSize), of) : later(at, ids.length, of);
    return h("div.chunk", content);
  });
  return {
    title: "Exchanges",
    under: placeOf(of).under,
    parts: rendered([h("h1", counted(ids.length, "exchange")), orderNote, h("div.rows", chunks)]),
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
  const found = mustsFirst(report.verdicts).flatMap((verdict) =>
    verdict.findings.filter((finding) => finding.exchange === id).map((finding) => ({ verdict, finding })),
  );
  const [first] = found;
  const judged = report.verdicts
    .filter(({ exchanges }) => exchanges.includes(id))
    .flatMap((verdict) => [requirementLink(verdict, of), " "]);
  const parts: PageParts = [
    h("h1", shown(`${exchange.name}: ${exchange.about}`, 300)),
    found.map(({ verdict, finding }) =>
      h(
        "div",
        { class: verdict.level === "must" ? "finding" : "finding minor" },
        h("dl", [
          ...row("Broken", [
            requirementLink(verdict, of, requirementName(verdict)),
            `: ${shown(verdict.text)}`,
          ]),
        ]),
        besideEachOther(finding, undefined, { lines: 0 }),
      ),
    ),
    h("div.talk-of-one", talk(exchange, { place: first?.finding.place, lines: 60 })),
    judged.length === 0 ? null : p("Requirements that rest on it: ", judged),
    p(link(placeOf(of).href, "Back to the report")),
  ];
  return { title: exchange.name, under: placeOf(of).under, parts: rendered(parts) };
}

function requirementLink({ id }: Pick<Verdict, "id">, of: ReportName, text = id): VNode {
  return link(`${placeOf(of).href}#${id}`, text);
}

/** Where a report is shown. */
function placeOf(of: ReportName): { readonly under: MenuEntry; readonly href: string } {
  if (of === "run") return { under: "", href: "./" };
  if (of === "exam") return { under: "client", href: "client" };
  return { under: "history", href: `recording?${queryOf(of)}` };
}
