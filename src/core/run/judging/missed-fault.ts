import type { CaseRef } from "../../check/case.ts";
import type { Observation, Verdict } from "../../check/verdict.ts";
import type { Chance, MissedFault } from "../result.ts";

/** The assumed fault spoils one answer of so many, as one broken replica of three does. */
const oneOf = 3;

/**
 * On how many answers the case of a requirement was judged that was judged on the fewest. An observation of one round
 * is one answer, whatever it was compared with; one of all rounds counts each answer that it looked at.
 */
export function fewestAnswers(
  promised: readonly CaseRef[],
  rounds: readonly (readonly Observation[])[],
  run: readonly Observation[],
): number {
  const answersOf = ({ id: of }: CaseRef): number => {
    const own = (all: readonly Observation[]) => all.filter((o) => o.case?.id === of);
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
 * How probably such a fault would not have been seen: (1 - 1/oneOf)^answers, as far as which answers it spoils does not
 * depend on what was asked. Of the musts that passed; not of those that only the over-limit probe shows, which goes
 * over the limit once in a run, and not of what no answer shows.
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
