import type { Contract } from "../contract/contract.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { derivedFrom } from "./derived.ts";
import { type Facts, isAnswered, type Setting } from "./facts.ts";
import { seededRandom } from "./random.ts";
import type { Omission } from "./step.ts";

/** The run's evidence as it grows. */
export interface Trace {
  record(exchange: Exchange): void;
  omit(label: string, omission: Omission): void;
  /** Everything so far; a live view. */
  readonly facts: Facts;
  /** What the steps of these labels showed, and nothing that ran beside them. */
  restrictedTo(labels: ReadonlySet<string>): Facts;
}

export function createTrace(contract: Contract, setting: Setting, seed: number): Trace {
  const exchanges: Exchange[] = [];
  const byLabel = new Map<string, Exchange[]>();
  const omissions = new Map<string, Omission>();

  const remembering: Contract = {
    ...contract,
    classify: derivedFrom((request) => contract.classify(request)),
  };

  const view = (visible: (label: string) => boolean, list: () => readonly Exchange[]): Facts => ({
    contract: remembering,
    setting,
    get exchanges() {
      return list();
    },
    all: (label) => (visible(label) ? (byLabel.get(label) ?? []) : []),
    answer: (label) => (visible(label) ? byLabel.get(label)?.findLast(isAnswered) : undefined),
    omission: (label) => (visible(label) ? omissions.get(label) : undefined),
    random: (label) => seededRandom(seed, label),
  });

  return {
    record: (exchange) => {
      exchanges.push(exchange);
      // Answers arrive out of order; evidence is kept in the order of sending.
      for (let i = exchanges.length - 1; i > 0 && (exchanges[i - 1]?.id ?? 0) > exchange.id; i -= 1) {
        [exchanges[i], exchanges[i - 1]] = [exchanges[i - 1] ?? exchange, exchange];
      }
      byLabel.set(
        exchange.label,
        [...(byLabel.get(exchange.label) ?? []), exchange].sort((a, b) => a.id - b.id),
      );
    },
    omit: (label, omission) => void omissions.set(label, omission),
    facts: view(
      () => true,
      () => exchanges,
    ),
    restrictedTo: (labels) =>
      view(
        (label) => labels.has(label),
        () => exchanges.filter((e) => labels.has(e.label)),
      ),
  };
}
