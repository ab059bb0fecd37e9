import { type Facts, isAnswered, type Setting } from "../check/facts.ts";
import { seededRandom } from "../check/random.ts";
import type { StepRef } from "../check/step.ts";
import type { Unresolved } from "../check/unresolved.ts";
import type { Contract } from "../contract/contract.ts";
import { derivedFrom } from "../exchange/derived-from.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Journal } from "./journal.ts";

/** The run's evidence as it grows, round by round. */
export interface Trace {
  record(exchange: Exchange): void;
  /** Keeps an exchange out of all judging: rulings 14 and 31 say of some that they are not judged. */
  setAside(exchange: Exchange): void;
  notSent(step: StepRef, why: Unresolved): void;
  /** What comes from now on belongs to another round, whose inputs this seed chooses. */
  beginRound(round: number, seed: number): void;
  /** Every exchange of the run, those set aside too. */
  readonly everything: readonly Exchange[];
  /** Everything so far of the round under way; a live view. */
  readonly facts: Facts;
  /** Each round by itself, in order. */
  readonly rounds: readonly Facts[];
  /** The run as a whole: the first round where there is no other. */
  readonly whole: Facts;
  /** What the steps of these labels showed in the round under way, and nothing that ran beside them. */
  restrictedTo(labels: ReadonlySet<string>): Facts;
}

/** What was recorded, in the order of sending. */
interface Evidence {
  readonly exchanges: Exchange[];
  readonly byLabel: Map<string, Exchange[]>;
  readonly notSent: Map<string, Unresolved>;
}

interface Round {
  readonly evidence: Evidence;
  readonly setting: Setting;
  readonly seed: number;
}

/** A run is traced twice, as it is sent and as it is judged. */
const remembering = derivedFrom(
  (contract: Contract): Contract => ({
    ...contract,
    classify: derivedFrom((request) => contract.classify(request)),
  }),
);

export function createTrace(contract: Contract, setting: Setting, seed: number, journal?: Journal): Trace {
  const everything: Exchange[] = [];
  const all: Round = { evidence: noEvidence(), setting, seed };
  let current: Round = { evidence: noEvidence(), setting, seed };
  let revision = 0;

  const view = (
    round: Round,
    visible: (label: string) => boolean,
    list: () => readonly Exchange[],
  ): Facts => {
    const { byLabel, notSent } = round.evidence;
    return {
      contract: remembering(contract),
      setting: round.setting,
      get revision() {
        return revision;
      },
      get exchanges() {
        return list();
      },
      all: ({ label, part }) => {
        const found = visible(label) ? (byLabel.get(label) ?? []) : [];
        return part === undefined ? found : found.filter((exchange) => exchange.part === part);
      },
      answer: ({ label }) => (visible(label) ? byLabel.get(label)?.findLast(isAnswered) : undefined),
      notSent: ({ label }) => (visible(label) ? notSent.get(label) : undefined),
      random: (label) => seededRandom(round.seed, label),
    };
  };
  const viewOf = (round: Round) =>
    view(
      round,
      () => true,
      () => round.evidence.exchanges,
    );

  const rounds = [viewOf(current)] as [Facts, ...Facts[]];
  const whole = viewOf(all);

  return {
    record: (exchange) => {
      journal?.({ kind: "exchange", exchange });
      revision += 1;
      insert(everything, exchange);
      for (const { evidence } of [all, current]) add(evidence, exchange);
    },
    setAside: (exchange) => {
      journal?.({ kind: "set-aside", exchange: exchange.id });
      revision += 1;
      for (const { evidence } of [all, current]) drop(evidence, exchange);
    },
    everything,
    notSent: ({ label }, why) => {
      journal?.({ kind: "not-sent", label, why });
      for (const { evidence } of [all, current]) evidence.notSent.set(label, why);
    },
    beginRound: (round, roundSeed) => {
      journal?.({ kind: "round", round, seed: roundSeed });
      current = { evidence: noEvidence(), setting: { ...setting, round }, seed: roundSeed };
      rounds.push(viewOf(current));
    },
    get facts() {
      return rounds.at(-1) ?? rounds[0];
    },
    rounds,
    get whole() {
      return rounds.length === 1 ? rounds[0] : whole;
    },
    restrictedTo: (labels) => {
      const { exchanges } = current.evidence;
      let known: { readonly revision: number; readonly list: readonly Exchange[] } | undefined;
      return view(
        current,
        (label) => labels.has(label),
        () => {
          if (known?.revision !== revision)
            known = { revision, list: exchanges.filter((e) => labels.has(e.label)) };
          return known.list;
        },
      );
    },
  };
}

/** The finished evidence but for what these steps showed. */
export function withoutSteps(facts: Facts, steps: readonly StepRef[]): Facts {
  const hidden = new Set(steps.map(({ label }) => label));
  const exchanges = facts.exchanges.filter(({ label }) => !hidden.has(label));
  if (exchanges.length === facts.exchanges.length) return facts;
  return {
    ...facts,
    exchanges,
    all: (step) => (hidden.has(step.label) ? [] : facts.all(step)),
    answer: (step) => (hidden.has(step.label) ? undefined : facts.answer(step)),
  };
}

function noEvidence(): Evidence {
  return { exchanges: [], byLabel: new Map(), notSent: new Map() };
}

function add({ exchanges, byLabel }: Evidence, exchange: Exchange): void {
  insert(exchanges, exchange);
  const own = byLabel.get(exchange.label) ?? [];
  insert(own, exchange);
  byLabel.set(exchange.label, own);
}

function drop({ exchanges, byLabel }: Evidence, exchange: Exchange): void {
  remove(exchanges, exchange);
  remove(byLabel.get(exchange.label) ?? [], exchange);
}

/** Answers arrive out of order; evidence is kept in the order of sending. */
function insert(list: Exchange[], exchange: Exchange): void {
  list.splice(list.findLastIndex((e) => e.id < exchange.id) + 1, 0, exchange);
}

function remove(list: Exchange[], exchange: Exchange): void {
  const index = list.indexOf(exchange);
  if (index !== -1) list.splice(index, 1);
}
