import type { Suites } from "../check/check.ts";
import type { Facts, Setting } from "../check/facts.ts";
import { seededRandom } from "../check/random.ts";
import type { Requirement } from "../check/requirement.ts";
import type { BrokenObservation } from "../check/verdict.ts";
import type { Contract } from "../contract/contract.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { ifRecorded } from "../exchange/not-recorded.ts";
import { judgeInvariant } from "../run/judging/judge.ts";
import { classifyRecorded } from "./classify-recorded.ts";
import { exchangeOf, type ForeignExchange } from "./foreign-exchange.ts";

/** What the traffic shows of one requirement. */
export interface TrafficVerdict {
  readonly requirement: Requirement;
  /** Exchanges that kept it, and that broke it. */
  readonly held: number;
  readonly broken: number;
}

/** A requirement that one exchange broke. */
export interface Violation {
  readonly requirement: Requirement;
  readonly exchange: Exchange;
  readonly observation: BrokenObservation;
  /** How often the requirement was broken, this time included. */
  readonly nth: number;
}

export interface TrafficJudge {
  /** What this exchange breaks. */
  judge(foreign: ForeignExchange): readonly Violation[];
  /** Of every requirement that one exchange alone can show, in the catalogue's order. */
  verdicts(): readonly TrafficVerdict[];
  /** How many exchanges came, and how many belong to no operation of the interface. */
  readonly seen: { readonly all: number; readonly foreign: number };
}

/** So many exchanges are remembered, for what a read shows of a pet that a list showed before. */
const remembered = 100;

/**
 * Judges traffic that others sent, exchange by exchange, by the invariants (ruling 41). Holds a bounded number of
 * exchanges, however many come. What rests on knowing that a key is valid is not judged: only the service knows that.
 */
export function createTrafficJudge(given: {
  readonly contract: Contract;
  readonly suites: Suites;
  readonly requirements: readonly Requirement[];
  readonly setting: Setting;
}): TrafficJudge {
  const invariants = given.suites.checks.flatMap((check) =>
    check.kind === "invariant" && !check.needsOwnKey ? [check] : [],
  );
  const judged = given.requirements.flatMap((requirement) =>
    invariants.flatMap((check) =>
      check.about === requirement.id && requirement.level !== "open"
        ? [{ check, requirement, held: 0, broken: 0 }]
        : [],
    ),
  );
  const recent: Exchange[] = [];
  const counts = { all: 0, foreign: 0 };
  const facts = factsOf(given, recent, () => counts.all);

  return {
    seen: counts,
    judge: (foreign) => {
      counts.all += 1;
      const exchange = exchangeOf(foreign, counts.all);
      if (exchange === undefined || facts.contract.classify(exchange.request).operation === undefined) {
        counts.foreign += 1;
        return [];
      }
      recent.push(exchange);
      if (recent.length > remembered) recent.shift();
      return judged.flatMap((row): Violation[] => {
        // What was not recorded shows nothing of what needs it.
        const observation = ifRecorded(() => judgeInvariant(row.check, exchange, facts));
        if (observation?.kind === "held") row.held += 1;
        if (observation?.kind !== "broken") return [];
        row.broken += 1;
        return [{ requirement: row.requirement, exchange, observation, nth: row.broken }];
      });
    },
    verdicts: () => judged.map(({ requirement, held, broken }) => ({ requirement, held, broken })),
  };
}

function factsOf(
  { contract, setting }: { readonly contract: Contract; readonly setting: Setting },
  exchanges: readonly Exchange[],
  revision: () => number,
): Facts {
  return {
    contract: { ...contract, classify: classifyRecorded(contract) },
    setting,
    exchanges,
    get revision() {
      return revision();
    },
    all: () => [],
    answer: () => undefined,
    notSent: () => undefined,
    random: (label) => seededRandom(1, label),
  };
}
