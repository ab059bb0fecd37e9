import { expect, test } from "vitest";
import { inBody, inStatus } from "#core/check/results/verdict.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { printed, said, sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";

test("what is wrong comes with its likely cause, fix, answer, reproduction and reach, and the outcome comes last", () => {
  const advice = { likelyCause: "The bound is not applied.", howToFix: "Apply it." };
  const [cause = expect.fail("the sample has a failure")] = sampleRun().causes;
  const finding = { ...cause.finding, place: inBody("/2") };
  const causes = [{ ...cause, finding, advice, consequences: ["LIST-1"], undecided: ["LIST-5"] }];
  const exchanges = [sampleExchange({ request: { query: [["limit", "101"]] }, body: "[1, 2,\n 3]" })];
  expect(
    printed(sampleRun({ causes, exchanges })),
  ).toBe(`✗ 1. LIST-4 do-list-4 (limit 101): expected a 4xx Error or at most 100 pets; got
  200 with 101 pets
  likely cause: The bound is not applied.
  how to fix: Apply it.
  answer: GET /pets?limit=101 → 200 (exchange 1); item 2
        2,
    >   3
      ]
  reproduce:
    curl -i -H 'Accept: application/json' \\
      -H "Authorization: Bearer $PETSTORE_API_KEY" \\
      'https://staging.example.com/v1/pets?limit=101'
  concerns: LIST-4, LIST-1, shown by 3 answers; 1 other not judged because of
    it; more: explain LIST-4

untested: LIST-5 (--verbose says why)
41 requests (1 POST) in 2.5 s
1 pet created, named conformance-00112233445566778899-…; --verbose prints all
target https://staging.example.com/v1, profile standard, seed 7
non-conforming – 3 of 4 musts tested: 2 passed, 1 failed; 1 untested
`);
});

test("what the service says of an error is shown in two lines", () => {
  const [cause = expect.fail("the sample has a failure")] = sampleRun().causes;
  const causes = [{ ...cause, finding: { ...cause.finding, place: inStatus } }];
  const message = `the limit is too large${", as before".repeat(12)}`;
  const exchanges = [sampleExchange({ status: 400, body: JSON.stringify({ code: "x", message }) })];
  expect(printed(sampleRun({ causes, exchanges }))).toContain(`
    > 400 {"code":"x","message":"the limit is too large, as before, as before,
      as before, as before, as before, as before, as before, as before, as befo…
  reproduce`);
});

test("what writes is counted by its method where there are several", () => {
  const methods = ["GET", "POST", "PUT", "PUT"] as const;
  const exchanges = methods.map((method) => sampleExchange({ request: { method } }));
  const requests = { total: 4, writes: 3, probe: 0, experiments: 0 };
  expect(printed(sampleRun({ exchanges, requests }))).toContain("4 requests (1 POST, 2 PUTs) in 2.5 s");
});

test("five causes at most are shown in full, and of each other there is one line", () => {
  const ids = Array.from({ length: 8 }, (_, index) => `LIST-${index + 1}`);
  const verdicts = ids.map((id) => sampleVerdict(id, "fail"));
  const lines = printed(sampleRun({ verdicts })).split("\n");
  expect(lines.filter((line) => /^✗ [0-9]\. /.test(line))).toHaveLength(5);
  expect(lines.filter((line) => /^✗ LIST-[678] do-list-[678] /.test(line))).toHaveLength(3);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("a failure that no cause explains is a cause of its own", () => {
  expect(printed(sampleRun({ causes: [] }))).toBe(printed(sampleRun()));
});

test("what is known already is one sentence", () => {
  const report = printed(sampleRun({ known: ["LIST-4"], outcome: "conforming" }));
  expect(report).toMatch(/^✗ LIST-4 do-list-4 (?:(?!\n\n)[\s\S])*\(known\)\n\n/);
  expect(report).not.toContain("reproduce");
});

test("beside warnings alone, what was not judged stands there with its reason, and once", () => {
  const verdicts = [
    sampleVerdict("LIST-1", "pass"),
    sampleVerdict("LIST-5", "untested"),
    sampleVerdict("DEPR-2", "fail", { level: "should" }),
  ];
  const report = printed(sampleRun({ verdicts, outcome: "conforming", exitCode: 0 }));
  expect(report.match(/LIST-5/g)).toHaveLength(1);
  expect(report).toContain("LIST-5 do-list-5  untested: the store holds too few pets");
});

test("operations that are untested for one reason share a line, whatever the option names that would test each", () => {
  const untested = (n: number, family: string) => {
    const remedy = { options: [{ option: "operations", value: `add${n}` }] };
    return sampleVerdict(`OP:add${n}/${family}`, "untested", { area: `OP:add${n}`, remedy });
  };
  const added = [1, 2, 3, 4, 5, 6].flatMap((n) => [untested(n, "status"), untested(n, "auth")]);
  const served = sampleVerdict("OP:add7/auth", "pass", { area: "OP:add7" });
  const verdicts = [...added, untested(7, "status"), served];
  const report = printed(sampleRun({ verdicts, outcome: "inconclusive" }));
  expect(report.replaceAll(/\s+/g, " ")).toContain(
    "– OP:add1 OP:add2 OP:add3 OP:add4 OP:add5 OP:add6 OP:add7/status untested: the store holds too few pets; to test them, add `--operations add1 --operations add2 --operations add3`, and so on",
  );
  expect(report.match(/the store holds/g)).toHaveLength(1);
});

test("--verbose shows of each failure what to fix: sentence, expected, got, where, how often, place, curl", () => {
  expect(printed(sampleRun(), { verbose: true })).toBe(`✗ LIST  1 of 3 passed, 1 failed, judged on 41 answers
  ✓ LIST-1 do-list-1
  ✗ LIST-4 do-list-4: What LIST-4 asks for. (must; judged on 41 answers)
    expected  a 4xx Error or at most 100 pets
    got       200 with 101 pets
    where     item 100
    seen in   limit 101, 3 of 41 answers (exchange 1)
    see       Endpoints / List animals (ruling 1)
    curl -i -H 'Accept: application/json' \\
      -H "Authorization: Bearer $PETSTORE_API_KEY" \\
      'https://staging.example.com/v1/pets?limit=101'

  – LIST-5 do-list-5  untested: the store holds too few pets; to test it, add
    \`--max-creates 120\`
✓ AUTH  1 of 1 passed, judged on 41 answers

Pets that this run created: The interface has no way to remove them.
  – 1 pet created, named conformance-00112233445566778899-…: 9007199254740993

must    2 passed, 1 failed, 1 untested
should  0 passed
41 requests (1 POST) in 2.5 s
target https://staging.example.com/v1, profile standard, seed 7, run
  00112233445566778899
non-conforming – 3 of 4 musts tested: 2 passed, 1 failed; 1 untested
`);
});

test("the likely cause stands on top, with how to fix and reproduce it, and what it took with it is one line", () => {
  const rootCause = { kind: "key-stopped", after: 40, exchange: 1 } as const;
  const verdicts = [
    sampleVerdict("AUTH-4", "pass"),
    ...["AUTH-1", "AUTH-2", "AUTH-3"].map((id) =>
      sampleVerdict(id, "inconclusive", { cause: { kind: "root-cause", by: rootCause } }),
    ),
  ];
  const [first, ...rest] = printed(
    sampleRun({ verdicts, rootCause, outcome: "inconclusive", exitCode: 3, partial: true }),
  ).split("\n");
  expect(first).toMatch(/^✗ Likely cause: the key stopped working after request 40;/);
  expect(rest.slice(0, 5)).toEqual([
    "  revoked, or the service shuts out for a while who sent wrong keys (exchange 1)",
    "  How to fix: try the key again in a minute: where it works, the service refuses",
    "  it after wrong keys; where it does not, check it with its issuer",
    "  Reproduce:",
    "    curl -i -H 'Accept: application/json' \\",
  ]);
  expect(rest).toContain("inconclusive: AUTH-1, AUTH-2, AUTH-3 (--verbose says why)");
  expect(rest).toContain("inconclusive (partial run) – 1 of 4 musts tested: 1 passed; 3 inconclusive");
});

test("quiet prints the summary only", () => {
  expect(printed(sampleRun(), { quiet: true })).toMatch(/^41 requests [^✗]*\nnon-conforming – .*\n$/);
});

test("a cause that left nothing to judge is followed by the summary alone", () => {
  const verdicts = ["AUTH-1", "LIST-1"].map((id) => sampleVerdict(id, "inconclusive"));
  const rootCause = { kind: "interrupted", exchange: undefined } as const;
  const report = printed(sampleRun({ verdicts, rootCause, outcome: "inconclusive" }));
  expect(report).toMatch(
    /^✗ Likely cause: the run was interrupted\n\n41 requests .*\ninconclusive – 0 of 2 musts tested; 2 inconclusive\n$/s,
  );
});

test("areas that the user left out are one line in all", () => {
  const leftOut = { reason: said("left out by only or skip") };
  const verdicts = [
    sampleVerdict("AUTH-1", "skipped", leftOut),
    sampleVerdict("ERR-1", "skipped", leftOut),
    sampleVerdict("LIST-1", "pass"),
    sampleVerdict("LIST-2", "skipped", leftOut),
  ];
  expect(printed(sampleRun({ verdicts, outcome: "conforming" }), { verbose: true })).toMatch(
    /^✓ LIST {2}1 of 1 passed.*\n {2}✓ LIST-1 do-list-1\n {2}– LIST-2 do-list-2 {2}skipped: .*\n– left out by only or skip: AUTH ERR\n\n/,
  );
});

test.each([60, 80])("prose keeps within %i columns", (width) => {
  const verdicts = [sampleVerdict("LIST-4", "fail", { text: "word ".repeat(60).trim() })];
  for (const verbose of [false, true])
    for (const line of printed(sampleRun({ verdicts }), { width, verbose }).split("\n"))
      if (!line.includes("https://")) expect(line.length).toBeLessThanOrEqual(width);
});
