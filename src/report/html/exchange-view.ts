import type { ComponentChild, VNode } from "preact";
import type { Place } from "../../core/check/place.ts";
import type { Answer, Exchange, Failure, HeaderLine } from "../../core/exchange/exchange.ts";
import { type BodyLine, bodyLines, excerpt, type Gap } from "../formats/pretty-json.ts";
import { pathWithQuery, requestHeaders } from "../request-line.ts";
import { h } from "./element.ts";
import { shown } from "./shown.ts";

/** Where in an answer a finding is. */
type Where = Place | undefined;

/** Lines of a body that are shown besides the marked ones. */
export interface Extent {
  readonly lines: number;
}

/** A request as it is shown, whoever sent it. */
export interface ShownRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  /** Empty for none. */
  readonly text: string;
  /** What is said of the credential. */
  readonly note?: string | undefined;
}

/** An answer as it is shown, or why there is none. */
export type ShownOutcome =
  | { readonly kind: "failure"; readonly failure: Failure }
  | { readonly kind: "answer"; readonly answer: Pick<Answer, "status" | "headers" | "text" | "problems"> };

/** One exchange: request and response side by side, the place of the finding marked. */
export function talk({ request, outcome }: Exchange, place: Where, extent: Extent): VNode {
  const { credential, body } = request;
  const sent = {
    ...{ method: request.method, target: pathWithQuery(request), headers: requestHeaders(request) },
    text: body === undefined ? "" : decode(body.bytes),
    note: credential.kind === "other" ? `Credential: ${credential.about}` : undefined,
  };
  return sideBySide(sent, outcome, place, extent);
}

export function sideBySide(
  request: ShownRequest,
  outcome: ShownOutcome,
  place: Where,
  extent: Extent,
): VNode {
  return h("div", { class: "talk" }, sent(request, extent), received(outcome, place, extent));
}

/** The answer in short: its status, the header that a finding is about, and the lines around its place. */
export function answerExcerpt({ outcome }: Exchange, place: Where): VNode {
  if (outcome.kind === "failure") return h("p", null, failureText(outcome.failure));
  const { status, headers, text } = outcome.answer;
  const head = headers.filter(([name]) => isHeader(place, name)).map((header) => headerLine(header, place));
  const absent = missingHeader(headers, place);
  if (absent !== undefined) head.push(h("mark", null, `(no ${absent})`));
  const pointer = pointerIn(place);
  const body = bodyBlock(text, pointer, { lines: pointer === undefined ? 3 : 1 });
  return block([statusLine(status, place), ...head, ...body], "Excerpt of the answer");
}

function failureText({ message, kind, phase }: Failure): string {
  return `${shown(message)} (${kind}, while ${phase})`;
}

function statusLine(status: number, place: Where): ComponentChild {
  return place?.in === "status" ? h("mark", null, String(status)) : line(String(status));
}

function sent({ method, target, headers, text, note }: ShownRequest, extent: Extent): VNode {
  const head = [
    line(`${method} ${shown(target)}`),
    ...headers.map((header) => headerLine(header, undefined)),
  ];
  return h(
    "div",
    null,
    h("p", { class: "label" }, "Request"),
    note === undefined ? null : h("p", { class: "soft small" }, shown(note)),
    block([...head, ...bodyBlock(text, undefined, extent)], "Request"),
  );
}

function received(outcome: ShownOutcome, place: Where, extent: Extent): VNode {
  if (outcome.kind === "failure") {
    const { failure } = outcome;
    const partial = failure.partial && [
      line(String(failure.partial.status)),
      ...failure.partial.headers.map((header) => headerLine(header, place)),
    ];
    return h(
      "div",
      null,
      h("p", { class: "label" }, "No whole answer"),
      h("p", null, failureText(failure)),
      partial === undefined ? null : block(partial, "What had arrived"),
    );
  }
  const { status, headers, text, problems } = outcome.answer;
  const head = [statusLine(status, place), ...headers.map((header) => headerLine(header, place))];
  const absent = missingHeader(headers, place);
  if (absent !== undefined) head.push(h("mark", null, `(no ${absent})`));
  return h(
    "div",
    null,
    h("p", { class: "label" }, "Response"),
    problems.map((problem) =>
      h("p", { class: "soft small" }, "message" in problem ? shown(problem.message) : problem.kind),
    ),
    block([...head, ...bodyBlock(text, pointerIn(place), extent)], "Response"),
  );
}

function block(children: readonly ComponentChild[], label: string): VNode {
  // It scrolls, so it must be focusable.
  return h("pre", { tabIndex: 0, role: "group", "aria-label": label }, h("code", null, ...children));
}

function line(text: string): string {
  return `${text}\n`;
}

function headerLine([name, value]: HeaderLine, place: Where): ComponentChild {
  const text = `${shown(name, 200)}: ${shown(value)}`;
  return isHeader(place, name) ? h("mark", null, text) : line(text);
}

function isHeader(place: Where, name: string): boolean {
  return place?.in === "header" && place.name.toLowerCase() === name.toLowerCase();
}

function missingHeader(headers: readonly HeaderLine[], place: Where): string | undefined {
  if (place?.in !== "header" || headers.some(([name]) => isHeader(place, name))) return undefined;
  return shown(place.name, 200);
}

function pointerIn(place: Where): string | undefined {
  return place?.in === "body" ? place.pointer : undefined;
}

function bodyBlock(text: string, pointer: string | undefined, { lines: first }: Extent): ComponentChild[] {
  const lines = bodyLines(text, pointer);
  if (lines.length === 0) return pointer === undefined ? [] : ["\n", h("mark", null, "(no body)")];
  return ["\n", ...grouped(excerpt(lines, first))];
}

/** Adjacent lines of one kind are one text node: fewer nodes, and copied text keeps its line feeds. */
function grouped(lines: readonly (BodyLine | Gap)[]): ComponentChild[] {
  const out: ComponentChild[] = [];
  let plain = "";
  let marked: string[] = [];
  const flush = (): void => {
    if (plain !== "") out.push(plain);
    if (marked.length > 0) out.push(h("mark", null, marked.join("\n")));
    plain = "";
    marked = [];
  };
  for (const one of lines) {
    if ("leftOut" in one) {
      flush();
      out.push(
        h("span", { class: "gap" }, `… ${one.leftOut} more ${one.leftOut === 1 ? "line" : "lines"}\n`),
      );
    } else if (one.marked) {
      if (plain !== "") flush();
      marked.push(one.text);
    } else {
      if (marked.length > 0) flush();
      plain += line(one.text);
    }
  }
  flush();
  return out;
}

export function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
