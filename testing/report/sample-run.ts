import { caseRef } from "#core/check/case.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { reasonsOf, rowsOf } from "#core/check/results/unresolved.ts";
import {
  type FoldedFinding,
  inBody,
  inHeader,
  type Verdict,
  type VerdictKind,
} from "#core/check/results/verdict.ts";
import type { SuiteWords } from "#core/check/suite.ts";
import { countVerdicts } from "#core/run/judging/outcome.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import type { SavedRun } from "#report/compare/saved-run.ts";
import { type ConsoleOptions, consoleReport } from "#report/console/console.ts";
import { jsonReport } from "#report/formats/json.ts";
import { reportOfRun } from "#report/run-report.ts";
import { sampleExchange } from "../exchange/sample-exchange.ts";

const reasons = { said: "{text}" } as const;

const of = reasonsOf(reasons);

/** For tests: a reason in any words. */
export const said = (text: string) => of.reason("said", { text });
export const saidUntested = (text: string) => of.untested("said", { text });

export const saidWords: SuiteWords = {
  ...{ title: "Pet Store", name: "pet store", thing: "pet", things: "pets" },
  reasons: rowsOf(reasons),
};

/** Redacts what holds no secret, as what writes asks for. */
export const noSecrets = new Secrets();

const sampleCase = caseRef("limit/101", "limit 101");

export function sampleVerdict(id: string, verdict: VerdictKind, given: Partial<Verdict> = {}): Verdict {
  return {
    id,
    slug: `do-${id.toLowerCase()}`,
    area: id.split("-")[0] ?? "",
    level: "must",
    verdict,
    text: `What ${id} asks for.`,
    clause: "Endpoints / List animals",
    rulings: [1],
    reason: verdict === "pass" || verdict === "fail" ? undefined : said("the store holds too few pets"),
    remedy: undefined,
    findings: verdict === "fail" ? [sampleFinding()] : [],
    cases: { promised: 1, held: verdict === "pass" ? 1 : 0, list: [sampleCase] },
    judged: 41,
    exchanges: [1],
    ...given,
  };
}

export function sampleFinding(given: Partial<FoldedFinding> = {}): FoldedFinding {
  return {
    case: sampleCase,
    expected: "a 4xx Error or at most 100 pets",
    seen: "200 with 101 pets",
    got: { status: 200, at: "object" },
    place: inBody("/100"),
    exchange: 1,
    related: [],
    broken: 3,
    of: 41,
    ...given,
  };
}

/** Why LIST-4 and LIST-5 fail. */
export function sampleCause(given: Partial<Cause> = {}): Cause {
  return {
    key: "LIST-4 status",
    form: { kind: "accepted" },
    level: "must",
    leading: "LIST-4",
    consequences: ["LIST-5"],
    undecided: [],
    finding: sampleFinding(),
    broken: 3,
    exchanges: [1],
    ...given,
  };
}

/** What a failure's own cause would be. */
function causesOf({ id, level, verdict, findings: [finding] }: Verdict): Cause[] {
  if (verdict !== "fail" || finding === undefined) return [];
  const { broken, of: _, ...shown } = finding;
  const form = { kind: "body", place: finding.place } as const;
  const own = { key: `${id} body`, form, level, leading: id, consequences: [] };
  return [sampleCause({ ...own, finding: shown, broken, exchanges: [finding.exchange] })];
}

/** A run for tests: whatever is not given is that of a small run that found one failure. */
export function sampleRun(given: Partial<Run> = {}): Redacted<Run> {
  const verdicts = given.verdicts ?? [
    sampleVerdict("LIST-1", "pass"),
    sampleVerdict("LIST-4", "fail"),
    sampleVerdict("LIST-5", "untested", { remedy: { options: [{ option: "max-creates", value: 120 }] } }),
    sampleVerdict("AUTH-1", "pass"),
  ];
  return noSecrets.redact<Run>({
    tool: { name: "petstore-conformance", version: "0.1.0" },
    runId: "00112233445566778899",
    seed: 7,
    profile: "standard",
    target: "https://staging.example.com/v1",
    clock: "wall",
    startedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5),
    endedAtMs: Date.UTC(2026, 0, 2, 3, 4, 7, 500),
    spec: { title: "Pet Store", version: "1.0.0", source: "embedded", looser: [], untestedOperations: [] },
    outcome: "non-conforming",
    exitCode: 1,
    reason: undefined,
    partial: false,
    rootCause: undefined,
    counts: countVerdicts(verdicts),
    words: saidWords,
    cases: { total: 0, tested: 0, leftOut: [] },
    exchanges: [sampleExchange({ request: { query: [["limit", "101"]] } })],
    created: [
      { id: "9007199254740993", name: "conformance-00112233445566778899-1", exchange: 1, certain: true },
    ],
    requests: { total: 41, writes: 1, probe: 0, experiments: 0 },
    notes: [],
    suiteErrors: [],
    ...given,
    verdicts,
    causes: given.causes ?? verdicts.flatMap(causesOf),
  });
}

/** A run as its JSON report keeps it. */
export function sampleSavedRun(given: Partial<Run> = {}): SavedRun {
  return JSON.parse([...jsonReport(sampleRun(given))].join(""));
}

/** How the console prints it unless a test says otherwise. */
export const plainLook = { width: 100, colour: false, quiet: false, verbose: false };

/** A run that no target answered. */
export const unreachableRun = sampleRun({
  outcome: "inconclusive",
  exitCode: 3,
  reason: "unreachable",
  partial: true,
  rootCause: { kind: "unreachable", failure: "nothing answered", exchange: 1 },
  verdicts: ["AUTH-1", "LIST-1"].map((id) => sampleVerdict(id, "inconclusive")),
  exchanges: [sampleExchange({ failure: { kind: "refused", phase: "connect", message: "nobody listens" } })],
});

/** For tests: what is printed of a run, without colours. */
export function printed(run: Redacted<Run>, look: Partial<ConsoleOptions> = {}): string {
  return consoleReport(reportOfRun(run), { ...plainLook, width: 80, ...look });
}

/** Text that tries to get out of every format that a report has. */
const hostileText = [
  `</code></pre><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>`,
  `]]></failure></testsuites> --> "'\` $(id) %0A::error::owned`,
  "\n::error::owned\r\nnot ok 1 - owned\n# owned\n| a | b |\n```\n",
  "\u001b]0;owned\u0007\u202eowned\u2066\u0000\ud800",
].join("");

const finding = sampleFinding({
  case: caseRef(hostileText, hostileText),
  seen: hostileText,
  place: inHeader(hostileText),
});

/** A run against a target that puts hostile text wherever it can. */
export const hostileRun: Redacted<Run> = sampleRun({
  verdicts: [
    sampleVerdict("LIST-1", "pass"),
    sampleVerdict("LIST-4", "fail", { findings: [{ ...finding, related: [1] }] }),
    sampleVerdict("LIST-9", "fail", { level: "should", findings: [sampleFinding({ seen: hostileText })] }),
    sampleVerdict("AUTH-1", "inconclusive", { reason: said(hostileText) }),
  ],
  causes: [
    sampleCause({ form: { kind: "field", name: hostileText }, consequences: ["LIST-9"], finding }),
    sampleCause({ form: { kind: "wrapped-list", member: hostileText }, leading: hostileText }),
  ],
  rootCause: { kind: "redirected", to: hostileText, exchange: 1 },
  exchanges: [
    sampleExchange({
      headers: [["X-Echo", hostileText.replaceAll(/[\r\n\0]/gu, " ")]],
      body: JSON.stringify([{ id: 1, [hostileText]: hostileText }]),
      request: { path: "/pets/%3Cscript%3E" },
    }),
    { ...sampleExchange({ body: hostileText }), id: 2 },
  ],
  created: [{ id: hostileText, name: hostileText, exchange: 1, certain: true }],
  notes: [hostileText],
  suiteErrors: [{ where: "LIST-1", message: hostileText }],
});
