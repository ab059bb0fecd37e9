import type { CaseRef } from "#core/check/case.ts";
import type { FindingRounds, FoldedFinding, Observation, Verdict } from "#core/check/results/verdict.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import type { Played } from "../journal/play-journal.ts";
import type { Chance, MissedFault } from "../result.ts";
import type { ObservedCases } from "./fold.ts";

/** The assumed fault spoils one answer in so many, as one broken replica of three does. */
const oneOf = 3;

/**
 * Of the cases of a requirement, the fewest answers that one was judged on. An observation of one round counts as one answer,
 * whatever it was compared with. An observation of all rounds counts each answer that it looked at.
 */
export function fewestAnswers(
  promised: readonly CaseRef[],
  rounds: readonly (readonly Observation[])[],
  run: readonly Observation[],
): number {
  const answersOf = ({ id: of }: CaseRef): number => {
    const own = (all: readonly Observation[]) => all.filter((o) => o.case.id === of);
    const subjects = [
      ...own(rounds.flat()).flatMap((o) => judgedIn(o).slice(0, 1)),
      ...own(run).flatMap(judgedIn),
    ];
    return new Set(subjects).size;
  };
  return promised.length === 0 ? 0 : Math.min(...promised.map(answersOf));
}

function judgedIn(o: Observation): readonly number[] {
  if (o.kind === "broken") return [o.finding.exchange];
  return o.kind === "held" ? o.subjects : [];
}

/**
 * The probability that such a fault was missed: (1 - 1/oneOf)^answers. It assumes that the fault spoils answers
 * whatever was asked. Counted are the musts that passed, without those that only the over-limit probe shows, which
 * goes over the limit once, and without those that no answer shows.
 */
export function missedFault(
  verdicts: readonly Verdict[],
  shownByProbe: readonly string[],
): MissedFault | undefined {
  const chances = verdicts
    .filter(({ level, verdict, id }) => level === "must" && verdict === "pass" && !shownByProbe.includes(id))
    .map(({ id, answers = 0 }): Chance => ({ id, answers, chance: (1 - 1 / oneOf) ** answers }))
    .filter(({ answers }) => answers > 0)
    .sort((a, b) => a.answers - b.answers);
  const [weakest, median] = [chances[0], chances[Math.floor((chances.length - 1) / 2)]];
  return weakest === undefined || median === undefined ? undefined : { oneOf, weakest, median };
}

/**
 * Adds to each finding the rounds in which its case broke the requirement, the rounds in which it held, and an answer
 * of one of these (ruling 30).
 */
export function withRounds(
  verdict: Verdict,
  { rounds, run, promised }: ObservedCases,
  { seeds, trace: { everything } }: Played,
): Verdict {
  const exchangeOf = (id: number) => everything.find((one) => one.id === id);
  const observations = [...rounds.flat(), ...run];
  const roundOf = (id: number) => exchangeOf(id)?.round ?? 1;
  const roundsOf = (ids: readonly number[]) => [...new Set(ids.map(roundOf))].sort((a, b) => a - b);
  const found = ({ case: of, exchange }: FoldedFinding): FindingRounds => {
    const own = observations.filter((o) => o.case.id === of.id);
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
