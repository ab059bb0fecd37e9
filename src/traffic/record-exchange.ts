import { canUndo, undoContentCodings } from "../exchange/decoding/content-coding.ts";
import type { NumberedSecrets } from "../secrets/numbered-secrets.ts";
import { credentialsIn } from "./credentials.ts";
import {
  bodyBounds,
  type ForeignAnswer,
  type ForeignBody,
  type ForeignExchange,
} from "./foreign-exchange.ts";
import { exchangeLine, type RecordedTraffic } from "./traffic-line.ts";

/** An exchange as a line of a file of traffic, out of which its secrets are taken. */
export function recordedLine(exchange: ForeignExchange, baseUrl: URL, secrets: NumberedSecrets): string {
  return exchangeLine(secrets.redact(recorded(exchange, baseUrl), credentialsIn(exchange)));
}

function recorded(exchange: ForeignExchange, baseUrl: URL): RecordedTraffic {
  const { method, target, headers, body, sentAtMs, endedAtMs, outcome } = exchange;
  const url = target.startsWith("/") ? baseUrl.pathname.replace(/\/$/, "") + target : target;
  const times =
    sentAtMs === undefined || endedAtMs === undefined
      ? {}
      : { startedAt: sentAtMs, durationMs: endedAtMs - sentAtMs };
  const request = { method, url, headers, body };
  if (outcome.kind === "failure") {
    const { kind, phase, message } = outcome.failure;
    return { ...times, request, failure: { kind, phase, message } };
  }
  const { status } = outcome;
  return { ...times, request, response: { status, headers: outcome.headers, body: decoded(outcome) } };
}

/** A secret could hide in a content coding: a body whose coding cannot be undone is not kept. */
function decoded({ headers, body, isDecoded }: ForeignAnswer): ForeignBody {
  if (body === undefined || isDecoded) return body;
  if (!canUndo(headers)) return undefined;
  const undone = undoContentCodings(headers, body, bodyBounds);
  return undone.problem === undefined ? undone.body : undefined;
}
