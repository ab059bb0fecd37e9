import type { Unresolved } from "../check/unresolved.ts";
import type { WholeExchange } from "../exchange/exchange.ts";
import {
  isOriginal,
  isStill,
  type RecordedExchange,
  readExchange,
  recordedExchange,
} from "../exchange/recorded-exchange.ts";
import type { OwnWords } from "../secrets/placeholders.ts";
import { ofRedacted, type Redacted } from "../secrets/redacted.ts";
import type { ForJudging, Secrets } from "../secrets/secrets.ts";
import { createStandIns, type StandIns } from "../secrets/stand-ins.ts";
import type { JournalEntry, KeptEntry, KeptExchange, RunEnd, RunStart } from "./journal.ts";
import type { RunEvent } from "./result.ts";

/**
 * An entry without the secrets that are known by now. Our own texts (labels, options, ids) stay as they are, whatever
 * the key is; what the target sent, what was made of that, and what the user gave is searched.
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

function keptExchange(exchange: WholeExchange, redact: ForJudging): KeptExchange {
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

/** An event without secrets. Labels and ids are our own texts: they stay as they are, whatever the key is. */
export function redactedEvent(event: RunEvent, { redact }: Pick<Secrets, "redact">): Redacted<RunEvent> {
  switch (event.kind) {
    case "exchange": {
      const { exchange, ...around } = event;
      return ofRedacted<typeof event>({
        ...redact(around, ["serves"]),
        exchange: redact(exchange, ["step", "label"]),
      });
    }
    case "settled":
      return redact(event, ["step", "label", "areas"]);
    case "planned":
    case "round":
      return redact(event, ["areas"]);
    case "waiting":
      return event.label === undefined ? redact(event) : redact(event, ["step", "label"]);
    default:
      return redact(event);
  }
}

/**
 * What was kept of a run, as judging reads it: in the place of each secret stands a value that judging takes for the
 * secret itself.
 */
export interface Evidence {
  readonly start: RunStart;
  /** What came after the start, in order. */
  readonly entries: readonly Exclude<JournalEntry, { readonly kind: "start" }>[];
  /** The exchanges as they are shown. */
  readonly shown: readonly RecordedExchange[];
  readonly takeOut: StandIns["takeOut"];
}

/** @throws TypeError where it does not begin with the start */
export function readKept(
  [first, ...others]: readonly KeptEntry[],
  wordsOf: (start: RunStart) => OwnWords,
): Evidence {
  if (first?.kind !== "start") throw new TypeError("the journal of a run begins with its start");
  const start = { ...first.start, baseUrl: new URL(first.start.baseUrl) };
  const kept = others.flatMap((entry) => (entry.kind === "start" ? [] : [entry]));
  let texts: string[] | undefined;
  const isFree = (digits: string) => {
    texts ??= kept.flatMap((entry) => (entry.kind === "exchange" ? textsIn(entry.exchange) : []));
    return !texts.some((text) => text.includes(digits));
  };
  const { fillIn, takeOut, shown } = createStandIns(isFree, wordsOf(start));
  const filledIn = (exchange: KeptExchange) => (isOriginal(exchange) ? exchange : fillIn(exchange));
  const shownExchange = (exchange: KeptExchange) => (isOriginal(exchange) ? exchange : shown(exchange));
  return {
    start,
    entries: kept.map((entry) => {
      switch (entry.kind) {
        case "exchange":
          return { kind: "exchange", exchange: readExchange(filledIn(entry.exchange)) };
        case "not-sent":
        case "end":
          return fillIn(entry);
        default:
          return entry;
      }
    }),
    shown: kept.flatMap((entry) => (entry.kind === "exchange" ? [shownExchange(entry.exchange)] : [])),
    takeOut,
  };
}

function textsIn({ request, outcome }: RecordedExchange): string[] {
  const headers =
    outcome.kind === "answer" ? outcome.answer.headers : (outcome.failure.partial?.headers ?? []);
  const bodies = [request.body?.bytes, outcome.kind === "answer" ? outcome.answer.body : undefined];
  return [
    request.path,
    ...headers.flat(),
    ...bodies.flatMap((bytes) => (bytes === undefined ? [] : [Buffer.from(bytes).toString("latin1")])),
  ];
}
