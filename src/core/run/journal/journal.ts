import type { Setting } from "#core/check/facts.ts";
import type { RootCause } from "#core/check/results/cause.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { RunExchange, StepId, WholeExchange } from "#core/exchange/exchange.ts";
import {
  type RecordedExchange,
  type RedactedIn,
  readExchange,
  recordedExchange,
  withoutRedacted,
} from "#core/exchange/recorded-exchange.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import type { RunOptions } from "../options.ts";
import type { PlanLimits } from "../plan/plan-budget.ts";
import type { PlayedRounds, Run } from "../result.ts";

export interface RunTarget {
  readonly baseUrl: URL;
  /** What reports call the target. */
  readonly target: string;
  readonly clockKind: "wall" | "virtual";
}

export interface RunStart extends RunTarget, Pick<Setting, "keyHasCase" | "keyIsWord"> {
  readonly startedAtMs: number;
  readonly options: RunOptions;
}

export interface RunEnd extends PlayedRounds {
  readonly endedAtMs: number;
  readonly stopped: RootCause | undefined;
  /** Exceptions in the suite's own code while it was sending. */
  readonly errors: Run["suiteErrors"];
}

/** What happens in a run after its start, in order and unredacted: nothing outside the run sees it. */
export type JournalEntry = EntryWith<WholeExchange>;

type EntryWith<OfExchange> =
  /** In the order of ending, which is not always the order of sending. */
  | { readonly kind: "exchange"; readonly exchange: OfExchange }
  /** The entries that follow belong to this round, from 2. */
  | { readonly kind: "round"; readonly round: number; readonly seed: number }
  /** The plan of the round under way was made, from what had been answered by now. */
  | { readonly kind: "plan"; readonly limits: PlanLimits }
  | { readonly kind: "not-sent"; readonly step: StepId; readonly why: Unresolved }
  /** This exchange is not judged (rulings 14, 26, 31, 42). */
  | { readonly kind: "set-aside"; readonly exchange: number }
  | { readonly kind: "end"; readonly end: RunEnd };

export type Journal = (entry: JournalEntry) => void;

/** An entry without secrets. Judging them gives the same verdicts, unless a verdict rests on what was redacted. */
export type KeptEntry =
  | {
      readonly kind: "start";
      readonly start: Omit<RunStart, "baseUrl"> & { readonly baseUrl: Redacted<string> };
    }
  | EntryWith<KeptExchange>;

type Recorded = RecordedExchange["request"];
type Asked = Omit<Recorded, "method" | "credential">;

interface KeptExchange extends Omit<RecordedExchange, "request" | "outcome"> {
  readonly request: Pick<Recorded, "method" | "credential"> & {
    readonly [Part in keyof Asked]: Redacted<Asked[Part]>;
  };
  readonly outcome: Redacted<RecordedExchange["outcome"]>;
  readonly redactedIn?: RedactedIn;
}

export type KeptJournal = (entry: KeptEntry) => void;

/** An entry without the secrets that are known by now: labels and ids are our own texts, and stay whatever the key is. */
export function keepEntry(entry: JournalEntry, secrets: Secrets): KeptEntry {
  const { redact } = secrets;
  switch (entry.kind) {
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

export function keepStart({ baseUrl, target, ...start }: RunStart, { redact }: Secrets): KeptEntry {
  // The origin is not redacted, so that the address stays an address.
  const address = baseUrl.origin + redact(baseUrl.href.slice(baseUrl.origin.length));
  return { kind: "start", start: { ...start, ...redact({ baseUrl: address, target }, ["baseUrl"]) } };
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
  readonly entries: readonly EntryWith<RunExchange>[];
  readonly shown: Run["exchanges"];
}

/** The evidence of a run that was just sent, with the true bytes. */
export function evidenceOf(start: RunStart, entries: readonly JournalEntry[]): Evidence {
  const shown = entries.flatMap((entry) => (entry.kind === "exchange" ? [entry.exchange] : []));
  return { start, entries, shown };
}

/** The evidence of a recorded run. @throws TypeError where the first entry is not the start */
export function readKept([first, ...others]: readonly KeptEntry[]): Evidence {
  if (first?.kind !== "start") throw new TypeError("the journal of a run begins with its start");
  const shown: WholeExchange[] = [];
  const entries = others.flatMap((entry): EntryWith<RunExchange>[] => {
    if (entry.kind === "start") return [];
    if (entry.kind !== "exchange") return [entry];
    const { redactedIn, ...kept } = entry.exchange;
    const exchange = readExchange(kept);
    shown.push(exchange);
    return [{ kind: "exchange", exchange: redactedIn ? withoutRedacted(exchange, redactedIn) : exchange }];
  });
  return { start: { ...first.start, baseUrl: new URL(first.start.baseUrl) }, entries, shown };
}
