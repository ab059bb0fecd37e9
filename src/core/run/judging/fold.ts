import { type CaseId, type CaseRef, wholeCheck } from "#core/check/case.ts";
import { isMadeSmaller } from "#core/check/inputs/step.ts";
import type { Requirement } from "#core/check/requirement.ts";
import { reason } from "#core/check/results/core-reasons.ts";
import type { Reason, Unresolved } from "#core/check/results/unresolved.ts";
import type {
  Decision,
  FindingRounds,
  FoldedFinding,
  Observation,
  Place,
  Profile,
  Verdict,
} from "#core/check/results/verdict.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import type { Played } from "../journal/play-journal.ts";
import type { Chance, MissedFault } from "../result.ts";

/** What was observed of one requirement. */
export interface Observed {
  /** What each round shows alone. */
  readonly rounds: readonly (readonly Observation[])[];
  /** What all rounds together show. */
  readonly run: readonly Observation[];
}

export interface FoldInput extends Observed {
  readonly requirement: Requirement;
  /** The cases that its profile promises of it. */
  readonly promised: readonly CaseRef[];
  /** The first profile that promises a case of it; left out where there are no profiles. */
  readonly testedIn?: () => Profile;
  /** Why it does not apply, by a fact known before the run. */
  readonly takenOut: Reason | undefined;
  /** Why a positive control that it needs did not hold. */
  readonly missingControl: Unresolved | undefined;
  /** Why a promised case has no evidence at all. */
  readonly missing: (promised: CaseId) => Unresolved;
}

const maxExchangesNamed = 200;

/** The verdict on a requirement follows from its observations alone; the whole policy is here. */
export function fold(input: FoldInput): Verdict {
  const { requirement, rounds, run, promised } = input;
  const observations = [...rounds.flat(), ...run];
  const findings = foldFindings(observations);
  const cases = new Map(promised.map(({ id }) => [id, stateInRounds(id, input) ?? input.missing(id)]));
  const broken = new Set(findings.map((finding) => finding.case.id));
  const held = [...cases].filter(([id, state]) => state === "held" && !broken.has(id)).length;
  const exchanges = [...new Set(observations.flatMap(subjectsOf))].sort((a, b) => a - b);
  const { id, slug, area, level, text, clause, rulings, guidance } = requirement;
  return {
    ...{ id, slug, area, level, text, clause, rulings },
    ...(guidance && { guidance }),
    ...decide(input, observations, findings, cases),
    findings,
    cases: { promised: promised.length, held, list: promised },
    judged: exchanges.length,
    exchanges: exchanges.slice(0, maxExchangesNamed),
  };
}

/** Why something is neither a pass nor a failure. */
export function asUndecided({ kind, reason, remedy, cause }: Unresolved): Decision {
  return { verdict: kind, reason, remedy, ...(cause && { cause }) };
}

function decide(
  { promised, testedIn, takenOut, missingControl }: FoldInput,
  observations: readonly Observation[],
  findings: readonly FoldedFinding[],
  cases: ReadonlyMap<CaseId, Unresolved | "held">,
): Decision {
  if (takenOut !== undefined) return { verdict: "not-applicable", reason: takenOut, remedy: undefined };
  // Ruling 30: one exchange that breaks it is enough.
  if (findings.length > 0) return { verdict: "fail", reason: undefined, remedy: undefined };
  if (promised.length === 0) {
    return {
      verdict: "skipped",
      reason: reason("not-in-profile"),
      remedy: testedIn && { options: [{ option: "profile", value: testedIn() }] },
    };
  }
  const unresolved = [...cases.values()].filter((state) => state !== "held");
  const first = (kind: Unresolved["kind"]) => unresolved.find((u) => u.kind === kind);
  const failed = failedAsAWhole(observations);
  const applies = unresolved.length < promised.length || unresolved.some((u) => u.kind !== "not-applicable");
  const decisive =
    failed ??
    (applies ? (first("inconclusive") ?? first("untested") ?? missingControl) : first("not-applicable"));
  return decisive === undefined
    ? { verdict: "pass", reason: undefined, remedy: undefined }
    : asUndecided(decisive);
}

/** A case that held in one round has held: a round that shows nothing takes nothing from the others. */
export function stateInRounds(of: CaseId, { rounds, run }: Observed): Unresolved | "held" | undefined {
  const states = rounds.map((round) => stateOf([...ofCase(of, round), ...ofCase(of, run)]));
  if (states.includes("held")) return "held";
  const unresolved = states.filter((state) => state !== undefined && state !== "held");
  return unresolved.find(({ kind }) => kind === "inconclusive") ?? unresolved[0];
}

/** A case holds when something held and no evidence was lost; a failed one never comes here. Undefined: no evidence. */
function stateOf(own: readonly Observation[]): Unresolved | "held" | undefined {
  const unresolved = own.flatMap((o) => (o.kind === "unresolved" ? [o.unresolved] : []));
  const lost = unresolved.find((u) => u.kind === "inconclusive");
  if (lost !== undefined) return lost;
  if (own.some((o) => o.kind === "held")) return "held";
  return unresolved.find((u) => u.kind === "untested") ?? unresolved[0];
}

const byCase = derivedFrom((observations: readonly Observation[]) =>
  Map.groupBy(observations, (o) => o.case.id),
);

function ofCase(of: CaseId, observations: readonly Observation[]): readonly Observation[] {
  return byCase(observations).get(of) ?? [];
}

/** The observation of a check that threw: it has no case. */
function failedAsAWhole(observations: readonly Observation[]): Unresolved | undefined {
  const failed = observations.find(
    (o) => o.kind === "unresolved" && o.unresolved.kind === "inconclusive" && o.case.id === wholeCheck.id,
  );
  return failed?.kind === "unresolved" ? failed.unresolved : undefined;
}

/** The same finding on many exchanges is one finding with its count: `3 of 41`. */
function foldFindings(observations: readonly Observation[]): FoldedFinding[] {
  const folded = new Map<string, FoldedFinding>();
  // One exchange may break a case at several places, or in several of the things that it shows.
  const breaking = new Map<string, Set<number>>();
  for (const o of observations) {
    if (o.kind !== "broken") continue;
    const key = JSON.stringify([o.case.id, placeInAnyItem(o.finding.place)]);
    const exchanges = (breaking.get(key) ?? new Set()).add(o.finding.exchange);
    breaking.set(key, exchanges);
    const known = folded.get(key);
    if (known === undefined) {
      folded.set(key, { ...o.finding, broken: 1, of: judgedIn(o.case.id, observations) });
    } else {
      // A reduced input is shown in place of the one that it was reduced from.
      const isSmaller = isMadeSmaller(known.generated, o.finding.generated);
      folded.set(key, { ...(isSmaller ? { ...o.finding, of: known.of } : known), broken: exchanges.size });
    }
  }
  return [...folded.values()].sort((a, b) => a.exchange - b.exchange);
}

function judgedIn(of: CaseId, observations: readonly Observation[]): number {
  const own = ofCase(of, observations);
  const broken = new Set(own.flatMap((o) => (o.kind === "broken" ? [o.finding.exchange] : [])));
  return broken.size + own.filter(({ kind }) => kind === "held").length;
}

/** The same place in another item of a list, or with another value there, is the same finding. */
function placeInAnyItem(place: Place | undefined): Place | undefined {
  return place?.in === "body" ? { ...place, pointer: place.pointer.replace(/\/\d+/g, "/*") } : place;
}

function subjectsOf(o: Observation): readonly number[] {
  return o.kind === "broken" ? [o.finding.exchange] : o.subjects;
}

/** The assumed fault spoils one answer in so many, as one broken replica of three does. */
const oneOf = 3;

/**
 * Of the cases of a requirement, the fewest answers that one was judged on. An observation of one round counts as one answer,
 * whatever it was compared with. An observation of all rounds counts each answer that it looked at.
 */
export function fewestAnswers({ promised, rounds, run }: Observed & Pick<FoldInput, "promised">): number {
  const answersOf = ({ id }: CaseRef): number => {
    const judged = (all: readonly Observation[]) =>
      all.filter((o) => o.case.id === id && o.kind !== "unresolved").map(subjectsOf);
    return new Set([...judged(rounds.flat()).map(([first]) => first), ...judged(run).flat()]).size;
  };
  return promised.length === 0 ? 0 : Math.min(...promised.map(answersOf));
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
  seen: FoldInput,
  { seeds, trace: { everything } }: Played,
): Verdict {
  const exchangeOf = (id: number) => everything.find((one) => one.id === id);
  const observations = [...seen.rounds.flat(), ...seen.run];
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
    answers: fewestAnswers(seen),
    findings: verdict.findings.map((finding) => ({ ...finding, rounds: found(finding) })),
  };
}
