import type { Invariant } from "#core/check/check.ts";
import type { Facts } from "#core/check/facts.ts";
import type { BrokenObservation, Observation, Place } from "#core/check/results/verdict.ts";
import type { KeyCheck, KeyedAnswer, KeyWatch, LoneCheck } from "#core/check/traffic-check.ts";
import { shownByRecorded } from "#core/contract/recorded.ts";
import type { Exchange, HeaderLine } from "#core/exchange/exchange.ts";
import { textOf, type WireBody, type WireExchange } from "#core/exchange/wire-exchange.ts";
import { BoundedMap } from "#core/memory/bounded-map.ts";
import { knownIn } from "#core/memory/derived-from.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { pathWithQuery } from "#report/curl.ts";
import { withMarks, withoutCredentials } from "./credentials.ts";

/** Where an exchange stands: the file by its place on the command line, from 0, and the line or entry, from 1. */
export interface Position {
  readonly file: number;
  readonly line: number;
}

export interface Example {
  readonly expected: string;
  readonly seen: string;
  readonly place: Place | undefined;
  readonly at: Position;
  readonly method: string;
  readonly target: string;
  readonly status: number | undefined;
  /** What was sent and what came, for people; undefined for all but some exchanges, so that memory stays bounded. */
  readonly request?: KeptMessage;
  readonly answer?: KeptMessage;
}

/** Plain data, without the credentials that their places give away. */
export interface KeptMessage {
  readonly headers: readonly HeaderLine[];
  /** Null where it was not recorded, or is too long. */
  readonly body: string | null;
}

const longestBody = 1 << 14;

function messagesOf(wire: WireExchange): Pick<Example, "request" | "answer"> {
  const { headers, body, outcome } = withMarks(wire, () => "{key}");
  const kept = (bytes: WireBody): string | null =>
    bytes === undefined || bytes.length > longestBody ? null : textOf(bytes);
  return {
    request: { headers, body: kept(body) },
    ...(outcome.kind === "answer" && { answer: { headers: outcome.headers, body: kept(outcome.body) } }),
  };
}

export interface Tally {
  held: number;
  broken: number;
  first: Redacted<Example> | undefined;
}

export function emptyTally(): Tally {
  return { held: 0, broken: 0, first: undefined };
}

function addTally(to: Tally, other: Readonly<Tally>): void {
  to.held += other.held;
  to.broken += other.broken;
  if (other.first !== undefined && isEarlier(other.first, to.first)) to.first = other.first;
}

/** The tally of one requirement: one answer may keep it for all, or make it due. */
export function addedUp(
  id: string,
  tallies: ReadonlyMap<string, Readonly<Tally>>,
  checks: readonly (Invariant | LoneCheck)[],
): Readonly<Tally> {
  const own = tallies.get(id) ?? emptyTally();
  const { keptByOne, dueWith } = checks.find((check) => "alone" in check)?.alone ?? {};
  if (dueWith !== undefined && !tallies.get(dueWith)?.held) return emptyTally();
  if (keptByOne === undefined) return own;
  return own.held > 0 ? { ...own, broken: 0, first: undefined } : { ...own, broken: Math.min(1, own.broken) };
}

function isEarlier(a: Redacted<Example>, b: Redacted<Example> | undefined): boolean {
  return b === undefined || a.at.file < b.at.file || (a.at.file === b.at.file && a.at.line < b.at.line);
}

const longestText = 500;

const short = (text: string): string => text.slice(0, longestText);

/** @param wire the same exchange, where the messages are to be kept */
export function exampleOf(
  { request, outcome }: Exchange,
  { finding }: BrokenObservation,
  at: Position,
  wire: WireExchange | undefined,
): Example {
  return {
    ...(wire && messagesOf(wire)),
    at,
    method: request.method,
    target: short(withoutCredentials(pathWithQuery(request))),
    status: outcome.kind === "answer" ? outcome.answer.status : undefined,
    expected: short(finding.expected),
    seen: short(finding.seen),
    place: finding.place,
  };
}

/** How many keys are remembered: each takes up to 100 kB. */
const mostKeys = 1000;

interface Watched {
  readonly watch: KeyWatch;
  readonly tallies: Map<string, Tally>;
}

/** The states of all keys, each with the observations that it will report unless they are withdrawn. */
export class KeyStates {
  readonly #checks: readonly KeyCheck[];
  readonly #dropped = new Map<string, Tally>();
  #droppedKeys = 0;
  readonly #states = new BoundedMap<string, readonly Watched[]>(mostKeys, (state) => {
    this.#droppedKeys += 1;
    for (const [about, tally] of reported(state)) addTally(tallyIn(this.#dropped, about), tally);
  });

  constructor(checks: readonly KeyCheck[]) {
    this.#checks = checks;
  }

  /** @param note is given each observation with the tally that it goes into */
  next(
    key: string,
    keyed: KeyedAnswer,
    facts: Facts,
    note: (observation: Observation, tally: Tally) => unknown,
  ): void {
    for (const { watch, tallies } of this.#stateOf(key)) {
      for (const observation of shownByRecorded(() => watch.next(keyed, facts)) ?? [])
        note(observation, tallyIn(tallies, observation.requirement));
    }
  }

  /**
   * Adds the observations so far to the tallies of requirements that are judged. Gives the number of keys of which less was
   * compared than was recorded: they were forgotten, or a part of what they were answered, or their Reset moves with the clock.
   */
  addTo(tallies: ReadonlyMap<string, Tally>): number {
    addTo(tallies, this.#dropped);
    const kept = [...this.#states.entries()].map(([, state]) => state);
    for (const state of kept) addTo(tallies, reported(state));
    const isPartOnly = ({ watch }: Watched) => (watch.forgotten?.() ?? 0) > 0 || watch.isWithdrawn?.();
    return this.#droppedKeys + kept.filter((state) => state.some(isPartOnly)).length;
  }

  #stateOf(key: string): readonly Watched[] {
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = this.#checks.map(({ watch }) => ({ watch: watch(), tallies: new Map() }));
    // The text may be a slice of a whole line, which it would keep.
    this.#states.set(Buffer.from(key).toString(), state);
    return state;
  }
}

function addTo(tallies: ReadonlyMap<string, Tally>, more: Iterable<readonly [string, Tally]>): void {
  for (const [about, tally] of more) {
    const sum = tallies.get(about);
    if (sum !== undefined) addTally(sum, tally);
  }
}

function reported(state: readonly Watched[]): readonly (readonly [string, Tally])[] {
  return state.flatMap(({ watch, tallies }) => (watch.isWithdrawn?.() ? [] : [...tallies]));
}

function tallyIn(tallies: Map<string, Tally>, about: string): Tally {
  return knownIn(tallies, about, emptyTally);
}
