import { answeredWith, isAnswered } from "../check/facts.ts";
import { exchangeLabel } from "../check/series.ts";
import type { WholeExchange } from "../exchange/exchange.ts";
import type { Evidence } from "../run/keep-entry.ts";

/** Where a recording is not what the suite would have written: a step's label, and a clause about it. */
export interface Deviation {
  readonly label: string;
  readonly what: string;
}

/** A lock-out, or a limit for those without the valid key (ruling 14): what they asked for then is not judged. */
export function isRefusalWithoutKey(exchange: WholeExchange): boolean {
  return exchange.request.credential.kind !== "valid" && answeredWith(exchange, 403, 429);
}

/** What cannot be right whatever the plan was: times, rounds, and what is kept out of judging. */
export function recordDeviations({ entries, start }: Evidence): readonly Deviation[] {
  const exchanges = entries.flatMap((entry) => (entry.kind === "exchange" ? [entry.exchange] : []));
  const end = entries.find((entry) => entry.kind === "end")?.end;
  return [
    ...exchanges.flatMap((exchange) => [
      ...(fitsTimes(exchange, start.startedAtMs, end?.endedAtMs)
        ? []
        : [about(exchange, "its times do not fit the run")]),
      ...(exchange.inFlight <= start.options.concurrency
        ? []
        : [about(exchange, "more was in flight than --concurrency allows")]),
    ]),
    ...setAsideDeviations(entries, exchanges),
    ...(isDatedAsRun(exchanges)
      ? []
      : [{ label: "the answers", what: "their Date is more than a day from the run's clock" }]),
  ];
}

function about(exchange: WholeExchange, what: string): Deviation {
  return { label: exchangeLabel(exchange), what };
}

function fitsTimes(
  { times: { sentAtMs, firstByteAtMs, endedAtMs } }: WholeExchange,
  fromMs: number,
  toMs = endedAtMs,
): boolean {
  const instants = [fromMs, sentAtMs, firstByteAtMs ?? sentAtMs, endedAtMs, toMs];
  return instants.every((instant, index) => instant >= (instants[index - 1] ?? instant));
}

/** Only a lock-out keeps answers from being judged in a run that goes on. */
function setAsideDeviations(entries: Evidence["entries"], exchanges: readonly WholeExchange[]): Deviation[] {
  const refused = new Set(exchanges.filter(isRefusalWithoutKey).map(({ step }) => step));
  return entries.flatMap((entry) => {
    if (entry.kind !== "set-aside") return [];
    const exchange = exchanges.find(({ id }) => id === entry.exchange);
    if (exchange?.request.credential.kind !== "valid" && refused.has(exchange?.step)) return [];
    const what = "nothing keeps its answer from being judged";
    return [exchange === undefined ? { label: "an exchange", what } : about(exchange, what)];
  });
}

const dayMs = 86_400_000;

/** Clocks differ, but not by a day: an old recording that was dated anew would. */
function isDatedAsRun(exchanges: readonly WholeExchange[]): boolean {
  const offsets = exchanges
    .filter(isAnswered)
    .flatMap(({ times: { endedAtMs }, outcome: { answer } }) => {
      const [, date = ""] = answer.headers.find(([name]) => name.toLowerCase() === "date") ?? [];
      const atMs = Date.parse(date);
      return Number.isNaN(atMs) ? [] : [Math.abs(atMs - endedAtMs)];
    })
    .sort((a, b) => a - b);
  const middle = offsets[Math.floor(offsets.length / 2)];
  return middle === undefined || middle <= dayMs;
}
