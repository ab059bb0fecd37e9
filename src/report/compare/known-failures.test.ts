import { expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { inBody, inHeader } from "#core/check/results/verdict.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import {
  noSecrets,
  printed,
  said,
  sampleFinding,
  sampleRun,
  sampleVerdict,
} from "#testing/report/sample-run.ts";
import { junitReport } from "../formats/junit.ts";
import { reportOfRun } from "../run-report.ts";
import { excuse, fingerprintOf, type KnownFailure, weigh } from "./known-failures.ts";

const policy = { required: [], strict: false, redact: noSecrets.redact };

const entry = (given: { [Key in keyof KnownFailure]?: KnownFailure[Key] | undefined } = {}) =>
  ({
    requirement: "LIST-4",
    case: "limit/101",
    fingerprint: fingerprintOf("LIST-4", sampleFinding()),
    reason: "the old gateway",
    link: "https://example.com/1",
    until: "2026-06-30",
    ...given,
  }) as KnownFailure;

const otherCase = caseRef("limit/1000", "limit 1000");
/** A run in which LIST-4 fails by these. */
const failingBy = (...findings: readonly ReturnType<typeof sampleFinding>[]) =>
  sampleRun({ verdicts: [sampleVerdict("LIST-4", "fail", { findings })] });

test("a listed failure does not turn the outcome, and is shown", () => {
  const { run, newFailures } = excuse(sampleRun(), [entry()], policy);
  expect([run.outcome, run.exitCode, newFailures]).toEqual(["conforming", 0, []]);
  const redacted = noSecrets.redact(run);
  const text = printed(redacted, { width: 100 });
  expect(text).toContain("conforming – 3 of 4 musts tested: 2 passed, 1 failed as known; 1 untested");
  expect(text).toContain("note: known failure: LIST-4, limit/101 (the old gateway;");
  expect([...junitReport(reportOfRun(redacted), { strict: false })].join("")).toContain('failures="0"');
});

test("values and counts do not matter to a fingerprint, the place and the kind do", () => {
  const print = (given: Parameters<typeof sampleFinding>[0]) => fingerprintOf("LIST-4", sampleFinding(given));
  expect(print({ seen: "200 with 107 pets", place: inBody("/106"), broken: 1 })).toBe(
    print({ seen: "200 with 101 pets", place: inBody("/100") }),
  );
  const got = (status: number, at: "object" | "nothing" = "object") => print({ got: { status, at } });
  expect(got(500)).not.toBe(got(200));
  expect(got(200, "nothing")).not.toBe(got(200));
  expect(print({ place: inHeader("Date") })).not.toBe(print({}));
});

test("another failure of the same requirement is a new failure", () => {
  const other = sampleFinding({ seen: "500", got: { status: 500, at: undefined } });
  const { run, newFailures } = excuse(failingBy(sampleFinding(), other), [entry()], policy);
  expect([run.outcome, run.exitCode]).toEqual(["non-conforming", 1]);
  expect(newFailures).toMatchObject([{ requirement: "LIST-4", finding: { seen: "500" } }]);
});

test("an entry excuses every failure of its requirement or of its case, where it names no more", () => {
  const ofCase = failingBy(
    sampleFinding(),
    sampleFinding({ seen: "500" }),
    sampleFinding({ case: otherCase }),
  );
  const { fingerprint: _, ...byCase } = entry();
  const { case: __, ...byRequirement } = byCase;
  expect(excuse(ofCase, [byRequirement], policy).newFailures).toEqual([]);
  const { newFailures } = excuse(ofCase, [byCase], policy);
  expect(newFailures).toMatchObject([{ requirement: "LIST-4", finding: { case: otherCase } }]);
});

test("an expired entry excuses nothing", () => {
  const { run } = excuse(sampleRun(), [entry({ until: "2025-12-31" })], policy);
  expect([run.outcome, run.exitCode]).toEqual(["non-conforming", 1]);
  expect(run.notes.join()).toContain("expired entry of the known failures: LIST-4");
});

const green = (profile: "standard" | "thorough" = "standard") =>
  sampleRun({
    outcome: "conforming",
    exitCode: 0,
    profile,
    verdicts: [sampleVerdict("LIST-4", "pass"), sampleVerdict("LIST-5", "untested")],
  });
const past = "2025-12-31";

test.each([
  ["its own case held", {}, "standard", "held"],
  ["a smaller profile passes without its case", { case: "limit/1000" }, "standard", "live"],
  ["thorough passes its requirement", { case: "limit/1000" }, "thorough", "stale"],
  ["it has no case, in a smaller profile", { case: undefined }, "standard", "live"],
  ["it has no case, in thorough", { case: undefined }, "thorough", "stale"],
  ["its day is over, its requirement passes", { case: "limit/1000", until: past }, "standard", "stale"],
  ["its requirement was not judged", { requirement: "LIST-5" }, "standard", "live"],
  ["its day is over, nothing judged", { requirement: "LIST-5", until: past }, "standard", "expired"],
] as const)("an entry where %s", (_, given, profile, state) => {
  const [one, run] = [entry(given), green(profile)];
  expect(weigh(run, [one])[state]).toEqual([one]);
  expect(excuse(run, [one], policy).run.exitCode).toBe(0);
  const isSaid = excuse(run, [one], policy).run.notes.some((note) => note.includes("known failures"));
  expect(isSaid).toBe(state !== "live");
});

test.each([
  ["where every other case held", 1, "held"],
  ["where a case is undecided, which may be its own", 0, "live"],
] as const)("an entry beside a failure of another case, %s", (_, held, state) => {
  const cases = { promised: 2, held, list: [otherCase, caseRef("limit/101", "limit 101")] };
  const findings = [sampleFinding({ case: otherCase })];
  const run = sampleRun({ verdicts: [sampleVerdict("LIST-4", "fail", { findings, cases })] });
  expect(weigh(run, [entry()])[state]).toEqual([entry()]);
});

test("an entry where its own case held fails a strict run, so that it is removed", () => {
  expect(excuse(green("standard"), [entry({})], { ...policy, strict: true }).run.exitCode).toBe(1);
});

test("an entry of a generated input stays until its day: another seed draws others", () => {
  const drawn = noSecrets.redact({
    ...green("thorough"),
    exchanges: [{ ...sampleExchange({}), step: stepRef("limit/101").id, part: { input: [3] } }],
  });
  expect(weigh(drawn, [entry()]).live).toEqual([entry()]);
  expect(weigh(drawn, [entry({ until: past })]).stale.length).toBe(1);
});

test("what could not be judged because of known failures alone is excused with them, unless it is required", () => {
  const hanging = { reason: said("no list shows a pet"), hangsOn: ["LIST-4"] };
  const verdicts = [
    sampleVerdict("LIST-4", "fail"),
    ...["LIST-5", "LIST-6"].map((id) => sampleVerdict(id, "inconclusive", hanging)),
  ];
  const { run } = excuse(sampleRun({ verdicts }), [entry()], policy);
  expect([run.outcome, run.exitCode]).toEqual(["conforming", 0]);
  expect(run.notes).toContain("2 requirements depend on LIST-4, excused until 2026-06-30: LIST-5, LIST-6");
  const required = excuse(sampleRun({ verdicts }), [entry()], { ...policy, required: ["LIST-5"] });
  expect(required.run).toMatchObject({ exitCode: 3, reason: "required-untested" });
  const onOthers = verdicts.map((one) => ({ ...one, ...(one.hangsOn && { hangsOn: ["LIST-4", "GET-1"] }) }));
  expect(excuse(sampleRun({ verdicts: onOthers }), [entry()], policy).run.exitCode).toBe(3);
});
