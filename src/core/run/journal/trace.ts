import type { ExchangesOf, StepIdentity } from "#core/check/case.ts";
import { type Facts, isAnswered, type Setting } from "#core/check/facts.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { isSamePart } from "#core/check/inputs/step.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { RunExchange, StepId, WholeExchange } from "#core/exchange/exchange.ts";
import { derivedFrom, knownIn } from "#core/memory/derived-from.ts";
import type { Journal } from "./journal.ts";

export interface RunFacts extends Facts {
  readonly exchanges: readonly RunExchange[];
  all(step: ExchangesOf): readonly RunExchange[];
}

/** A round of the run, or all of it. */
interface Part {
  /** Undefined: all of it. */
  readonly round: number | undefined;
  readonly setting: Setting;
  readonly seed: number;
  readonly notSent: Map<StepId, Unresolved>;
}

/** Classifies each request once: a run is traced twice, as it is sent and as it is judged. */
export const remembering = derivedFrom(
  (contract: Contract): Contract => ({
    ...contract,
    classify: derivedFrom((request) => contract.classify(request)),
  }),
);

const byStep = derivedFrom((exchanges: readonly RunExchange[]) => Map.groupBy(exchanges, ({ step }) => step));

/** The run's evidence as it grows, round by round. A view that was given out does not change later. */
export class Trace {
  readonly #contract: Contract;
  readonly #setting: Setting;
  readonly #journal: Journal | undefined;
  readonly #everything: RunExchange[] = [];
  /** By id. */
  readonly #aside = new Set<number>();
  readonly #all: Part;
  #current: Part;
  #revision = 0;
  readonly #rounds: [RunFacts, ...RunFacts[]];
  readonly #whole: RunFacts;
  #restricted = new WeakMap<ReadonlySet<StepId>, RunFacts>();

  constructor(contract: Contract, setting: Setting, seed: number, journal?: Journal) {
    this.#contract = remembering(contract);
    this.#setting = setting;
    this.#journal = journal;
    this.#all = { round: undefined, setting, seed, notSent: new Map() };
    this.#current = { round: 1, setting, seed, notSent: new Map() };
    this.#rounds = [this.#viewOf(this.#current)];
    this.#whole = this.#viewOf(this.#all);
  }

  record(exchange: WholeExchange): void {
    this.#journal?.({ kind: "exchange", exchange });
    this.play(exchange);
  }

  /** Adds an exchange of a run that is judged again. */
  play(exchange: RunExchange): void {
    this.#revision += 1;
    // Answers arrive out of order; evidence is kept in the order of sending.
    const before = this.#everything.findLastIndex(({ id }) => id < exchange.id);
    this.#everything.splice(before + 1, 0, exchange);
  }

  /** Keeps an exchange out of all judging: rulings 14 and 31 say of some that they are not judged. */
  setAside({ id }: { readonly id: number }): void {
    this.#journal?.({ kind: "set-aside", exchange: id });
    this.#revision += 1;
    this.#aside.add(id);
  }

  /** Sets aside all exchanges of its step, or of the same part of a series. */
  setAsideWithRepeats({ step, part }: RunExchange): void {
    for (const one of this.facts.exchanges)
      if (one.step === step && isSamePart(one.part, part)) this.setAside(one);
  }

  notSent({ id: step }: StepIdentity, why: Unresolved): void {
    this.#journal?.({ kind: "not-sent", step, why });
    for (const { notSent } of [this.#all, this.#current]) notSent.set(step, why);
  }

  /** Begins another round, whose inputs this seed chooses. */
  beginRound(round: number, seed: number): void {
    this.#journal?.({ kind: "round", round, seed });
    this.#current = { round, setting: { ...this.#setting, round }, seed, notSent: new Map() };
    this.#rounds.push(this.#viewOf(this.#current));
    this.#restricted = new WeakMap();
  }

  /** Every exchange of the run, those set aside too. */
  get everything(): readonly RunExchange[] {
    return this.#everything;
  }

  /** Everything so far of the round under way; a live view. */
  get facts(): RunFacts {
    return this.#rounds.at(-1) ?? this.#rounds[0];
  }

  get rounds(): readonly RunFacts[] {
    return this.#rounds;
  }

  /** The run as a whole: the first round where there is no other. */
  get whole(): RunFacts {
    return this.#rounds.length === 1 ? this.#rounds[0] : this.#whole;
  }

  /** What these steps showed in the round under way, and nothing that ran beside them. */
  restrictedTo(steps: ReadonlySet<StepId>): RunFacts {
    return knownIn(this.#restricted, steps, () => this.#viewOf(this.#current, steps));
  }

  #viewOf({ round, setting, seed, notSent }: Part, steps?: ReadonlySet<StepId>): RunFacts {
    const isSeen = (step: StepId) => steps?.has(step) ?? true;
    const isShown = (exchange: RunExchange) =>
      (round === undefined || round === (exchange.round ?? 1)) &&
      (exchange.step === undefined ? steps === undefined : isSeen(exchange.step)) &&
      !this.#aside.has(exchange.id);
    let at = -1;
    let last: readonly RunExchange[] = [];
    const exchanges = () => {
      if (at === this.#revision) return last;
      at = this.#revision;
      const now = this.#everything.filter(isShown);
      // Exchanges of other steps change nothing in this view, nor in what was derived from it.
      if (now.length !== last.length || now.some((exchange, i) => exchange !== last[i])) last = now;
      return last;
    };
    const ofStep = (id: StepId) => byStep(exchanges()).get(id) ?? [];
    return {
      contract: this.#contract,
      setting,
      get exchanges() {
        return exchanges();
      },
      all: ({ id, part }) =>
        part === undefined ? ofStep(id) : ofStep(id).filter((exchange) => isSamePart(exchange.part, part)),
      answer: ({ id }) => ofStep(id).findLast(isAnswered),
      notSent: ({ id }) => (isSeen(id) ? notSent.get(id) : undefined),
      random: (purpose) => seededRandom(seed, purpose),
    };
  }
}
