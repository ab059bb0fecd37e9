import { isUtf8 } from "node:buffer";
import { parseJson } from "../../json/parse.ts";
import type { Answer, BodyProblem } from "../exchange.ts";
import type { WireResponse } from "../transport/transport.ts";
import { tooLarge, undoContentCodings } from "./content-coding.ts";
import type { AnswerBounds } from "./evidence-room.ts";

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

/** The byte offset of the first sequence that is not UTF-8 (RFC 3629, section 4); undefined when all is. */
function invalidUtf8At(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return undefined;
}

/** How long the character at `at` is; 0 when it is none. */
function sequenceLength(bytes: Uint8Array, at: number): 0 | 1 | 2 | 3 | 4 {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const [second = 0, third = 0, fourth = 0] = bytes.subarray(at + 1, at + 4);
  const [low, high] = secondByteRange(first);
  if (second < low || second > high) return 0;
  if (first < 0xe0) return 2;
  if (!isContinuation(third)) return 0;
  if (first < 0xf0) return 3;
  return isContinuation(fourth) ? 4 : 0;
}

/** Narrower after some first bytes: no overlong forms, no surrogates, nothing above U+10FFFF. */
function secondByteRange(first: number): readonly [low: number, high: number] {
  if (first < 0xc2 || first > 0xf4) return [1, 0];
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  if (first === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}
