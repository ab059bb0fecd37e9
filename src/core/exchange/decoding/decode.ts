import { isUtf8 } from "node:buffer";
import { parseJson } from "#core/json/parse.ts";
import type { AnswerBody, BodyProblem, HeaderLine, WholeAnswer } from "../exchange.ts";
import type { WireResponse } from "../transport/transport.ts";
import { tooLarge, undoContentCodings } from "./content-coding.ts";
import type { AnswerBounds } from "./evidence-room.ts";

const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/** An answer, and `decodeBody` of its body. */
export function decodeAnswer(response: WireResponse, bounds: AnswerBounds): WholeAnswer {
  const { status, headers } = response;
  const body = response.isUnkept
    ? readBody(tooLarge("run", "what is left of what a run keeps"), bounds)
    : decodeBody(headers, response.body, bounds);
  return { status, headers, body };
}

/**
 * Reads what came back: content codings undone (at most `maxBytes` come out of each), then UTF-8, then JSON,
 * whatever the Content-Type says. Never throws: what cannot be read is reported in `problems`.
 */
export function decodeBody(
  headers: readonly HeaderLine[],
  bytes: Uint8Array,
  bounds: AnswerBounds,
): AnswerBody {
  return readBody(undoContentCodings(headers, bytes, bounds), bounds);
}

const utf8 = new TextDecoder();

function readBody(
  { body: bytes, problem }: ReturnType<typeof undoContentCodings>,
  { maxValues }: AnswerBounds,
): AnswerBody {
  const problems: BodyProblem[] = problem === undefined ? [] : [problem];
  if (problem === undefined) {
    if (byteOrderMark.every((byte, index) => bytes[index] === byte))
      problems.push({ kind: "byte-order-mark" });
    if (!isUtf8(bytes)) problems.push({ kind: "invalid-utf8" });
  }
  const text = utf8.decode(bytes);
  const json = bytes.length === 0 ? undefined : parseJson(text, { maxValues });
  if (json?.ok !== false || json.problem.kind !== "too-many-values") return { bytes, problems, text, json };
  const message = `it has more than the ${maxValues} values that are left of what a run keeps`;
  return { bytes, problems, text, json: { ok: false, problem: { ...json.problem, message } } };
}
