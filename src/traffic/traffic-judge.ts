import type { Invariant } from "#core/check/check.ts";
import { type Facts, isAnswered, type Setting } from "#core/check/facts.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import type { PreparedSuite, Suite } from "#core/check/suite.ts";
import type { LoneCheck } from "#core/check/traffic-check.ts";
import type { Classification } from "#core/contract/classification/classification.ts";
import { type Contract, removalsOf } from "#core/contract/contract.ts";
import { ifRecorded, shownByRecorded } from "#core/contract/recorded.ts";
import { keyOf } from "#core/exchange/bearer-key.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { knownIn } from "#core/memory/derived-from.ts";
import { remembering } from "#core/run/journal/trace.ts";
import { subjectsIn } from "#core/run/judging/judge.ts";
import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import { makeSetting } from "#core/run/setting.ts";
import type { RecentSecrets } from "#core/secrets/numbered-secrets.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { credentialsIn, knownWords, withoutCredentials } from "./credentials.ts";
import { exchangeOf } from "./exchange-of.ts";
import {
  addedUp,
  type Example,
  emptyTally,
  exampleOf,
  KeyStates,
  type Position,
  type Tally,
} from "./tally.ts";

/** A requirement that one exchange broke by itself. */
export interface Violation {
  readonly requirement: Requirement;
  readonly example: Redacted<Example>;
}

interface Seen {
  readonly all: number;
  /** That belong to no operation of the interface. */
  readonly foreign: number;
  /** Of the others: those without a key that distinguishes clients. */
  readonly keyless: number;
}

export interface Judged {
  readonly seen: Seen;
  /** Of so many keys less was compared than was recorded, so that memory stays bounded. */
  readonly partlyJudgedKeys: number;
  /** Requests that the interface does not allow (ruling 38), and the first: `GET /things?limit=0: limit: expected …`. */
  readonly client: {
    readonly count: number;
    readonly first: { readonly at: Position; readonly text: Redacted<string> } | undefined;
  };
  /** Of every requirement that traffic can show, in the catalogue's order. */
  readonly verdicts: readonly TrafficVerdict[];
}

export interface TrafficVerdict extends Readonly<Tally> {
  readonly requirement: Requirement;
}

interface TrafficJudgeInput extends PreparedSuite {
  /** Of a run, for what is declared; its seed and its id do not matter. */
  readonly options?: RunOptions;
  /** The instant that is today, for exchanges whose time was not recorded. */
  readonly nowMs?: number;
  /** For traffic as it passes: what was sent last is looked for in each answer. Of files, all secrets are known at the end. */
  readonly recent?: RecentSecrets;
}

/** What rests on the base address of a run, traffic does not show. */
const anyAddress = new URL("http://localhost/v1");

type Redact = <T>(value: T) => Redacted<T>;

/** Of so many exchanges the messages are kept: each key may have its own. */
const mostExamples = 200;

/**
 * Judges traffic that others sent by invariants and trace checks (ruling 41), each exchange once. Memory does not grow
 * with the traffic. What rests on knowing that a key is valid is not judged: only the service knows that.
 */
export class TrafficJudge {
  /** Of each requirement that traffic can show, what shows it in one exchange, and what it has shown so far. */
  readonly #rows: readonly {
    readonly requirement: Requirement;
    readonly checks: readonly (Invariant | LoneCheck)[];
    readonly tally: Tally;
  }[];
  readonly #keys: KeyStates;
  readonly #facts: FactsOfOne;
  readonly #seenBy: Suite["seenBy"];
  readonly #known: ReadonlySet<string>;
  readonly #client = { count: 0, first: undefined as Judged["client"]["first"] };
  readonly #seen = { all: 0, foreign: 0, keyless: 0 };
  readonly #recent: RecentSecrets | undefined;
  #examples = 0;

  constructor({ suite, requirements, contract, options, nowMs = Date.now(), recent }: TrafficJudgeInput) {
    const all = { ...defaultOptions, seed: 1, runId: "", ...options };
    const facts = new FactsOfOne(contract, makeSetting(all, contract, anyAddress, nowMs));
    const { keyed } = suite.traffic;
    const lone = loneChecks(suite);
    const ofKeys = new Set(keyed.flatMap(({ about }) => about));
    this.#rows = requirements
      .map((requirement) => ({
        requirement,
        checks: lone.filter((check) => check.about === requirement.id),
        tally: emptyTally(),
      }))
      .filter(({ requirement, checks }) => checks.length > 0 || ofKeys.has(requirement.id))
      .filter(
        ({ requirement: one }) => one.level !== "open" && suite.notApplicable(one, facts) === undefined,
      );
    this.#facts = facts;
    this.#seenBy = suite.seenBy;
    this.#keys = new KeyStates(keyed);
    this.#known = knownWords(contract);
    this.#recent = recent;
  }

  /**
   * What this exchange breaks by itself, where none before it did. What several show together stands in `judged`.
   * @param at where it stands in what is read; without it, exchanges count as the lines of one file
   */
  judge(wire: WireExchange, at: Position = { file: 0, line: this.#seen.all + 1 }): readonly Violation[] {
    const facts = this.#facts;
    this.#seen.all += 1;
    const redact = this.#redactFor(wire);
    const exchange = exchangeOf(wire, this.#seen.all);
    const classified = exchange && facts.contract.classify(exchange.request);
    if (exchange === undefined || (classified?.operation ?? classified?.other) === undefined) {
      this.#seen.foreign += 1;
      return [];
    }
    // Keeps, and gives, the first example alone.
    const note = (observation: Observation, tally: Tally): Redacted<Example> | undefined => {
      if (observation.kind === "held") tally.held += 1;
      if (observation.kind !== "broken") return undefined;
      tally.broken += 1;
      if (tally.first !== undefined) return undefined;
      const kept = this.#examples < mostExamples ? wire : undefined;
      this.#examples += 1;
      tally.first = redact(exampleOf(exchange, observation, at, kept));
      return tally.first;
    };
    this.#seeRequest(classified, wire, redact, at);
    facts.turnTo(exchange);
    const violations = this.#rows.flatMap(({ requirement, checks, tally }) =>
      checks.flatMap((check): Violation[] => {
        const seen = this.#seenBy?.(check.about, facts) ?? facts;
        const observations = shownByRecorded(() => shownAlone(check, seen)) ?? [];
        const [example] = observations.flatMap((observation) => note(observation, tally) ?? []);
        const { keptByOne, dueWith } = "alone" in check ? check.alone : {};
        const isCertain = keptByOne === undefined && dueWith === undefined;
        return example === undefined || !isCertain ? [] : [{ requirement, example }];
      }),
    );
    const key = keyOf(wire);
    if (key === undefined) this.#seen.keyless += 1;
    else if (classified?.operation !== undefined && isAnswered(exchange))
      this.#keys.next(key, { answer: exchange, operation: classified.operation }, facts, note);
    return violations;
  }

  judged(): Judged {
    const sums = new Map(this.#rows.map(({ requirement, tally }) => [requirement.id, { ...tally }]));
    const partlyJudgedKeys = this.#keys.addTo(sums);
    const verdicts = this.#rows.map(({ requirement, checks }) => ({
      requirement,
      ...addedUp(requirement.id, sums, checks),
    }));
    return { seen: { ...this.#seen }, partlyJudgedKeys, client: { ...this.#client }, verdicts };
  }

  /** Takes out whatever this request sent to authenticate, and what was sent last before it. */
  #redactFor(wire: WireExchange): Redact {
    const own = this.#recent && credentialsIn(wire, this.#known);
    const others = (own && this.#recent?.next(own)) ?? [];
    return (value) => {
      const secrets = new Secrets(...(own ?? credentialsIn(wire, this.#known)));
      secrets.addOthers(...others);
      return secrets.redact(value);
    };
  }

  /** What the client did, whatever the service made of it. */
  #seeRequest(
    classified: Classification | undefined,
    { method, target }: WireExchange,
    redact: Redact,
    at: Position,
  ): void {
    const [problem] = (classified && ifRecorded(classified.findings))?.problems ?? [];
    if (problem === undefined) return;
    this.#client.count += 1;
    const { part, at: name, expected, seen } = problem;
    const where = `${part}${name === "" ? "" : ` ${name}`}`;
    const text = `${method} ${withoutCredentials(target)}: ${where}: expected ${expected}; got ${seen}`;
    this.#client.first ??= { at, text: redact(text) };
  }
}

function loneChecks({ checks, traffic }: Suite): readonly (Invariant | LoneCheck)[] {
  const own = new Set(traffic.lone.map(({ about }) => about));
  return [
    ...checks.flatMap((check) =>
      check.kind === "invariant" && !check.needsOwnKey && !own.has(check.about) ? [check] : [],
    ),
    ...traffic.lone,
  ];
}

/** @throws NotRecorded where it takes a part of the exchange that nobody kept */
function shownAlone(check: Invariant | LoneCheck, facts: Facts): readonly Observation[] {
  return check.kind === "invariant"
    ? subjectsIn(facts).flatMap((exchange) => check.judge(exchange, facts) ?? [])
    : check.judge(facts);
}

/** What is known at one exchange: itself, and what the setting is on its day. */
class FactsOfOne implements Facts {
  readonly contract: Contract;
  readonly #given: Setting;
  readonly #settings = new Map<string, Setting>();
  setting: Setting;
  exchanges: readonly Exchange[] = [];

  constructor(contract: Contract, setting: Setting) {
    this.contract = remembering(contract);
    // No single answer shows whether rate-limit headers are due at all: `dueWith` decides it.
    this.#given = { ...setting, rateLimit: setting.rateLimit === "auto" ? "required" : setting.rateLimit };
    this.setting = this.#given;
  }

  turnTo(exchange: Exchange): void {
    this.exchanges = [exchange];
    // What was removed by then follows from the day of the recording.
    const times = ifRecorded(exchange.times);
    if (times !== undefined) this.setting = this.#settingAt(times.sentAtMs);
  }

  all = (): readonly Exchange[] => [];
  answer = (): undefined => undefined;
  notSent = (): undefined => undefined;
  random = (label: string): (() => number) => seededRandom(1, label);

  #settingAt(atMs: number): Setting {
    const removals = removalsOf(this.contract, atMs);
    const key = Object.values(removals).join(" ");
    return knownIn(this.#settings, key, () => ({ ...this.#given, removals }));
  }
}
