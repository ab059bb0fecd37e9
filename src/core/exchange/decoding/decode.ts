import { isUtf8 } from "node:buffer";
import { parseJson } from "../../json/parse.ts";
import type { AnswerBody, BodyProblem, HeaderLine, WholeAnswer } from "../exchange.ts";
import type { WireResponse } from "../transport/transport.ts";
import { tooLarge, undoContentCodings } from "./content-coding.ts";
import type { AnswerBounds } from "./evidence-room.ts";

const byteOrderMark = [0xef, 0xbb, 0xbf] as const;
const replacement = [0xef, 0xbf, 0xbd] as const;

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

function readBody(
  { body: bytes, problem }: ReturnType<typeof undoContentCodings>,
  { maxValues }: AnswerBounds,
): AnswerBody {
  const problems: BodyProblem[] = problem === undefined ? [] : [problem];
  if (problem === undefined) {
    if (byteOrderMark.every((byte, index) => bytes[index] === byte))
      problems.push({ kind: "byte-order-mark" });
    const offset = invalidUtf8At(bytes);
    if (offset !== undefined) problems.push({ kind: "invalid-utf8", offset });
  }
  const text = new TextDecoder().decode(bytes);
  const json = bytes.length === 0 ? undefined : parseJson(text, { maxValues });
  if (json?.ok !== false || json.problem.kind !== "too-many-values") return { bytes, problems, text, json };
  const message = `it has more than the ${maxValues} values that are left of what a run keeps`;
  return { bytes, problems, text, json: { ok: false, problem: { ...json.problem, message } } };
}

/** The byte offset of the first sequence that is not UTF-8 (RFC 3629, section 4); undefined when all is. */
function invalidUtf8At(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  // What is not UTF-8 becomes a replacement character. One that was sent is passed over.
  for (let [offset, from] = [0, 0]; ; offset += replacement.length, from += 1) {
    const at = text.indexOf("\ufffd", from);
    offset += Buffer.byteLength(text.slice(from, at));
    if (!replacement.every((byte, index) => bytes[offset + index] === byte)) return offset;
    from = at;
  }
}
