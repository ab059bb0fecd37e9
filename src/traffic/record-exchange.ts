import { canUndo, undoContentCodings } from "../core/exchange/decoding/content-coding.ts";
import {
  bodyBounds,
  type WireAnswer,
  type WireBody,
  type WireExchange,
} from "../core/exchange/wire-exchange.ts";
import type { NumberedSecrets } from "../core/secrets/numbered-secrets.ts";
import { redacted } from "../core/secrets/redact.ts";
import { type KnownWords, lookedFor, withMarks } from "./credentials.ts";
import { exchangeLine } from "./traffic-line.ts";

/** So many credentials of one exchange have a number. */
const mostNumbered = 1000;

/** An exchange as a line of a file of traffic, out of which its secrets are taken. */
export function recordedLine(
  exchange: WireExchange,
  baseUrl: URL,
  secrets: NumberedSecrets,
  known: KnownWords,
): string {
  const marks = new Map<string, string>();
  const marked = withMarks(withPlainBodies(exchange), (secret) => {
    const mark = marks.get(secret) ?? (marks.size < mostNumbered ? secrets.mark(secret) : redacted);
    if (mark !== redacted) marks.set(secret, mark);
    return mark;
  });
  return exchangeLine(secrets.redact(marked, lookedFor([...marks.keys()], known)), baseUrl);
}

/** A secret could hide in a content coding: a body whose coding cannot be undone is not kept. */
export function withPlainBodies(exchange: WireExchange): WireExchange {
  const { outcome, headers, body } = exchange;
  const plain = { ...exchange, body: decoded({ headers, body }) };
  return outcome.kind === "failure" ? plain : { ...plain, outcome: { ...outcome, body: decoded(outcome) } };
}

function decoded({ headers, body, isDecoded }: Pick<WireAnswer, "headers" | "body" | "isDecoded">): WireBody {
  if (body === undefined || isDecoded) return body;
  if (!canUndo(headers)) return undefined;
  const undone = undoContentCodings(headers, body, bodyBounds);
  return undone.problem === undefined ? undone.body : undefined;
}
