import { describe, expect, test } from "vitest";
import { caseRef } from "#core/check/case.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { inStatus, type Observation, type VerdictKind } from "#core/check/results/verdict.ts";
import { said } from "#testing/report/sample-run.ts";
import { requirement } from "#testing/run/sample-suites.ts";
import { type FoldInput, fold } from "./fold.ts";

const unresolved = ["inconclusive", "untested", "not-applicable"] as const;
type Seen = "held" | "broken" | (typeof unresolved)[number];

function observed(what: Seen, label = "one", exchange = 1): Observation {
  const observed = { requirement: "A-1", case: caseRef(label) };
  switch (what) {
    case "held":
      return { ...observed, kind: "held", subjects: [exchange] };
    case "broken": {
      const finding = {
        case: caseRef(label),
        expected: "200",
        seen: "500",
        got: { status: 500, at: undefined },
        place: inStatus,
        exchange,
        related: [],
      };
      return { ...observed, kind: "broken", finding };
    }
    default:
      return {
        ...observed,
        kind: "unresolved",
        unresolved: { kind: what, reason: said(`${what} of ${label}`) },
        subjects: [exchange],
      };
  }
}

function folded(observations: readonly Observation[], given: Partial<FoldInput> = {}) {
  return fold({
    requirement: requirement("A-1"),
    rounds: [observations],
    run: [],
    promised: [caseRef("one")],
    takenOut: undefined,
    missingControl: undefined,
    missing: () => ({ reason: said("nothing was sent"), kind: "inconclusive" }),
    ...given,
  });
}

describe("one promised case", () => {
  const table: readonly [seen: readonly Seen[], verdict: VerdictKind][] = [
    [["held"], "pass"],
    [["held", "held"], "pass"],
    [["broken"], "fail"],
    [["held", "broken"], "fail"],
    [["inconclusive", "broken"], "fail"],
    [["untested", "broken"], "fail"],
    [["not-applicable", "broken"], "fail"],
    [["inconclusive"], "inconclusive"],
    [["held", "inconclusive"], "inconclusive"],
    [["untested", "inconclusive"], "inconclusive"],
    [["not-applicable", "inconclusive"], "inconclusive"],
    [["untested"], "untested"],
    [["held", "untested"], "pass"],
    [["not-applicable", "untested"], "untested"],
    [["not-applicable"], "not-applicable"],
    [["held", "not-applicable"], "pass"],
    [[], "inconclusive"],
  ];
  test.each(table)("of which is seen %j is a %s", (seen, verdict) => {
    expect(folded(seen.map((what) => observed(what))).verdict).toBe(verdict);
    expect(folded(seen.map((what) => observed(what)).reverse()).verdict).toBe(verdict);
  });
});

describe("two promised cases", () => {
  const table: readonly [one: Seen | undefined, two: Seen | undefined, verdict: VerdictKind, held: number][] =
    [
      ["held", "held", "pass", 2],
      ["held", "broken", "fail", 1],
      ["held", "inconclusive", "inconclusive", 1],
      ["held", "untested", "untested", 1],
      ["held", "not-applicable", "pass", 1],
      ["held", undefined, "inconclusive", 1],
      ["untested", "inconclusive", "inconclusive", 0],
      ["untested", "not-applicable", "untested", 0],
      ["untested", undefined, "inconclusive", 0],
      ["inconclusive", "not-applicable", "inconclusive", 0],
      ["not-applicable", "not-applicable", "not-applicable", 0],
      ["not-applicable", undefined, "inconclusive", 0],
    ];
  test.each(table)("of %s and %s are a %s, %i of 2 held", (one, two, verdict, held) => {
    const observations = [...(one ? [observed(one, "one")] : []), ...(two ? [observed(two, "two")] : [])];
    const result = folded(observations, { promised: [caseRef("one"), caseRef("two")] });
    expect(result).toMatchObject({ verdict, cases: { promised: 2, held } });
  });
});

describe("a case beyond the profile", () => {
  test("can break a requirement", () => {
    expect(folded([observed("held"), observed("broken", "extra")]).verdict).toBe("fail");
  });

  test.each(unresolved)("cannot hold up its pass when it is %s", (what) => {
    expect(folded([observed("held"), observed(what, "extra")]).verdict).toBe("pass");
  });

  test("cannot stand in for a promised one", () => {
    expect(folded([observed("held", "extra")]).verdict).toBe("inconclusive");
  });
});

describe("a positive control that did not hold", () => {
  const missing = (kind: Unresolved["kind"]) => ({
    missingControl: { reason: said("no pet was listed"), kind },
  });

  test.each(unresolved)("by evidence that is %s keeps a requirement from passing", (kind) => {
    expect(folded([observed("held")], missing(kind))).toMatchObject({
      verdict: kind,
      reason: said("no pet was listed"),
    });
  });

  test("does not hide a failure", () => {
    expect(folded([observed("broken")], missing("inconclusive")).verdict).toBe("fail");
  });
});

describe("what is taken out", () => {
  test.each(["skipped", "not-applicable"] as const)("is %s, whatever was seen", (verdict) => {
    expect(folded([observed("broken")], { takenOut: { verdict, reason: said("so") } })).toMatchObject({
      verdict,
      reason: said("so"),
    });
  });

  test("is skipped where the profile has no case of it, and says which has", () => {
    expect(folded([], { promised: [] })).toMatchObject({
      verdict: "skipped",
      remedy: { options: [{ option: "profile", value: "thorough" }] },
    });
  });

  test("fails all the same without a promised case when an exchange broke it (ruling 30)", () => {
    expect(folded([observed("broken", "extra")], { promised: [] }).verdict).toBe("fail");
  });
});

describe("reasons", () => {
  test("a pass and a failure have none", () => {
    expect(folded([observed("held")]).reason).toBeUndefined();
    expect(folded([observed("broken")]).reason).toBeUndefined();
  });

  test("an error of the suite in the check leaves it inconclusive", () => {
    expect(folded([observed("inconclusive", "")])).toMatchObject({
      verdict: "inconclusive",
      reason: said("inconclusive of "),
    });
  });

  test.each(unresolved)("a case without evidence is %s, for the reason that it is missing", (kind) => {
    expect(
      folded([], { missing: (label) => ({ reason: said(`${label} was not sent`), kind }) }),
    ).toMatchObject({ verdict: kind, reason: said("one was not sent") });
  });

  test("the remedy of what is untested is kept", () => {
    const remedy = { options: [{ option: "max-creates", value: 120 }] };
    const unresolved: Unresolved = { kind: "untested", reason: said("a small store"), remedy };
    expect(folded([{ ...observed("untested"), unresolved } as Observation]).remedy).toBe(remedy);
  });
});

describe("evidence that arrives more than once (ruling 30)", () => {
  test("one exchange that breaks it fails it, and is counted among all", () => {
    const observations = (["held", "broken", "held"] as const).map((seen, at) =>
      observed(seen, "one", at + 1),
    );
    expect(folded(observations).findings).toMatchObject([{ broken: 1, of: 3, exchange: 2 }]);
  });

  test("the same finding on several is one finding, shown by the first", () => {
    const observations = [2, 3, 4].map((exchange) => observed("broken", "one", exchange));
    expect(folded(observations).findings).toMatchObject([{ broken: 3, of: 3, exchange: 2 }]);
  });

  test("what could not be judged is not among those judged in its case", () => {
    expect(folded([observed("broken"), observed("inconclusive")]).findings).toMatchObject([
      { broken: 1, of: 1 },
    ]);
  });

  test("a verdict names each exchange once, in order, and at most 200", () => {
    const observations = Array.from({ length: 300 }, (_, i) => observed("held", "one", 300 - i));
    const verdict = folded([...observations, ...observations]);
    expect(verdict.judged).toBe(300);
    expect(verdict.exchanges).toHaveLength(200);
    expect(verdict.exchanges.slice(0, 3)).toEqual([1, 2, 3]);
  });
});

test("an exchange that breaks a case at several places is one exchange that broke it", () => {
  const observations = [1, 1, 2].map((exchange) => observed("broken", "one", exchange));
  expect(folded([...observations, observed("held", "one", 3)]).findings).toMatchObject([
    { broken: 2, of: 3 },
  ]);
});
