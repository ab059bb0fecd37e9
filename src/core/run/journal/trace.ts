import type { ExchangesOf, StepRef } from "#core/check/case.ts";
import { type Facts, isAnswered, type Setting } from "#core/check/facts.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { isSamePart } from "#core/check/inputs/step.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Contract } from "#core/contract/contract.ts";
import { derivedFrom } from "#core/exchange/bounded-map.ts";
import type { RunExchange, StepId, WholeExchange } from "#core/exchange/exchange.ts";
import type { Journal } from "./journal.ts";

/** The facts of a run. */
export interface RunFacts extends Facts {
  readonly exchanges: readonly RunExchange[];
  all(step: ExchangesOf): readonly RunExchange[];
}

/** What was recorded, in the order of sending. */
interface Evidence {
  readonly exchanges: RunExchange[];
  readonly byStep: Map<StepId | undefined, RunExchange[]>;
  readonly notSent: Map<StepId, Unresolved>;
}

interface Round {
  readonly evidence: Evidence;
  readonly setting: Setting;
  readonly seed: number;
}

/** What some steps showed, at a revision of the whole. */
interface OwnView {
  readonly at: number;
  readonly revision: number;
  readonly exchanges: readonly RunExchange[];
}

/** Classifies each request once: a run is traced twice, as it is sent and as it is judged. */
export const remembering = derivedFrom(
  (contract: Contract): Contract => ({
    ...contract,
    classify: derivedFrom((request) => contract.classify(request)),
  }),
);

/** The run's evidence as it grows, round by round. */
export class Trace {
  readonly #contract: Contract;
  readonly #setting: Setting;
  readonly #journal: Journal | undefined;
  readonly #everything: RunExchange[] = [];
  readonly #all: Round;
  #current: Round;
  #revision = 0;
  readonly #rounds: [RunFacts, ...RunFacts[]];
  readonly #whole: RunFacts;
  readonly #restricted = new WeakMap<
    ReadonlySet<StepId>,
    { readonly round: Round; readonly facts: RunFacts }
  >();

  constructor(contract: Contract, setting: Setting, seed: number, journal?: Journal) {
    this.#contract = remembering(contract);
    this.#setting = setting;
    this.#journal = journal;
    this.#all = { evidence: noEvidence(), setting, seed };
    this.#current = { evidence: noEvidence(), setting, seed };
    this.#rounds = [this.#viewOf(this.#current)];
    this.#whole = this.#viewOf(this.#all);
  }

  record(exchange: WholeExchange): void {
    this.#journal?.({ kind: "exchange", exchange });
    this.play(exchange);
  }

  /** Of a run that is judged again. */
  play(exchange: RunExchange): void {
    this.#revision += 1;
    insert(this.#everything, exchange);
    for (const { evidence } of [this.#all, this.#current]) add(evidence, exchange);
  }

  /** Keeps an exchange out of all judging: rulings 14 and 31 say of some that they are not judged. */
  setAside(exchange: RunExchange): void {
    this.#journal?.({ kind: "set-aside", exchange: exchange.id });
    this.#revision += 1;
    for (const { evidence } of [this.#all, this.#current])
      for (const list of [evidence.exchanges, evidence.byStep.get(exchange.step) ?? []])
        if (list.includes(exchange)) list.splice(list.indexOf(exchange), 1);
  }

  /** The same of all that was sent for its step, or as the same part of a series. */
  setAsideWithRepeats({ step, part }: RunExchange): void {
    const own = this.#current.evidence.exchanges.filter((e) => e.step === step && isSamePart(e.part, part));
    for (const exchange of own) this.setAside(exchange);
  }

  notSent({ id: step }: Pick<StepRef, "id">, why: Unresolved): void {
    this.#journal?.({ kind: "not-sent", step, why });
    for (const { evidence } of [this.#all, this.#current]) evidence.notSent.set(step, why);
  }

  /** What comes from now on belongs to another round, whose inputs this seed chooses. */
  beginRound(round: number, seed: number): void {
    this.#journal?.({ kind: "round", round, seed });
    this.#current = { evidence: noEvidence(), setting: { ...this.#setting, round }, seed };
    this.#rounds.push(this.#viewOf(this.#current));
  }

  /** Every exchange of the run, those set aside too. */
  get everything(): readonly RunExchange[] {
    return this.#everything;
  }

  /** Everything so far of the round under way; a live view. */
  get facts(): RunFacts {
    return this.#rounds.at(-1) ?? this.#rounds[0];
  }

  /** Each round by itself, in order. */
  get rounds(): readonly RunFacts[] {
    return this.#rounds;
  }

  /** The run as a whole: the first round where there is no other. */
  get whole(): RunFacts {
    return this.#rounds.length === 1 ? this.#rounds[0] : this.#whole;
  }

  /** What these steps showed in the round under way, and nothing that ran beside them. */
  restrictedTo(steps: ReadonlySet<StepId>): RunFacts {
    const known = this.#restricted.get(steps);
    if (known?.round === this.#current) return known.facts;
    const facts = this.#viewOf(this.#current, steps);
    this.#restricted.set(steps, { round: this.#current, facts });
    return facts;
  }

  #viewOf(round: Round, steps?: ReadonlySet<StepId>): RunFacts {
    const { exchanges, byStep, notSent } = round.evidence;
    const visible = (step: StepId) => steps?.has(step) ?? true;
    // What ran beside the steps changes nothing in their view, nor in what was derived from it.
    let own: OwnView = { at: -1, revision: 0, exchanges: [] };
    const view = (): Omit<OwnView, "at"> => {
      const at = this.#revision;
      if (steps === undefined) return { revision: at, exchanges };
      if (own.at === at) return own;
      const now = exchanges.filter(({ step }) => step !== undefined && steps.has(step));
      const isSame = now.length === own.exchanges.length && now.every((e, i) => e === own.exchanges[i]);
      own = isSame ? { ...own, at } : { at, revision: own.revision + 1, exchanges: now };
      return own;
    };
    return {
      contract: this.#contract,
      setting: round.setting,
      get revision() {
        return view().revision;
      },
      get exchanges() {
        return view().exchanges;
      },
      all: ({ id, part }) => {
        const found = visible(id) ? (byStep.get(id) ?? []) : [];
        return part === undefined ? found : found.filter((exchange) => isSamePart(exchange.part, part));
      },
      answer: ({ id }) => (visible(id) ? byStep.get(id)?.findLast(isAnswered) : undefined),
      notSent: ({ id }) => (visible(id) ? notSent.get(id) : undefined),
      random: (purpose) => seededRandom(round.seed, purpose),
    };
  }
}

function noEvidence(): Evidence {
  return { exchanges: [], byStep: new Map(), notSent: new Map() };
}

function add({ exchanges, byStep }: Evidence, exchange: RunExchange): void {
  insert(exchanges, exchange);
  const own = byStep.get(exchange.step) ?? [];
  insert(own, exchange);
  byStep.set(exchange.step, own);
}

/** Answers arrive out of order; evidence is kept in the order of sending. */
function insert(list: RunExchange[], exchange: RunExchange): void {
  list.splice(list.findLastIndex((e) => e.id < exchange.id) + 1, 0, exchange);
}
