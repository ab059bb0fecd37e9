import type { Invariant } from "#core/check/check.ts";
import { type Facts, isAnswered, type Setting } from "#core/check/facts.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { type Requirement, requirementName } from "#core/check/requirement.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import type { PreparedSuite } from "#core/check/suite.ts";
import type { LoneCheck } from "#core/check/traffic-check.ts";
import type { Classification } from "#core/contract/classification/classification.ts";
import { type Contract, removalsOf } from "#core/contract/contract.ts";
import { ifRecorded, shownByRecorded } from "#core/contract/recorded.ts";
import { removalPhase } from "#core/contract/validation/days.ts";
import { keyOf } from "#core/exchange/bearer-key.ts";
import type { Exchange, SentRequest } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { remembering } from "#core/run/journal/trace.ts";
import { judgeInvariant } from "#core/run/judging/judge.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { wrap } from "#report/console/terminal.ts";
import { placeInWords } from "#report/words/sentences.ts";
import { credentialsIn, type KnownWords, knownWords, withoutCredentials } from "./credentials.ts";
import { exchangeOf } from "./exchange-of.ts";
import {
  addedUp,
  createKeyStates,
  type Example,
  emptyTally,
  exampleOf,
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
}

/** Of so many exchanges the messages are kept: each key may have its own. */
const mostExamples = 200;

/**
 * Judges traffic that others sent by invariants and trace checks (ruling 41), each exchange once. Memory does not grow
 * with the traffic. What rests on knowing that a key is valid is not judged: only the service knows that.
 */
export function createTrafficJudge(given: TrafficJudgeInput) {
  const { traffic } = given.suite;
  const facts = factsOfOne(given);
  const requirements = requirementsOfTraffic(given, facts);
  const rows = new Map(requirements.map((requirement) => [requirement.id, emptyTally()]));
  const lone = requirements.flatMap((requirement) =>
    loneChecks(given)
      .filter((check) => check.about === requirement.id)
      .map((check) => ({ check, requirement, tally: rows.get(requirement.id) ?? emptyTally() })),
  );
  const keys = createKeyStates(traffic.keyed);
  const known = knownWords(facts.contract);
  const client = clientSide(facts.contract, known);
  const seen = { all: 0, foreign: 0, keyless: 0 };
  let examples = 0;
  const classified = (exchange: Exchange | undefined): Partial<Classification> =>
    exchange === undefined ? {} : facts.contract.classify(exchange.request);

  return {
    /**
     * What this exchange breaks by itself, where none before it did. What several show together stands in `judged`.
     * @param at where it stands in what is read; without it, exchanges count as the lines of one file
     */
    judge: (wire: WireExchange, at: Position = { file: 0, line: seen.all + 1 }): readonly Violation[] => {
      seen.all += 1;
      const exchange = exchangeOf(wire, seen.all);
      const { operation, other } = classified(exchange);
      if (exchange === undefined || (operation ?? other) === undefined) {
        seen.foreign += 1;
        return [];
      }
      /** Keeps the first example alone: whatever this request sent to authenticate is a secret, and forgotten with it. */
      const note = (observation: Observation, tally: Tally): Redacted<Example> | undefined => {
        if (observation.kind === "held") tally.held += 1;
        if (observation.kind !== "broken") return undefined;
        tally.broken += 1;
        if (tally.first !== undefined) return undefined;
        const kept = examples < mostExamples ? wire : undefined;
        examples += 1;
        tally.first = new Secrets(...credentialsIn(wire, known)).redact(
          exampleOf(exchange, observation, at, kept),
        );
        return tally.first;
      };
      client.see(exchange.request, wire, at);
      facts.turnTo(exchange);
      const violations = lone.flatMap(({ check, requirement, tally }): Violation[] => {
        const observations = shownByRecorded(() => shownAlone(check, exchange, facts)) ?? [];
        const [example] = observations.flatMap((observation) => note(observation, tally) ?? []);
        const { keptByOne, dueWith } = "alone" in check ? check.alone : {};
        const isCertain = keptByOne === undefined && dueWith === undefined;
        return example === undefined || !isCertain ? [] : [{ requirement, example }];
      });
      const key = keyOf(wire);
      if (key === undefined) seen.keyless += 1;
      else if (operation !== undefined && isAnswered(exchange))
        keys.next(key, { answer: exchange, operation }, facts, note);
      return violations;
    },
    judged: (): Judged => {
      const sums = new Map([...rows].map(([id, tally]) => [id, { ...tally }]));
      const partlyJudgedKeys = keys.addTo(sums);
      const verdicts = requirements.map((requirement) => ({
        requirement,
        ...addedUp(requirement.id, sums, traffic.lone),
      }));
      return { seen: { ...seen }, partlyJudgedKeys, client: client.result(), verdicts };
    },
  };
}

function factsOfOne({ contract, setting: given }: TrafficJudgeInput) {
  let exchanges: readonly Exchange[] = [];
  let revision = 0;
  // No single answer shows whether rate-limit headers are due at all: `dueWith` decides it.
  const rateLimit = given.rateLimit === "auto" ? "required" : given.rateLimit;
  const settings = new Map<string, Setting>();
  const settingAt = (atMs: number): Setting => {
    const removals = removalsOf(contract, (sunset) => removalPhase(sunset, atMs));
    const key = Object.values(removals).join(" ");
    const known = settings.get(key) ?? { ...given, rateLimit, removals };
    settings.set(key, known);
    return known;
  };
  let setting: Setting = { ...given, rateLimit };
  return {
    contract: remembering(contract),
    get setting() {
      return setting;
    },
    turnTo: (exchange: Exchange): void => {
      exchanges = [exchange];
      revision += 1;
      // What was removed by then follows from the day of the recording.
      const times = ifRecorded(exchange.times);
      if (times !== undefined) setting = settingAt(times.sentAtMs);
    },
    get exchanges() {
      return exchanges;
    },
    get revision() {
      return revision;
    },
    all: () => [],
    answer: () => undefined,
    notSent: () => undefined,
    random: (label) => seededRandom(1, label),
  } satisfies Facts & { readonly turnTo: unknown };
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
function clientSide({ classify }: Contract, known: KnownWords) {
  let [count, first] = [0, undefined as FirstRequest | undefined];
  return {
    /** To be given each exchange once, in order. */
    see: (request: SentRequest, wire: WireExchange, at: Position): void => {
      const [problem] = ifRecorded(classify(request).findings)?.problems ?? [];
      if (problem === undefined) return;
      count += 1;
      const { part, at: name, expected, seen } = problem;
      const where = `${part}${name === "" ? "" : ` ${name}`}`;
      if (first !== undefined) return;
      const text = `${wire.method} ${withoutCredentials(wire.target)}: ${where}: expected ${expected}; got ${seen}`;
      first = { at, text: new Secrets(...credentialsIn(wire, known)).redact(text) };
    },
    result: (): ClientResult => ({ count, first }),
  };
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
