import type { FindingRounds, FoldedFinding, Verdict } from "../../check/verdict.ts";
import { exchangeInWords } from "../../check/words.ts";
import type { Exchange } from "../../exchange/exchange.ts";
import type { FoldInput } from "./fold.ts";
import { fewestAnswers } from "./missed-fault.ts";

export interface RoundsPlayed {
  /** The seed of each round, in order. */
  readonly seeds: readonly number[];
  readonly exchangeOf: (id: number) => Exchange | undefined;
}

/** Says of each finding in which rounds its case broke the requirement, in which it held, and what came then (ruling 30). */
export function withRounds(
  verdict: Verdict,
  { rounds, run, promised }: Pick<FoldInput, "rounds" | "run" | "promised">,
  { seeds, exchangeOf }: RoundsPlayed,
): Verdict {
  const observations = [...rounds.flat(), ...run];
  const roundOf = (id: number) => exchangeOf(id)?.round ?? 1;
  const roundsOf = (ids: readonly number[]) => [...new Set(ids.map(roundOf))].sort((a, b) => a - b);
  const found = ({ case: of, exchange }: FoldedFinding): FindingRounds => {
    const own = observations.filter((o) => o.case?.id === of.id);
    const broke = roundsOf(own.flatMap((o) => (o.kind === "broken" ? [o.finding.exchange] : [])));
    const kept = own
      .flatMap((o) => (o.kind === "held" ? o.subjects.slice(0, 1) : []))
      .filter((id) => !broke.includes(roundOf(id)));
    const other = kept.map(exchangeOf).find((e) => e !== undefined);
    return {
      broke,
      held: roundsOf(kept),
      seed: seeds[roundOf(exchange) - 1] ?? 0,
      ...(other !== undefined && { otherwise: { exchange: other.id, seen: exchangeInWords(other) } }),
    };
  };
  return {
    ...verdict,
    answers: fewestAnswers(promised, rounds, run),
    findings: verdict.findings.map((finding) => ({ ...finding, rounds: found(finding) })),
  };
}
