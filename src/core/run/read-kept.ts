import { isOriginal, type RecordedExchange, readExchange } from "../exchange/recorded-exchange.ts";
import type { OwnWords } from "../secrets/own-words.ts";
import { createStandIns, type StandIns } from "../secrets/stand-ins.ts";
import type { JournalEntry, KeptEntry, KeptExchange, RunStart } from "./journal.ts";

/** What was kept of a run, as judging reads it: something stands in the place of each secret that is to judging what it was. */
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

/** Of what came and went, each text. */
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
