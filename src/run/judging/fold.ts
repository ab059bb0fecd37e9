import type { Untold } from "../../check/check.ts";
import type { Requirement } from "../../check/requirement.ts";
import type {
  FoldedFinding,
  Observation,
  UntoldObservation,
  Verdict,
  VerdictKind,
} from "../../check/verdict.ts";

export interface FoldInput {
  readonly requirement: Requirement;
  /** Those about this requirement alone. */
  readonly observations: readonly Observation[];
  /** Labels of the promised cases. */
  readonly promised: readonly string[];
  /** Set where the user's choice, or a fact known beforehand, took it out. */
  readonly takenOut: { readonly verdict: "skipped" | "not-applicable"; readonly reason: string } | undefined;
  /** Why a positive control that it needs did not hold. */
  readonly missingControl: Untold | undefined;
  /** Why a promised case has no evidence at all. */
  readonly missing: (label: string) => Untold;
}

/** How many exchanges a verdict names. */
const maxExchangesNamed = 200;

/** A verdict is the fold of a requirement's observations and nothing else; the whole policy is here (design: Words). */
export function fold(input: FoldInput): Verdict {
  const { requirement, observations, promised } = input;
  const findings = foldFindings(observations);
  const cases = new Map(
    promised.map((label) => [label, stateOf(label, observations) ?? input.missing(label)]),
  );
  const held = [...cases.values()].filter((state) => state === "held").length;
  const { verdict, reason, remedy } = decide(input, findings, cases);
  const exchanges = [...new Set(observations.flatMap(subjectsOf))].sort((a, b) => a - b);
  return {
    id: requirement.id,
    area: requirement.area,
    level: requirement.level,
    text: requirement.text,
    clause: requirement.clause,
    rulings: requirement.rulings,
    verdict,
    reason,
    remedy,
    findings,
    cases: { promised: promised.length, held, labels: promised },
    judged: exchanges.length,
    exchanges: exchanges.slice(0, maxExchangesNamed),
  };
}

interface Decision {
  readonly verdict: VerdictKind;
  readonly reason: string | undefined;
  readonly remedy: string | undefined;
}

function decide(
  { observations, promised, takenOut, missingControl }: FoldInput,
  findings: readonly FoldedFinding[],
  cases: ReadonlyMap<string, Untold | "held">,
): Decision {
  if (takenOut !== undefined) return { ...takenOut, remedy: undefined };
  // Ruling 30: one exchange that breaks it is enough.
  if (findings.length > 0) return { verdict: "fail", reason: undefined, remedy: undefined };
  if (promised.length === 0) {
    return { verdict: "skipped", reason: "this profile does not test it", remedy: "--profile thorough" };
  }
  const untold = [...cases.values()].filter((state) => state !== "held");
  const applicable = promised.length - untold.filter((u) => u.why === "not-applicable").length;
  const first = (why: Untold["why"]) => untold.find((u) => u.why === why);
  const because = (verdict: VerdictKind, u: Untold | undefined): Decision => ({
    verdict,
    reason: u?.untold ?? "nothing of it applies",
    remedy: u?.remedy,
  });
  if (applicable === 0) return because("not-applicable", first("not-applicable"));
  const lost = lostOutsideCases(observations) ?? first("lost");
  if (lost !== undefined) return because("inconclusive", lost);
  const state = first("state");
  if (state !== undefined) return because("untested", state);
  if (missingControl !== undefined) {
    const verdict =
      missingControl.why === "lost"
        ? "inconclusive"
        : missingControl.why === "state"
          ? "untested"
          : "not-applicable";
    return { verdict, reason: missingControl.untold, remedy: missingControl.remedy };
  }
  return { verdict: "pass", reason: undefined, remedy: undefined };
}

/** A case holds when something held and nothing was lost; a failed one never comes here. Undefined: no evidence. */
function stateOf(label: string, observations: readonly Observation[]): Untold | "held" | undefined {
  const own = observations.filter((o) => o.case === label);
  const untold = own.filter((o) => o.kind === "untold");
  const lost = untold.find((o) => o.why === "lost");
  if (lost !== undefined) return asUntold(lost);
  if (own.some((o) => o.kind === "held")) return "held";
  const told = untold.find((o) => o.why === "state") ?? untold[0];
  return told && asUntold(told);
}

/** Of a check that failed as a whole. */
function lostOutsideCases(observations: readonly Observation[]): Untold | undefined {
  const lost = observations.find((o) => o.kind === "untold" && o.why === "lost" && o.case === "");
  return lost?.kind === "untold" ? asUntold(lost) : undefined;
}

function asUntold({ reason, why, remedy }: UntoldObservation): Untold {
  return { untold: reason, why, ...(remedy === undefined ? {} : { remedy }) };
}

/** The same finding on many exchanges is one finding with its count: `3 of 41`. */
function foldFindings(observations: readonly Observation[]): FoldedFinding[] {
  const folded = new Map<string, FoldedFinding>();
  for (const o of observations) {
    if (o.kind !== "broken") continue;
    // The same place in another item of a list, or with another value, is the same finding.
    const key = JSON.stringify([
      o.case,
      o.finding.where?.replace(/\/\d+/g, "/*"),
      withoutValues(o.finding.expected),
    ]);
    const known = folded.get(key);
    if (known === undefined) {
      const of = observations.filter((other) => other.case === o.case && other.kind !== "untold").length;
      folded.set(key, { ...o.finding, broken: 1, of });
    } else {
      // What was made smaller stands for what it was made from.
      const whole = known.part?.split("/")[0];
      const smaller = whole !== undefined && o.finding.part?.startsWith(`${whole}:`) === true;
      folded.set(key, { ...(smaller ? { ...o.finding, of: known.of } : known), broken: known.broken + 1 });
    }
  }
  return [...folded.values()].sort((a, b) => a.exchange - b.exchange);
}

function withoutValues(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\d+/g, "#");
}

function subjectsOf(o: Observation): readonly number[] {
  return o.kind === "broken" ? [o.finding.exchange] : o.subjects;
}
