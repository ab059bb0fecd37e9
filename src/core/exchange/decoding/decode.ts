import { isUtf8 } from "node:buffer";
import { parseJson } from "#core/json/parse.ts";
import {
  type AnswerBody,
  type BodyProblem,
  type HeaderLine,
  headerValues,
  type WholeAnswer,
} from "../exchange.ts";
import type { WireResponse } from "../transport/transport.ts";
import type { AnswerBounds } from "./evidence-room.ts";

const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

export function decodeAnswer(response: WireResponse, bounds: AnswerBounds): WholeAnswer {
  const { status, headers, body } = response;
  const undone =
    body === undefined
      ? tooLarge("run", "what is left of what a run keeps")
      : undoContentCodings(headers, body, bounds);
  return { status, headers, body: readBody(undone, bounds) };
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

/** The content codings that requests accept and that can be undone. */
export const acceptEncoding = "gzip, deflate, br";

/** More codings than this on one body are an attack, not a service (CVE-2026-22036). */
const maxCodings = 3;

type Undo = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** Loaded with the first compressed body: loading takes a hundredth of a run. */
const zlib = () => process.getBuiltinModule("node:zlib");

const gunzip: Undo = (bytes, options) => zlib().gunzipSync(bytes, options);

const codings: Readonly<Record<string, Undo>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  br: (bytes, options) => zlib().brotliDecompressSync(bytes, options),
  // RFC 9110 section 8.4.1.2 wants the zlib format; some servers send bare deflate data, and every client takes it.
  deflate: (bytes, options) =>
    isZlib(bytes) ? zlib().inflateSync(bytes, options) : zlib().inflateRawSync(bytes, options),
};

function codingsOf(headers: readonly HeaderLine[]): string[] {
  return headerValues(headers, "content-encoding")
    .flatMap((value) => value.split(","))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
}

/** Whether every content coding that the fields name is one that is known here. */
export function canUndo(headers: readonly HeaderLine[]): boolean {
  return codingsOf(headers).every((name) => Object.hasOwn(codings, name));
}

/**
 * A body with its content codings (RFC 9110, section 8.4) undone. If they cannot be undone, it is as it came; if the
 * result is too large, it is empty.
 */
export function undoContentCodings(
  headers: readonly HeaderLine[],
  wireBody: Uint8Array,
  { maxBytes, isWhatIsLeft = false }: AnswerBounds,
): { readonly body: Uint8Array; readonly problem?: BodyProblem } {
  const bound = isWhatIsLeft ? "run" : "body";
  const than = isWhatIsLeft ? `the ${maxBytes} bytes that are left of what a run keeps` : `${maxBytes} bytes`;
  if (wireBody.length > maxBytes) return tooLarge(bound, than);
  const names = codingsOf(headers);
  if (wireBody.length === 0 || names.length === 0) return { body: wireBody };
  if (names.length > maxCodings)
    return notUndone(wireBody, `the body has more than ${maxCodings} content codings`);

  let body = wireBody;
  for (const name of names.reverse()) {
    const undo = Object.hasOwn(codings, name) ? codings[name] : undefined;
    if (undo === undefined) {
      return notUndone(wireBody, `the body has a content coding that was not asked for (${acceptEncoding})`);
    }
    try {
      body = undo(body, { maxOutputLength: maxBytes });
    } catch (error) {
      if (error instanceof RangeError) {
        return tooLarge(bound, `${than} once its content coding is undone`);
      }
      return notUndone(wireBody, `the body is not what its content coding ${name} says, or is cut short`);
    }
  }
  return { body };
}

/** `than` completes "the body is larger than". */
function tooLarge(bound: "body" | "run", than: string) {
  const problem = { kind: "too-large", bound, message: `the body is larger than ${than}` } as const;
  return { body: new Uint8Array(), problem };
}

function notUndone(body: Uint8Array, message: string) {
  return { body, problem: { kind: "content-coding", message } } as const;
}

/** RFC 1950, section 2.2: method 8, and the first two bytes are a multiple of 31. */
function isZlib(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
