import { type Facts, isAnswered, type Setting } from "../check/facts.ts";
import { seededRandom } from "../check/random.ts";
import { stepOf } from "../check/series.ts";
import type { StepRef } from "../check/step.ts";
import type { Unresolved } from "../check/unresolved.ts";
import type { Contract } from "../contract/contract.ts";
import { derivedFrom } from "../exchange/derived-from.ts";
import type { Exchange } from "../exchange/exchange.ts";

/** The run's evidence as it grows. */
export interface Trace {
  record(exchange: Exchange): void;
  /** Keeps an exchange out of all judging: rulings 14 and 31 say of some that they are not judged. */
  setAside(exchange: Exchange): void;
  notSent(step: StepRef, why: Unresolved): void;
  /** Every exchange of the run, those set aside too. */
  readonly everything: readonly Exchange[];
  /** Everything so far; a live view. */
  readonly facts: Facts;
  /** What the steps of these labels showed, and nothing that ran beside them. */
  restrictedTo(labels: ReadonlySet<string>): Facts;
}

export function createTrace(contract: Contract, setting: Setting, seed: number): Trace {
  const everything: Exchange[] = [];
  const exchanges: Exchange[] = [];
  const byLabel = new Map<string, Exchange[]>();
  const notSent = new Map<string, Unresolved>();
  let revision = 0;

  const remembering: Contract = {
    ...contract,
    classify: derivedFrom((request) => contract.classify(request)),
  };

  const view = (visible: (label: string) => boolean, list: () => readonly Exchange[]): Facts => ({
    contract: remembering,
    setting,
    get revision() {
      return revision;
    },
    get exchanges() {
      return list();
    },
    all: ({ label }) => (visible(label) ? (byLabel.get(label) ?? []) : []),
    answer: ({ label }) => (visible(label) ? byLabel.get(label)?.findLast(isAnswered) : undefined),
    notSent: ({ label }) => (visible(label) ? notSent.get(label) : undefined),
    random: (label) => seededRandom(seed, label),
  });

  return {
    record: (exchange) => {
      revision += 1;
      insert(everything, exchange);
      insert(exchanges, exchange);
      // A series is found by its step, and each of its requests by its own label.
      for (const label of new Set([exchange.label, stepOf(exchange.label)])) {
        const own = byLabel.get(label) ?? [];
        insert(own, exchange);
        byLabel.set(label, own);
      }
    },
    setAside: (exchange) => {
      revision += 1;
      remove(exchanges, exchange);
      for (const label of [exchange.label, stepOf(exchange.label)])
        remove(byLabel.get(label) ?? [], exchange);
    },
    everything,
    notSent: ({ label }, why) => void notSent.set(label, why),
    facts: view(
      () => true,
      () => exchanges,
    ),
    restrictedTo: (labels) => {
      let known: { readonly revision: number; readonly list: readonly Exchange[] } | undefined;
      return view(
        (label) => labels.has(stepOf(label)),
        () => {
          if (known?.revision !== revision)
            known = { revision, list: exchanges.filter((e) => labels.has(stepOf(e.label))) };
          return known.list;
        },
      );
    },
  };
}

/** Answers arrive out of order; evidence is kept in the order of sending. */
function insert(list: Exchange[], exchange: Exchange): void {
  list.splice(list.findLastIndex((e) => e.id < exchange.id) + 1, 0, exchange);
}

function remove(list: Exchange[], exchange: Exchange): void {
  const index = list.indexOf(exchange);
  if (index !== -1) list.splice(index, 1);
}
