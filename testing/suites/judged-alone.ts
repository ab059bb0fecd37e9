import type { Invariant, TraceCheck } from "../../src/core/check/check.ts";
import { factsOf, type SampleExchange } from "./sample-evidence.ts";

/** How an invariant judges one exchange; `nothing` where that is no subject of it. */
export function judged(
  check: Invariant,
  sample: SampleExchange,
): "held" | "broken" | "unresolved" | "nothing" {
  const facts = factsOf([sample]);
  const [exchange] = facts.exchanges;
  const shown = exchange && check.judge(exchange, facts);
  if (shown === undefined) return "nothing";
  if ("held" in shown) return "held";
  return "broken" in shown ? "broken" : "unresolved";
}

/** What a check of all the evidence observes in these exchanges. */
export function kinds(check: TraceCheck, ...samples: readonly SampleExchange[]): readonly string[] {
  return check.judge(factsOf(samples)).map((o) => o.kind);
}
