import { createHash } from "node:crypto";
import { renderToString } from "preact-render-to-string";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { escapeForXml } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { afterwards } from "./afterwards.ts";
import { causesSection } from "./causes.ts";
import { copyScript } from "./copy-script.ts";
import { exchangeView, idsOnPage } from "./exchanges.ts";
import { filterScript } from "./filter-script.ts";
import { overview } from "./overview.ts";
import { filterForm, opening, requirementSections } from "./page.ts";
import type { PageView } from "./requirement.ts";
import { shown } from "./shown.ts";
import { style } from "./style.ts";
import { timeAxis } from "./time-axis.ts";

const pageScript = filterScript + copyScript;

/**
 * The report for people as one HTML file, in pieces. It loads nothing, its content security policy allows only its
 * own style and script, and it is complete without the script.
 */
export function* htmlReport(run: Redacted<Run>): Generator<string> {
  const areas = Map.groupBy(
    run.verdicts.filter(({ level }) => level !== "open"),
    ({ area }) => area,
  );
  const kept = keptExchanges(run);
  const view: PageView = {
    target: run.target,
    ...(run.inProcess && { inProcess: run.inProcess }),
    seed: run.seed,
    exchanges: new Map(run.exchanges.map((exchange) => [exchange.id, exchange])),
    linked: new Set(kept.map(({ id }) => id)),
  };
  yield documentHead(`${run.outcome}: ${shown(run.target, 200)}`);
  yield '<body><a class="skip" href="#requirements">Skip to the requirements</a>';
  yield renderToString(opening(run));
  yield "<main>";
  for (const part of [causesSection(run, view), overview(run, areas)])
    if (part !== null) yield renderToString(part);
  yield '<div id="requirements">';
  yield renderToString(filterForm());
  for (const section of requirementSections(areas, view)) yield renderToString(section);
  yield "</div>";
  for (const part of afterwards(run)) if (part !== null) yield renderToString(part);
  yield* exchangeSection(run, kept);
  yield `<p class="away" id="said" role="status"></p></main><footer class="soft small"><p>${escapeForXml(`${run.tool.name} ${run.tool.version}`)}</p></footer>`;
  yield `<script>${pageScript}</script></body></html>\n`;
}

function* exchangeSection(run: Run, kept: readonly Exchange[]): Generator<string> {
  if (kept.length === 0) return;
  const axis = timeAxis(kept);
  const left = run.exchanges.length - kept.length;
  const lead =
    "In the order of sending. The bars are the run's waterfall: waiting for the first byte, then reading; long idle times are drawn short.";
  const more = left === 0 ? "" : ` ${left} more exchanges are in the JSON report.`;
  yield `<details class="group"><summary><h2>Exchanges</h2><span class="soft">${kept.length}</span></summary>`;
  yield `<p class="soft small">${lead}${more}</p>`;
  for (const exchange of kept) yield renderToString(exchangeView(exchange, axis));
  yield "</details>";
}

function keptExchanges({ exchanges, verdicts, rootCause }: Run): readonly Exchange[] {
  const kept = idsOnPage(
    exchanges.map(({ id }) => id),
    verdicts,
    rootCause?.exchange,
  );
  return exchanges.filter(({ id }) => kept.has(id));
}

/** Everything up to the body; the content security policy allows style and script by their hashes. */
export function documentHead(title: string, scripted = true, moreStyle = ""): string {
  const rules = style + moreStyle;
  const policy = [
    "default-src 'none'",
    `style-src '${sha256(rules)}'`,
    scripted ? `script-src '${sha256(pageScript)}'` : undefined,
    "base-uri 'none'",
    "form-action 'none'",
  ].filter((part) => part !== undefined);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">',
    `<title>${escapeForXml(title)}</title><style>${rules}</style></head>`,
  ].join("\n");
}

function sha256(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
