import type { Place } from "../check/place.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { headerValues } from "../exchange/headers.ts";
import { escapeForTerminal } from "./escape.ts";
import { type BodyLine, bodyLines } from "./formats/pretty-json.ts";

/** How many lines of an answer are shown. */
const shownLines = 3;

/** Of a body in one line; the rest would not fit in it. */
const longestBody = 500;

/** A few lines of an answer, safe to display, with the place marked. */
export function answerExcerpt({ outcome }: Exchange, place: Place | undefined): readonly BodyLine[] {
  if (outcome.kind === "failure")
    return [{ text: escapeForTerminal(`no answer: ${outcome.failure.message}`), marked: true }];
  const { status, headers, text } = outcome.answer;
  if (place?.in === "body" && place.pointer !== "") return aroundTheMark(bodyLines(text, place.pointer));
  if (place?.in === "header") {
    const values = headerValues(headers, place.name);
    const lines = values.map((value) => `${place.name}: ${escapeForTerminal(value)}`);
    const shown = lines.length === 0 ? [`(no header ${place.name})`] : lines.slice(0, shownLines - 1);
    return [
      { text: `HTTP status ${status}`, marked: false },
      ...shown.map((line) => ({ text: line, marked: true })),
    ];
  }
  const body = escapeForTerminal(text.slice(0, longestBody)).replace(/(?:\\r)?\\n *\s*/g, " ");
  const inOneLine = body === "" ? "(no body)" : body;
  return [{ text: place?.in === "status" ? `${status} ${inOneLine}` : inOneLine, marked: true }];
}

/** The marked line and one on either side; of a place of several lines, the first ones. */
function aroundTheMark(lines: readonly BodyLine[]): readonly BodyLine[] {
  if (lines.length === 0) return [{ text: "(no body)", marked: true }];
  const marked = lines.findIndex((line) => line.marked);
  const before = lines[marked + 1]?.marked === true ? 0 : 1;
  const first = Math.max(0, Math.min(marked - before, lines.length - shownLines));
  return lines.slice(first, first + shownLines);
}
