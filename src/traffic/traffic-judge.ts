import type { Invariant } from "#core/check/check.ts";
import { type Facts, isAnswered, type Setting } from "#core/check/facts.ts";
import { type Requirement, requirementName } from "#core/check/requirement.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import type { PreparedSuite } from "#core/check/suite.ts";
import type { LoneCheck } from "#core/check/traffic-check.ts";
import type { Classification } from "#core/contract/classification/classification.ts";
import type { Contract } from "#core/contract/contract.ts";
import { ifRecorded, shownByRecorded } from "#core/contract/recorded.ts";
import { keyOf } from "#core/exchange/bearer-key.ts";
import type { Exchange, SentRequest } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { judgeInvariant } from "#core/run/judging/judge.ts";
import type { RecentSecrets } from "#core/secrets/numbered-secrets.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { wrap } from "#report/console/terminal.ts";
import { placeInWords } from "#report/words/sentences.ts";
import { credentialsIn, type KnownWords, knownWords, withoutCredentials } from "./credentials.ts";
import { exchangeOf } from "./exchange-of.ts";
import { FactsOfOne } from "./facts-of-one.ts";
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
interface Violation {
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
  readonly client: ClientResult;
  /** Of every requirement that traffic can show, in the catalogue's order. */
  readonly verdicts: readonly TrafficVerdict[];
}

export interface TrafficVerdict extends Readonly<Tally> {
  readonly requirement: Requirement;
}

export interface TrafficJudgeInput extends PreparedSuite {
  readonly setting: Setting;
  /** For traffic as it passes: what was sent last is looked for in each answer. Of files, all secrets are known at the end. */
  readonly recent?: RecentSecrets;
}

type Redact = <T>(value: T) => Redacted<T>;

/** Of so many exchanges the messages are kept: each key may have its own. */
const mostExamples = 200;

/**
 * Judges traffic that others sent by invariants and trace checks (ruling 41), each exchange once. Memory does not grow
 * with the traffic. What rests on knowing that a key is valid is not judged: only the service knows that.
 */
export class TrafficJudge {
  readonly #lone: readonly LoneCheck[];
  readonly #requirements: readonly Requirement[];
  readonly #rows: ReadonlyMap<string, Tally>;
  readonly #checks: readonly { check: Invariant | LoneCheck; requirement: Requirement; tally: Tally }[];
  readonly #keys: KeyStates;
  readonly #facts: FactsOfOne;
  readonly #known: KnownWords;
  readonly #client: ClientSide;
  readonly #seen = { all: 0, foreign: 0, keyless: 0 };
  readonly #recent: RecentSecrets | undefined;
  #examples = 0;

  constructor(given: TrafficJudgeInput) {
    const { lone, keyed } = given.suite.traffic;
    this.#lone = lone;
    this.#facts = new FactsOfOne(given.contract, given.setting);
    this.#requirements = requirementsOfTraffic(given, this.#facts);
    this.#rows = new Map(this.#requirements.map((requirement) => [requirement.id, emptyTally()]));
    this.#checks = this.#requirements.flatMap((requirement) =>
      loneChecks(given)
        .filter((check) => check.about === requirement.id)
        .map((check) => ({ check, requirement, tally: this.#rows.get(requirement.id) ?? emptyTally() })),
    );
    this.#keys = new KeyStates(keyed);
    this.#known = knownWords(this.#facts.contract);
    this.#client = new ClientSide(this.#facts.contract);
    this.#recent = given.recent;
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
    const { operation, other } = this.#classified(exchange);
    if (exchange === undefined || (operation ?? other) === undefined) {
      this.#seen.foreign += 1;
      return [];
    }
    const note = (observation: Observation, tally: Tally) =>
      this.#note(observation, tally, exchange, wire, redact, at);
    this.#client.see(exchange.request, wire, redact, at);
    facts.turnTo(exchange);
    const violations = this.#checks.flatMap(({ check, requirement, tally }): Violation[] => {
      const observations = shownByRecorded(() => shownAlone(check, exchange, facts)) ?? [];
      const [example] = observations.flatMap((observation) => note(observation, tally) ?? []);
      const { keptByOne, dueWith } = "alone" in check ? check.alone : {};
      const isCertain = keptByOne === undefined && dueWith === undefined;
      return example === undefined || !isCertain ? [] : [{ requirement, example }];
    });
    const key = keyOf(wire);
    if (key === undefined) this.#seen.keyless += 1;
    else if (operation !== undefined && isAnswered(exchange))
      this.#keys.next(key, { answer: exchange, operation }, facts, note);
    return violations;
  }

  judged(): Judged {
    const sums = new Map([...this.#rows].map(([id, tally]) => [id, { ...tally }]));
    const partlyJudgedKeys = this.#keys.addTo(sums);
    const verdicts = this.#requirements.map((requirement) => ({
      requirement,
      ...addedUp(requirement.id, sums, this.#lone),
    }));
    return { seen: { ...this.#seen }, partlyJudgedKeys, client: this.#client.result(), verdicts };
  }

  #classified(exchange: Exchange | undefined): Partial<Classification> {
    return exchange === undefined ? {} : this.#facts.contract.classify(exchange.request);
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

  /** Keeps the first example alone. */
  #note(
    observation: Observation,
    tally: Tally,
    exchange: Exchange,
    wire: WireExchange,
    redact: Redact,
    at: Position,
  ): Redacted<Example> | undefined {
    if (observation.kind === "held") tally.held += 1;
    if (observation.kind !== "broken") return undefined;
    tally.broken += 1;
    if (tally.first !== undefined) return undefined;
    const kept = this.#examples < mostExamples ? wire : undefined;
    this.#examples += 1;
    tally.first = redact(exampleOf(exchange, observation, at, kept));
    return tally.first;
  }
}

/** Those of the catalogue that traffic can show, and that apply. */
function requirementsOfTraffic(given: TrafficJudgeInput, facts: Facts): readonly Requirement[] {
  const { suite, requirements } = given;
  const about = new Set([
    ...loneChecks(given).map((check) => check.about),
    ...suite.traffic.keyed.flatMap((check) => check.about),
  ]);
  return requirements.filter(
    (requirement) =>
      about.has(requirement.id) &&
      requirement.level !== "open" &&
      suite.notApplicable(requirement, facts) === undefined,
  );
}

function loneChecks({ suite: { checks, traffic } }: TrafficJudgeInput): readonly (Invariant | LoneCheck)[] {
  const own = new Set(traffic.lone.map(({ about }) => about));
  return [
    ...checks.flatMap((check) =>
      check.kind === "invariant" && !check.needsOwnKey && !own.has(check.about) ? [check] : [],
    ),
    ...traffic.lone,
  ];
}

function shownAlone(check: Invariant | LoneCheck, exchange: Exchange, facts: Facts): readonly Observation[] {
  if (check.kind !== "invariant") return check.judge(facts);
  const observation = judgeInvariant(check, exchange, facts);
  return observation === undefined ? [] : [observation];
}

interface ClientResult {
  readonly count: number;
  readonly first: FirstRequest | undefined;
}

/** The first of them: `GET /things?limit=0: limit: expected …`. */
interface FirstRequest {
  readonly at: Position;
  readonly text: Redacted<string>;
}

/** Requests that the interface does not allow (ruling 38): what the client did, whatever the service made of it. */
class ClientSide {
  readonly #contract: Contract;
  #count = 0;
  #first: FirstRequest | undefined;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** To be given each exchange once, in order. */
  see(request: SentRequest, wire: WireExchange, redact: Redact, at: Position): void {
    const [problem] = ifRecorded(this.#contract.classify(request).findings)?.problems ?? [];
    if (problem === undefined) return;
    this.#count += 1;
    const { part, at: name, expected, seen } = problem;
    const where = `${part}${name === "" ? "" : ` ${name}`}`;
    if (this.#first !== undefined) return;
    const text = `${wire.method} ${withoutCredentials(wire.target)}: ${where}: expected ${expected}; got ${seen}`;
    this.#first = { at, text: redact(text) };
  }

  result(): ClientResult {
    return { count: this.#count, first: this.#first };
  }
}

const longest = 300;

/** What one exchange broke, as it passes. */
export function violationLines({ requirement, example }: Violation, width: number): string {
  const { expected, seen } = example;
  const name = `${requirement.level === "must" ? "✗" : "!"} ${requirementName(requirement)}`;
  return `${[
    ...line(`${name}: expected ${shorten(expected, longest)}; got ${shorten(seen, longest)}`, width, ""),
    ...line(requestInWords(example), width, "  "),
  ].join("\n")}\n`;
}

function requestInWords({ method, target, status, place }: Redacted<Example>): string {
  const answered = status === undefined ? "" : ` → ${status}`;
  return `${method} ${target}${answered}${place === undefined ? "" : `; ${placeInWords(place)}`}`;
}

function line(text: string, width: number, indent: string): readonly string[] {
  return wrap(escapeForTerminal(text), width, indent, `${indent}  `);
}
