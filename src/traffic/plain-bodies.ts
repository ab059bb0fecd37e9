import { undoContentCodings } from "#core/exchange/decoding/content-coding.ts";
import {
  bodyBounds,
  type WireAnswer,
  type WireBody,
  type WireExchange,
} from "#core/exchange/wire-exchange.ts";

/**
 * The exchange with its bodies as their receivers read them, which is how a recording holds them: content codings are undone.
 * A body that its declared coding does not decode counts as not recorded (ruling 41): its receiver may know a coding that is
 * not known here, and a secret could hide in it.
 */
export function withPlainBodies(exchange: WireExchange): WireExchange {
  const { headers, body, outcome } = exchange;
  if (outcome.kind === "failure") return { ...exchange, body: plainBody({ headers, body }) };
  // Whoever undoes the codings of answers undoes those of requests.
  if (outcome.isDecoded) return exchange;
  const answer = { ...outcome, body: plainBody(outcome), isDecoded: true };
  return { ...exchange, body: plainBody({ headers, body }), outcome: answer };
}

function plainBody({ headers, body }: Pick<WireAnswer, "headers" | "body">): WireBody {
  if (body === undefined) return body;
  const undone = undoContentCodings(headers, body, bodyBounds);
  return undone.problem === undefined ? undone.body : undefined;
}
