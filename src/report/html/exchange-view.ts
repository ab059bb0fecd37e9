import type { ComponentChild, VNode } from "preact";
import type { Finding, Place } from "#core/check/results/verdict.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { textOf } from "#core/exchange/wire-exchange.ts";
import { brokenBetweenWords, type CurlCommand } from "../curl.ts";
import { type BodyLine, bodyLines, excerpt, type Gap } from "../formats/pretty-json.ts";
import type { ShownExchange } from "../report.ts";
import { answerExcerpt } from "../words/answer-excerpt.ts";
import { h, preformatted, shown, withCode } from "./element.ts";

/** Where in an answer a finding is. */
type Where = Place | undefined;

/** How many lines of a body are shown besides those that are marked. */
const mostLines = 16;

/** One exchange: request and response side by side. */
export function talk(exchange: ShownExchange): VNode {
  return h("div.talk", sent(exchange), received(exchange, undefined));
}

/**
 * What was expected beside what came, and, where it is kept, the request beside the answer.
 * @param isBrief of the answer only what the finding is about
 */
export function besideEachOther(
  { expected, seen }: Pick<Finding, "expected" | "seen">,
  exchange: ShownExchange | undefined,
  place: Where,
  isBrief = false,
): VNode {
  return h(
    "div.talk",
    h("div", h("p.label", "Expected"), h("p.expected", withCode(shown(expected)))),
    h("div", h("p.label", "Got"), h("p.got", withCode(shown(seen)))),
    exchange && [sent(exchange), isBrief ? inBrief(exchange, place) : received(exchange, place)],
  );
}

/** The answer in short: its status, and what the finding is about. */
function inBrief(exchange: ShownExchange, place: Where): VNode {
  const { outcome } = exchange;
  if (outcome.kind === "failure") return received(exchange, place);
  // An excerpt about the status or a header begins with the status.
  const head = place === undefined || place.in === "body" ? [`${outcome.status}\n\n`] : [];
  const shown = answerExcerpt(exchange, place).map(lineView);
  return h("div", h("p.label", "Response"), preformatted("Response", ...head, ...shown));
}

function sent({ method, target, headers, body, note }: ShownExchange): VNode {
  const text = body === undefined ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const head = [
    line(`${method} ${shown(target)}`),
    ...headers.map((header) => headerLine(header, undefined)),
  ];
  return h(
    "div",
    h("p.label", "Request"),
    note === undefined ? null : h("p.soft.small", shown(note)),
    preformatted("Request", ...head, ...bodyBlock(text, undefined)),
  );
}

function received({ outcome, problems = [] }: ShownExchange, place: Where): VNode {
  if (outcome.kind === "failure") {
    const { failure } = outcome;
    const partial = failure.partial && [
      line(String(failure.partial.status)),
      ...failure.partial.headers.map((header) => headerLine(header, place)),
    ];
    return h(
      "div",
      h("p.label", "No whole answer"),
      h("p", `${shown(failure.message)} (${failure.kind}, while ${failure.phase})`),
      partial === undefined ? null : preformatted("What had arrived", ...partial),
    );
  }
  const { status, headers, body } = outcome;
  const isMissing = place?.in === "header" && !headers.some(([name]) => isHeader(place, name));
  return h(
    "div",
    h("p.label", "Response"),
    problems.map((problem) =>
      h("p.soft.small", "message" in problem ? shown(problem.message) : problem.kind),
    ),
    preformatted(
      "Response",
      place?.in === "status" ? h("mark", String(status)) : line(String(status)),
      ...headers.map((header) => headerLine(header, place)),
      isMissing ? h("mark", `(no ${shown(place.name, 200)})`) : null,
      ...bodyBlock(textOf(body), place?.in === "body" ? place.pointer : undefined),
    ),
  );
}

function line(text: string): string {
  return `${text}\n`;
}

function headerLine([name, value]: HeaderLine, place: Where): ComponentChild {
  const text = `${shown(name, 200)}: ${shown(value)}`;
  return isHeader(place, name) ? h("mark", text) : line(text);
}

function isHeader(place: Where, name: string): boolean {
  return place?.in === "header" && place.name.toLowerCase() === name.toLowerCase();
}

function bodyBlock(text: string, pointer: string | undefined): ComponentChild[] {
  const lines = bodyLines(text, pointer);
  if (lines.length === 0) return pointer === undefined ? [] : ["\n", h("mark", "(no body)")];
  return ["\n", ...excerpt(lines, mostLines).map(lineView)];
}

function lineView(one: BodyLine | Gap): ComponentChild {
  if ("leftOut" in one)
    return h("span.gap", `… ${one.leftOut} more ${one.leftOut === 1 ? "line" : "lines"}\n`);
  return one.marked ? h("mark", one.text) : line(one.text);
}

/** Columns of a line; a word that is longer is wrapped by the browser. */
const width = 110;

/** Commands that follow one another, with a button that copies them all. The button is hidden until the script has run. */
export function againBlock(commands: readonly CurlCommand[]): VNode {
  const lines = commands.flatMap(({ words, comment }) => [
    // On a line of its own, since not every shell knows comments where it is typed into.
    ...(comment === undefined ? [] : [`# ${comment}`]),
    ...brokenBetweenWords(words, width),
  ]);
  return h(
    "div.shell",
    preformatted("Shell commands", lines.map((line) => shown(line, longestLine)).join("\n")),
    h("button", { type: "button", class: "copy", hidden: true }, "Copy"),
  );
}

/** Longer than any line that is made: one that was cut would do something else. */
const longestLine = 200_000;
