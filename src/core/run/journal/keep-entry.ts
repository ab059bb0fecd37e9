import type { RunExchange, WholeExchange } from "#core/exchange/exchange.ts";
import {
  type RecordedExchange,
  type RedactedIn,
  readExchange,
  recordedExchange,
  withoutRedacted,
} from "#core/exchange/recorded-exchange.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import type { Run } from "../result.ts";
import type { JournalEntry, KeptEntry, KeptExchange, RunStart } from "./journal.ts";

/** An entry without the secrets that are known by now: labels and ids are our own texts, and stay whatever the key is. */
export function keepEntry(entry: JournalEntry, secrets: Secrets): KeptEntry {
  const { redact } = secrets;
  switch (entry.kind) {
    case "start": {
      const { baseUrl, target, ...start } = entry.start;
      // The origin is not redacted, so that the address stays an address.
      const address = baseUrl.origin + redact(baseUrl.href.slice(baseUrl.origin.length));
      const given = redact({ baseUrl: address, target }, ["baseUrl"]);
      return { kind: "start", start: { ...start, ...given } };
    }
    case "exchange":
      return { kind: "exchange", exchange: keptExchange(entry.exchange, secrets) };
    case "not-sent":
      return { ...entry, why: redact(entry.why) };
    case "end":
      return { kind: "end", end: redact(entry.end) };
    default:
      return entry;
  }
}

/** An exchange as it leaves a run, with the places where something was redacted. Its credential is `{key}` only. */
export function keptExchange(exchange: WholeExchange, { redact }: Secrets): KeptExchange {
  const recorded = recordedExchange(exchange);
  const { method, credential, ...asked } = recorded.request;
  const [request, outcome] = [redact(asked), redact(recorded.outcome)];
  const redactedIn = changesIn(recorded, request === asked, outcome);
  return {
    ...recorded,
    request: { method, credential, ...request },
    outcome,
    ...(redactedIn && { redactedIn }),
  };
}

function changesIn(
  { outcome: before }: RecordedExchange,
  isSameRequest: boolean,
  outcome: RecordedExchange["outcome"],
): RedactedIn | undefined {
  if (isSameRequest && outcome === before) return undefined;
  const [was, is] = [before, outcome].map((one) => (one.kind === "answer" ? one.answer : undefined));
  const lines = was?.headers ?? [];
  const now = is?.headers ?? [];
  const hasOtherNames = lines.some(([name], at) => now[at]?.[0] !== name);
  const values = lines.flatMap(([name, value], at) => (now[at]?.[1] === value ? [] : name.toLowerCase()));
  return {
    parts: [
      ...(isSameRequest ? [] : (["request"] as const)),
      ...(was?.body === is?.body ? [] : (["body"] as const)),
      ...(hasOtherNames ? (["names"] as const) : []),
    ],
    // A header name of which a part was redacted is written nowhere, so not here either.
    headers: hasOtherNames ? [] : [...new Set(values)],
  };
}

/** The exchanges that a run is judged by, and how they are shown. */
export interface Evidence {
  readonly start: RunStart;
  readonly entries: readonly EvidenceEntry[];
  readonly shown: Run["exchanges"];
}

type EvidenceEntry =
  | { readonly kind: "exchange"; readonly exchange: RunExchange }
  | Exclude<JournalEntry, { readonly kind: "start" | "exchange" }>;

/** The evidence of a run that was just sent, with the true bytes. @throws TypeError where the first entry is not the start */
export function evidenceOf([first, ...others]: readonly JournalEntry[]): Evidence {
  if (first?.kind !== "start") throw new TypeError("the journal of a run begins with its start");
  const entries = others.flatMap((entry) => (entry.kind === "start" ? [] : [entry]));
  const shown = entries.flatMap((entry) => (entry.kind === "exchange" ? [entry.exchange] : []));
  return { start: first.start, entries, shown };
}

/** The evidence of a recorded run. */
export function readKept([first, ...others]: readonly KeptEntry[]): Evidence {
  if (first?.kind !== "start") throw new TypeError("the journal of a run begins with its start");
  const shown: WholeExchange[] = [];
  const entries = others.flatMap((entry): EvidenceEntry[] => {
    if (entry.kind === "start") return [];
    if (entry.kind !== "exchange") return [entry];
    const { redactedIn, ...kept } = entry.exchange;
    const exchange = readExchange(kept);
    shown.push(exchange);
    return [{ kind: "exchange", exchange: redactedIn ? withoutRedacted(exchange, redactedIn) : exchange }];
  });
  return { start: { ...first.start, baseUrl: new URL(first.start.baseUrl) }, entries, shown };
}
