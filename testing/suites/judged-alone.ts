import type { Invariant, TraceCheck } from "../../src/core/check/check.ts";
import { type Facts, isAnswered } from "../../src/core/check/facts.ts";
import type { KeyCheck } from "../../src/core/check/traffic-check.ts";
import { factsOf, type SampleExchange } from "./sample-evidence.ts";

/** How an invariant judges one exchange; `nothing` where that is no subject of it. */
export function judged(
  check: Invariant,
  sample: SampleExchange,
): "held" | "broken" | "unresolved" | "nothing" {
  const facts = factsOf([sample]);
  const [exchange] = facts.exchanges;
  return (exchange && check.judge(exchange, facts))?.kind ?? "nothing";
}

/** What a check of all the evidence observes in these exchanges. */
export function kinds(check: TraceCheck, ...samples: readonly SampleExchange[]): readonly string[] {
  return check.judge(factsOf(samples)).map((o) => o.kind);
}

/** What a check of the traffic of one key observes in these answers, in order. */
export function watched({ watch }: KeyCheck, facts: Facts) {
  const watching = watch();
  const observed = facts.exchanges.filter(isAnswered).flatMap((answer) => {
    const { operation } = facts.contract.classify(answer.request);
    return operation === undefined ? [] : watching.next({ answer, operation }, facts);
  });
  return { observed, isWithdrawn: watching.isWithdrawn?.() === true };
}
