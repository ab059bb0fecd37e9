import { parseJson } from "../json/parse.ts";
import { undoContentCodings } from "./content-coding.ts";
import type { Answer, BodyProblem } from "./exchange.ts";
import type { WireResponse } from "./transport.ts";
import { invalidUtf8At } from "./utf8.ts";

/** A larger body is kept as bytes alone; its text and JSON are made when they are asked for. */
export const smallBodyBytes = 64 * 1024;

const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/**
 * Reads what came back: content codings undone (at most `maxBodyBytes` come out of each), then UTF-8, then JSON,
 * whatever the Content-Type says. Never throws: what cannot be read is told in `problems`.
 */
export function decodeAnswer(response: WireResponse, maxBodyBytes: number): Answer {
  const { status, headers } = response;
  const { body, problem } = undoContentCodings(headers, response.body, maxBodyBytes);
  const problems: BodyProblem[] = problem === undefined ? [] : [problem];
  if (problem === undefined) {
    if (byteOrderMark.every((byte, index) => body[index] === byte))
      problems.push({ kind: "byte-order-mark" });
    const offset = invalidUtf8At(body);
    if (offset !== undefined) problems.push({ kind: "invalid-utf8", offset });
  }
  const base = { status, headers, body, problems };
  if (body.length <= smallBodyBytes) return { ...base, ...readText(body) };
  const read = keptWhileUsed(() => readText(body));
  return {
    ...base,
    get text() {
      return read().text;
    },
    get json() {
      return read().json;
    },
  };
}

function readText(body: Uint8Array): Pick<Answer, "text" | "json"> {
  const text = new TextDecoder().decode(body);
  return { text, json: body.length === 0 ? undefined : parseJson(text) };
}

/** Text and nodes take many times the room of the bytes: what is large is read again when it is asked for. */
function keptWhileUsed<T extends object>(make: () => T): () => T {
  let kept: WeakRef<T> | undefined;
  return () => {
    const value = kept?.deref() ?? make();
    kept = new WeakRef(value);
    return value;
  };
}
