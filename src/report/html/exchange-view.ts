import type { ComponentChild, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Finding, Place } from "#core/check/results/verdict.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { textOf } from "#core/exchange/wire-exchange.ts";
import { escapeForXml } from "#core/json/escape.ts";
import { brokenBetweenWords, type CurlCommand } from "../curl.ts";
import type { Group, Report, ShownExchange } from "../report.ts";
import { answerExcerpt, bodyLines } from "../words/answer-excerpt.ts";
import { h, preformatted, shown, withCode } from "./element.ts";

/** The most exchanges on a page. Those behind findings come first, then the earliest. */
const mostExchanges = 1500;

export function idsOnPage({ groups, verdicts, cause }: Report): ReadonlySet<number> {
  const ids = groups.flatMap(({ exchanges }) => exchanges);
  if (ids.length <= mostExchanges) return new Set(ids);
  const found = verdicts.flatMap(({ findings }) =>
    findings.flatMap(({ exchange, related }) => [exchange, ...related]),
  );
  const first = [...new Set([...found, ...[cause?.exchange ?? []].flat(), ...ids])];
  return new Set(first.slice(0, mostExchanges));
}

/** All exchanges of a group, folded, and what the client printed. Empty where none of them is on the page. */
export function* groupView(group: Group, report: Report, onPage: ReadonlySet<number>): Generator<string> {
  const { title, aside, left, printed = "" } = group;
  const exchanges = group.exchanges.flatMap((id) => (onPage.has(id) ? (report.exchange(id) ?? []) : []));
  const more = left + group.exchanges.length - exchanges.length;
  if (exchanges.length === 0 && printed.trim() === "") return;
  yield `<details class="group"><summary>${renderToString(h("h3", shown(title)))}<span class="soft">${exchanges.length}${escapeForXml(aside === "" ? "" : `; ${shown(aside)}`)}</span></summary>`;
  if (more !== 0) yield `<p class="soft small"> ${more} more exchanges are in the JSON report.</p>`;
  for (const exchange of exchanges) yield renderToString(exchangeView(exchange));
  if (printed.trim() !== "") yield renderToString(printedView(printed, title));
  yield "</details>";
}

const longestPrinted = 2_000;

function printedView(printed: string, title: string): VNode {
  const lines = printed.split("\n").map((line) => `${shown(line, longestPrinted)}\n`);
  const text = preformatted(`Printed in ${shown(title, 100)}`, lines.join(""));
  return h("div.body", h("p.label", "Printed"), text);
}

function exchangeView(exchange: ShownExchange): VNode {
  const { id, method, target, outcome, about, sentAtMs, endedAtMs } = exchange;
  const status = outcome.kind === "answer" ? String(outcome.status) : outcome.failure.kind;
  const took = sentAtMs === undefined || endedAtMs === undefined ? undefined : endedAtMs - sentAtMs;
  return h(
    "details.exchange",
    h(
      "summary",
      h("span.id", String(id)),
      h("span.status", status),
      h(
        "span.text",
        h("code", `${shown(method, 20)} ${shown(target, 160)}`),
        h("span.soft.small", ` ${shown(about, 140)}`),
      ),
      took === undefined ? null : h("span.soft.small", `${Math.round(took)} ms`),
    ),
    h("div.body", { id: `exchange-${id}` }, h("div.talk", sent(exchange), received(exchange))),
  );
}

const mostLines = 16;

/**
 * What was expected beside what came, and, where it is kept, the request beside the answer: of an answer that is judged, what
 * the finding is about.
 * @param excerptAt where the excerpt begins
 */
export function besideEachOther(finding: Finding, { exchange, unit }: Report, excerptAt?: Place): VNode {
  const { expected, seen, place } = finding;
  const found = exchange(finding.exchange);
  return h(
    "div.talk",
    h("div", h("p.label", "Expected"), h("p.expected", withCode(shown(expected)))),
    h("div", h("p.label", "Got"), h("p.got", withCode(shown(seen)))),
    found && [sent(found), unit === "answer" ? inBrief(found, excerptAt ?? place) : received(found)],
  );
}

function inBrief(exchange: ShownExchange, place: Place | undefined): VNode {
  const { outcome } = exchange;
  if (outcome.kind === "failure") return received(exchange);
  // An excerpt about the status or a header begins with the status.
  const head = place === undefined || place.in === "body" ? [`${outcome.status}\n\n`] : [];
  const lines = answerExcerpt(exchange, place).map(({ text, marked }) =>
    marked ? h("mark", text) : line(text),
  );
  return message("Response", [...head, ...lines]);
}

function sent({ method, target, headers, body, note }: ShownExchange): VNode {
  const text = body === undefined ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const head = [line(`${method} ${shown(target)}`), ...headers.map(headerLine)];
  return message("Request", [...head, ...bodyBlock(text)], [note ?? []].flat());
}

function received({ outcome, problems = [] }: ShownExchange): VNode {
  if (outcome.kind === "failure") {
    const { failure } = outcome;
    const partial = failure.partial && [
      line(String(failure.partial.status)),
      ...failure.partial.headers.map(headerLine),
    ];
    return h(
      "div",
      h("p.label", "No whole answer"),
      h("p", `${shown(failure.message)} (${failure.kind}, while ${failure.phase})`),
      partial === undefined ? null : preformatted("What had arrived", ...partial),
    );
  }
  const { status, headers, body } = outcome;
  const head = [line(String(status)), ...headers.map(headerLine)];
  const notes = problems.map((problem) => ("message" in problem ? problem.message : problem.kind));
  return message("Response", [...head, ...bodyBlock(textOf(body))], notes);
}

function message(label: string, text: readonly ComponentChild[], notes: readonly string[] = []): VNode {
  const above = notes.map((note) => h("p.soft.small", shown(note)));
  return h("div", h("p.label", label), above, preformatted(label, ...text));
}

function line(text: string): string {
  return `${text}\n`;
}

function headerLine([name, value]: HeaderLine): string {
  return line(`${shown(name, 200)}: ${shown(value)}`);
}

function bodyBlock(text: string): ComponentChild[] {
  const lines = bodyLines(text, undefined).map((one) => line(one.text));
  if (lines.length === 0) return [];
  const more = lines.length - mostLines;
  const gap = more <= 0 ? null : h("span.gap", `… ${more} more ${more === 1 ? "line" : "lines"}\n`);
  return ["\n", ...lines.slice(0, mostLines), gap];
}

/** Columns of a line; a word that is longer is wrapped by the browser. */
const width = 110;

/** Commands that follow one another, with a button that copies them all. The button is hidden until the script has run. */
export function againBlock(commands: readonly CurlCommand[], label: VNode): VNode[] {
  if (commands.length === 0) return [];
  const lines = commands.flatMap(({ words, comment }) => [
    // On a line of its own, since not every shell knows comments where it is typed into.
    ...(comment === undefined ? [] : [`# ${comment}`]),
    ...brokenBetweenWords(words, width),
  ]);
  const shell = h(
    "div.shell",
    preformatted("Shell commands", lines.map((line) => shown(line, longestLine)).join("\n")),
    h("button", { type: "button", class: "copy", hidden: true }, "Copy"),
  );
  return [label, shell];
}

/** Longer than any command line: a truncated command would do something else. */
const longestLine = 200_000;
