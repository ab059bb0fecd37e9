import { describe, expect, test } from "vitest";
import {
  certificateOf,
  certified,
  dayMs,
  issuedMs,
  judged,
  kindsIn,
  passedOff,
  recordedLines,
  recordingOf,
  sampleSigner,
  signedStatement,
  statementIn,
  trustIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import { summaryLines } from "./in-words.ts";
import { problemKinds } from "./problems.ts";
import type { Statement } from "./statement/statement.ts";
import { revoke } from "./trust/revocations.ts";

const lines = await recordedLines();
const recording = recordingOf(lines);
const certificate = await certificateOf(recording);
const statement = statementIn(certificate);
const { predicate } = statement;

function edited(from: string | RegExp, to: string): readonly string[] {
  const at = lines.findIndex((line) => line.replace(from, to) !== line);
  if (at === -1) throw new Error(`no line has ${from}`);
  return lines.map((line, index) => (index === at ? line.replace(from, to) : line));
}

test("the first things that it says are its level, how many musts were tested, and what was not", () => {
  expect(Object.keys(predicate).slice(0, 4)).toEqual(["level", "musts", "cases", "untested"]);
  expect(predicate).toMatchObject({ level: "server standard", rateLimits: "covered", result: "PASSED" });
  expect(predicate.untested.length).toBeGreaterThan(0);
});

test("what it says in words begins with the embedded server, and has one line for each reason of a gap", async () => {
  const says = summaryLines(statement);
  expect(says[0]).toBe("This is about the embedded reference server, and about no service.");
  const gaps = says.filter((line) => line.startsWith("  "));
  const named = gaps.flatMap((line) => line.match(/[A-Z]+\d*-\d+/g) ?? []);
  expect(new Set(named)).toEqual(new Set(predicate.untested.map(({ id }) => id)));
  expect(gaps.length).toBeLessThan(predicate.untested.length);
});

describe("each way of being wrong has its own sentence and its own exit code", async () => {
  const revocations = async (revoked: Partial<Parameters<typeof revoke>[1]>, signer = sampleSigner()) => {
    const at = { at: new Date(issuedMs), validForMs: 30 * dayMs, reason: "limits were off" };
    const { text } = await revoke(undefined, { certificates: [], keys: [], ...at, ...revoked }, signer);
    return { revocations: Buffer.from(text) };
  };
  const [first, ...rest] = lines;
  const older = recordingOf([(first ?? "").replace(/"version":"[^"]*"/, '"version":"0.0.1"'), ...rest]);
  const ownVersion = (await judged(recording)).judgedBy.version;
  const olderStatement: Statement = JSON.parse(
    JSON.stringify(statement).replace(`"version":"${ownVersion}"`, '"version":"0.0.1"'),
  );
  /** The run as if another version had made it. */
  const asOlder = (changed?: object, asked?: Parameters<typeof verified>[2]) =>
    passedOff(olderStatement, older, changed, asked);
  const asked = (given: Parameters<typeof verified>[2]) => verified(certificate, recording, given);
  const cases: Record<string, () => ReturnType<typeof verified>> = {
    "not-a-certificate": async () => verified(Buffer.from("{}")),
    altered: async () => verified(Buffer.from(`${certificate}\n`), recording),
    "wrong-signature": async () =>
      verified(Buffer.from(`${certificate}`.replace('"payload": "eyJf', '"payload": "fyJf'))),
    "untrusted-key": async () => asked({ trust: trustIn(sampleSigner(8)) }),
    "key-revoked": async () => asked(await revocations({ keys: [sampleSigner().publicKey] })),
    "certificate-revoked": async () => asked(await revocations({ certificates: [certificate] })),
    "revocations-invalid": async () => asked(await revocations({}, sampleSigner(9))),
    "not-permitted": async () => asked({ trust: trustIn(sampleSigner(), { until: "2026-03-04" }) }),
    "not-yet-valid": async () => asked({ nowMs: issuedMs - dayMs }),
    expired: async () => asked({ nowMs: issuedMs + 400 * dayMs }),
    "too-old": async () => asked({ maxAgeMs: dayMs }),
    "level-too-low": async () => asked({ require: "thorough" }),
    "other-challenge": async () => verified(certificate, undefined, { challenge: 2 }),
    // The same lines in other bytes.
    "other-evidence": async () => verified(certificate, Buffer.concat([recording, Buffer.from([0])])),
    "evidence-unreadable": async () => {
      const rubbish = edited('"outcome":{"kind":"answer"', '"outcome":{"kind":"answer","answer":7');
      return passedOff(statement, recordingOf(rubbish));
    },
    "not-certifiable": async () => passedOff(statement, recordingOf(edited('"status":200', '"status":500'))),
    "other-verdicts": async () => {
      const [named = "", ...passedTests] = predicate.passedTests;
      return passedOff(statement, recording, { passedTests, warnedTests: [named] });
    },
    "other-claims": async () => passedOff(statement, recording, { rateLimits: "declared off" }),
    "judged-otherwise": async () => {
      const [named = "", ...passedTests] = predicate.passedTests;
      return asOlder({ passedTests, warnedTests: [named] });
    },
    "other-document": async () =>
      passedOff(statement, recordingOf(edited(/"digest":"\w{4}/, '"digest":"0000'))),
    "dates-contradict": async () =>
      passedOff(statement, recording, { expiresAt: new Date(issuedMs + 367 * dayMs).toISOString() }),
    simulated: async () => asked({ allowSelf: false }),
  };

  test.each(Object.keys(problemKinds).filter((kind) => kind !== "evidence-not-planned"))(
    "%s",
    async (kind) => {
      const found = await cases[kind]?.();
      expect(found && kindsIn(found)).toContain(kind);
      expect(found?.problems[0]?.detail).toMatch(/\w.*\.$/s);
    },
  );

  test("a list of revocations is no certificate and a certificate no list, whoever signed them", async () => {
    const list = await revocations({});
    expect(kindsIn(await verified(list.revocations))).toEqual(["not-a-certificate"]);
    const { problems } = await asked({ revocations: certificate });
    expect(problems).toEqual([
      { kind: "revocations-invalid", detail: expect.stringContaining("not a list of revocations") },
    ]);
  });

  test("no byte of a certificate or a list changes unnoticed, not even beside what is signed", async () => {
    const renamed = `${certificate}`.replace(/"keyid": "\w{4}/, '"keyid": "0000');
    expect(kindsIn(await verified(Buffer.from(renamed), recording))).toEqual(["altered"]);
    const list = await revocations({});
    const longer = Buffer.from(`${list.revocations}\n`);
    expect(kindsIn(await asked({ revocations: longer }))).toEqual(["revocations-invalid"]);
  });

  test("no two share an exit code or a title", () => {
    const rows = Object.values(problemKinds);
    expect(new Set(rows.map(({ exitCode }) => exitCode)).size).toBe(rows.length);
    expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length);
  });

  test("by another version of the suite, what is not judged otherwise is a note", async () => {
    const { problems, notes } = await asOlder();
    expect(problems).toEqual([]);
    expect(notes).toEqual([expect.stringContaining("made with version 0.0.1")]);
  });

  test("a run of another version answers no challenge, since its requests cannot be checked", async () => {
    const found = await asOlder({}, { challenge: 1 });
    expect(kindsIn(found)).toEqual(["other-challenge"]);
    expect(await verified(certificate, recording, { challenge: 1 })).toMatchObject({ problems: [] });
  });

  test.each([
    ["another level", { level: "server thorough" }, "other-claims"],
    ["other dates", { run: { ...predicate.run, startedAt: "2026-03-01T00:00:00.000Z" } }, "other-claims"],
    [
      "another seed",
      JSON.parse(
        JSON.stringify({ configuration: olderStatement.predicate.configuration }).replace(
          '"seed":1',
          '"seed":2',
        ),
      ),
      "other-claims",
    ],
    ["other rate limits", { rateLimits: "declared off" }, "judged-otherwise"],
  ])("to name another version does not excuse %s", async (_, changed, kind) => {
    expect(JSON.stringify({ ...predicate, ...changed })).not.toBe(JSON.stringify(predicate));
    expect(kindsIn(await asOlder(changed))).toEqual([kind]);
  });
});

describe("a payload is read in its one form", () => {
  const text = JSON.stringify(statement);
  test.each([
    ["text after it", `${text} `],
    ["an escaped letter", text.replace('"result"', '"\\u0072esult"')],
    ["a member of another name", text.replace('"result":', '"note":"x","result":')],
    ["a prototype", text.replace('"result":', '"__proto__":{},"result":')],
  ])("%s is refused", async (_, wrong) => {
    expect(wrong).not.toBe(text);
    expect(kindsIn(await verified(await signedStatement(wrong)))).toEqual(["not-a-certificate"]);
  });
});

test("a recording with another verdict than the run named is not certified", async () => {
  const changed = recordingOf(edited('"verdict":"pass"', '"verdict":"fail"'));
  const made = await certified(changed, { name: "Sample 1.0" });
  expect("obstacles" in made && made.obstacles).toEqual([
    "Its recording gives other verdicts than the run did.",
  ]);
});
