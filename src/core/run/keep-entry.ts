import type { Unresolved } from "../check/unresolved.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { isStill, recordedExchange } from "../exchange/recorded-exchange.ts";
import type { ForJudging } from "../secrets/secrets.ts";
import type { JournalEntry, KeptEntry, KeptExchange, RunEnd, RunStart } from "./journal.ts";

/**
 * An entry out of which every secret is taken that is known by now. What has the form of a text of ours (labels, options, ids)
 * stays as it is, whatever the key is; only what the target sent, what was made of that, and what the user gave is looked through.
 */
export function keepEntry(entry: JournalEntry, redact: ForJudging): KeptEntry {
  switch (entry.kind) {
    case "start":
      return { kind: "start", start: keptStart(entry.start, redact) };
    case "exchange":
      return { kind: "exchange", exchange: keptExchange(entry.exchange, redact) };
    case "not-sent":
      return { ...entry, why: keptReason(entry.why, redact) };
    case "end":
      return { kind: "end", end: keptEnd(entry.end, redact) };
    default:
      return entry;
  }
}

function keptStart({ baseUrl, target, inProcess, trusted, ...start }: RunStart, { given }: ForJudging) {
  return {
    ...start,
    baseUrl: given(baseUrl.href),
    target: given(target),
    ...(trusted !== undefined && { trusted: given(trusted) }),
    ...(inProcess && { inProcess: { ...inProcess, baseUrl: given(inProcess.baseUrl) } }),
  };
}

function keptExchange(exchange: Exchange, redact: ForJudging): KeptExchange {
  const recorded = recordedExchange(exchange);
  const { method, credential, ...asked } = recorded.request;
  const [request, outcome] = [redact.request(asked), redact.evidence(recorded.outcome)];
  const kept = { ...recorded, request: { method, credential, ...request }, outcome };
  if (request === asked && outcome === recorded.outcome) isStill(kept, exchange);
  return kept;
}

function keptReason(why: Unresolved, redact: ForJudging): Unresolved {
  if (why.reason !== undefined) return { ...why, reason: redact.evidence(why.reason) };
  return { ...why, cause: { ...why.cause, by: redact.evidence(why.cause.by) } };
}

function keptEnd({ stopped, errors, ...end }: RunEnd, { evidence }: ForJudging): RunEnd {
  return {
    ...end,
    stopped: stopped && evidence(stopped),
    errors: errors.map(({ where, message }) => ({ where, message: evidence(message) })),
  };
}
