import { parseJson } from "../../json/parse.ts";
import type { Answer, BodyProblem } from "../exchange.ts";
import type { WireResponse } from "../transport/transport.ts";
import { tooLarge, undoContentCodings } from "./content-coding.ts";
import type { AnswerBounds } from "./evidence-room.ts";
import { invalidUtf8At } from "./utf8.ts";

const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/**
 * Reads what came back: content codings undone (at most `maxBytes` come out of each), then UTF-8, then JSON,
 * whatever the Content-Type says. Never throws: what cannot be read is reported in `problems`.
 */
export function decodeAnswer(response: WireResponse, bounds: AnswerBounds): Answer {
  const { status, headers } = response;
  const { body, problem } = response.isUnkept
    ? tooLarge("run", "what is left of what a run keeps")
    : undoContentCodings(headers, response.body, bounds);
  const problems: BodyProblem[] = problem === undefined ? [] : [problem];
  if (problem === undefined) {
    if (byteOrderMark.every((byte, index) => body[index] === byte))
      problems.push({ kind: "byte-order-mark" });
    const offset = invalidUtf8At(body);
    if (offset !== undefined) problems.push({ kind: "invalid-utf8", offset });
  }
  const text = new TextDecoder().decode(body);
  const json = body.length === 0 ? undefined : parseJson(text, { maxValues: bounds.maxValues });
  return { status, headers, body, problems, text, json };
}
