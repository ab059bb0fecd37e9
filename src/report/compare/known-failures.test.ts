import { expect, test } from "vitest";
import { sampleExchange } from "../../../testing/exchange/sample-exchange.ts";
import { noSecrets, sampleFinding, sampleRun, sampleVerdict } from "../../../testing/report/sample-run.ts";
import { inBody, inHeader } from "../../core/check/place.ts";
import { consoleReport } from "../console/console.ts";
import { junitReport } from "../formats/junit.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { excuse, type KnownFailure } from "./known-failures.ts";

const policy = { required: [], strict: false };

function entry(given: Partial<KnownFailure> = {}): KnownFailure {
  return {
    requirement: "LIST-4",
    case: "limit 101",
    fingerprint: fingerprintOf("LIST-4", sampleFinding()),
    reason: "the old gateway",
    link: "https://example.com/1",
    until: "2026-06-30",
    ...given,
  };
}

test("a listed failure does not turn the outcome, and is shown", () => {
  const { run, newFailures, kept } = excuse(sampleRun(), [entry()], policy);
  expect([run.outcome, run.exitCode, newFailures, kept]).toEqual(["conforming", 0, [], [entry()]]);
  const redacted = noSecrets.redact(run);
  const text = consoleReport(redacted, { width: 100, colour: false, quiet: false, verbose: false });
  expect(text).toContain("conforming – 3 of 4 musts tested: 2 passed, 1 failed as known; 1 untested");
  expect(text).toContain("note: known failure: LIST-4, limit 101 (the old gateway;");
  expect([...junitReport(redacted, { strict: false })].join("")).toContain('failures="0"');
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
  const findings = [sampleFinding(), sampleFinding({ seen: "500", got: { status: 500, at: undefined } })];
  const { run, newFailures } = excuse(
    sampleRun({ verdicts: [sampleVerdict("LIST-4", "fail", { findings })] }),
    [entry()],
    policy,
  );
  expect([run.outcome, run.exitCode]).toEqual(["non-conforming", 1]);
  expect(newFailures).toEqual([{ requirement: "LIST-4", finding: findings[1] }]);
});

test("an entry without a case excuses every failure of its requirement, and only a thorough pass outdates it", () => {
  const findings = [sampleFinding(), sampleFinding({ case: "limit 1000", seen: "500" })];
  const whole: KnownFailure = { requirement: "LIST-4", reason: "the old gateway", until: "2026-06-30" };
  const failing = sampleRun({ verdicts: [sampleVerdict("LIST-4", "fail", { findings })] });
  expect(excuse(failing, [whole], policy).newFailures).toEqual([]);
  const exitCodeOf = (profile: "standard" | "thorough") => {
    const verdicts = [sampleVerdict("LIST-4", "pass")];
    const green = sampleRun({ outcome: "conforming", exitCode: 0, profile, verdicts });
    return excuse(green, [whole], policy).run.exitCode;
  };
  expect([exitCodeOf("standard"), exitCodeOf("thorough")]).toEqual([0, 1]);
});

test("an entry without a fingerprint excuses every finding of its case, and no other", () => {
  const findings = [sampleFinding(), sampleFinding({ seen: "500" }), sampleFinding({ case: "limit 1000" })];
  const { fingerprint: _, ...ofCase } = entry();
  const failing = sampleRun({ verdicts: [sampleVerdict("LIST-4", "fail", { findings })] });
  expect(excuse(failing, [ofCase], policy).newFailures).toEqual([
    { requirement: "LIST-4", finding: findings[2] },
  ]);
});

test("an expired entry excuses nothing", () => {
  const { run, kept } = excuse(sampleRun(), [entry({ until: "2025-12-31" })], policy);
  expect([run.outcome, run.exitCode, kept]).toEqual(["non-conforming", 1, []]);
});

test("an entry stays where a smaller profile passes without its case, and where its inputs are drawn", () => {
  const verdicts = [sampleVerdict("LIST-4", "pass")];
  const green = sampleRun({ outcome: "conforming", exitCode: 0, verdicts });
  const unsent = excuse(green, [entry({ case: "limit 1000" })], policy);
  expect([unsent.run.exitCode, unsent.kept.length]).toEqual([0, 1]);
  const drawn = { ...sampleExchange({}), label: "limit 101 #3" };
  const other = excuse(noSecrets.redact({ ...green, exchanges: [drawn] }), [entry()], policy);
  expect([other.run.exitCode, other.kept.length]).toEqual([0, 1]);
});

test("an entry whose case ran and held makes the exit code 1; one that was not judged stays", () => {
  const green = sampleRun({
    outcome: "conforming",
    exitCode: 0,
    verdicts: [sampleVerdict("LIST-4", "pass"), sampleVerdict("LIST-5", "untested")],
  });
  const needless = excuse(green, [entry()], policy);
  expect([needless.run.outcome, needless.run.exitCode, needless.kept]).toEqual(["conforming", 1, []]);
  const unjudged = excuse(green, [entry({ requirement: "LIST-5" })], policy);
  expect([unjudged.run.exitCode, unjudged.kept.length]).toEqual([0, 1]);
});
