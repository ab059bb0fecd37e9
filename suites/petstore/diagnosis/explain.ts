import type { Facts } from "#core/check/facts.ts";
import type { Advice, Cause, Tried } from "#core/check/results/defect.ts";
import { adviceFor } from "./advice-by-contrast.ts";
import type { Comparison } from "./comparison.ts";
import { type Condition, conditionOf, type Side, sideOf } from "./condition.ts";
import { seenIn } from "./seen.ts";
import { rejectedCreates } from "./sequence/rejected.ts";
import { type Sequence, sequenceOf } from "./sequence/sequence.ts";
import { sourcesOf } from "./sources.ts";
import type { Symptom } from "./symptom.ts";
import { toTry } from "./to-try.ts";

/** What the wrong answers of a cause have in common, and what experiments showed, says about it. */
export interface Explained
  extends Sequence,
    Pick<Cause, "pattern" | "predecessors" | "beside" | "other" | "unasked" | "tried"> {
  readonly advice: Advice | undefined;
  readonly by: Side | undefined;
}

export function explain(
  comparison: Comparison,
  best: Symptom,
  tried: Tried | undefined,
  facts: Facts,
): Explained {
  const seen = seenIn(comparison, best, tried, facts);
  const condition = conditionOf(comparison, seen, best, facts);
  const { pattern } = condition;
  const known = { sources: sourcesOf(best, facts), rejected: rejectedCreates(best, facts) };
  return {
    ...(tried && { tried }),
    ...(pattern !== undefined && { pattern }),
    ...sequenceOf(best, comparison, condition, seen, known, facts),
    ...toTry(best, comparison, condition, known, facts),
    advice: adviceOn(condition, comparison, best),
    by: sideOf(condition, comparison, seen, best),
  };
}

/** Undefined where the requirement's own advice says more. */
function adviceOn(
  { kind, advised, first }: Condition,
  { broken, held }: Comparison,
  { aspect, at, got }: Symptom,
): Advice | undefined {
  // Later creates cannot explain that lists lack the newest pet, and seldom explain a 404.
  const isLast = (broken.at(-1)?.id ?? 0) > (held.at(-1)?.id ?? 0);
  if (kind === "later" && first === undefined && ((isLast && aspect.of === "body") || got === 404))
    return undefined;
  // What resets a counter.
  if (kind === "before" && at === "header x-ratelimit-remaining") return undefined;
  return advised && adviceFor(advised);
}
