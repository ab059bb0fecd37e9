import { expect, test } from "vitest";
import { hostileRun } from "#testing/report/sample-hostile-run.ts";
import { sampleCause, sampleFinding, sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { reportOfRun } from "../run-report.ts";
import { githubAnnotations, withoutCommands } from "./github.ts";
import { markdownReport } from "./markdown-report.ts";

const summary = (run = sampleRun()): string => [...markdownReport(reportOfRun(run))].join("");

test("the summary says what failed, and how to see it again", () => {
  const text = summary();
  expect(text).toMatch(/^## ❌ non-conforming – 3 of 4 musts tested: 2 passed, 1 failed; 1 untested\n/);
  expect(text).toContain(
    "\n\nLIST-4 do-list-4 (limit 101): expected a 4xx Error or at most 100 pets; got 200 with 101 pets\n\n- limit 101, 3 of 41 answers (item 100; exchange 1)\n",
  );
  expect(text).toContain("\n  ```sh\n  curl -i ");
  expect(text).toContain(
    "| LIST-5 do-list-5 | ○ untested | the store holds too few pets; to test it, add &#96;--max-creates 120&#96; |",
  );
});

test("a cause is said once, with what it breaks and what is not judged for it", () => {
  const advice = { likelyCause: "Nothing bounds the limit.", howToFix: "Bound it." };
  const cause = sampleCause({ leading: "LIST-4", consequences: ["LIST-6"], undecided: ["LIST-5"], advice });
  const verdicts = [
    sampleVerdict("LIST-4", "fail", { findings: [sampleFinding(cause.finding)] }),
    sampleVerdict("LIST-6", "fail"),
    sampleVerdict("LIST-5", "inconclusive"),
  ];
  const text = summary(sampleRun({ verdicts, causes: [cause] }));
  expect(text.match(/^#### /gm)).toHaveLength(1);
  expect(text).toContain("#### ✗ 1. LIST-4 do-list-4\n\nLIST-4 do-list-4 (limit 101): expected a 4xx Error");
  expect(text).toContain("**Likely cause:** Nothing bounds the limit.<br>**How to fix:** Bound it.");
  expect(text).toContain("Broken by the same cause: LIST-6\n");
  expect(text).toContain("Not judged because of it: LIST-5\n");
});

test("nothing that a target sent is markup, a mention, a link, a table's cell or a heading", () => {
  const text = summary(hostileRun);
  expect(text).not.toMatch(/<script|<img|<a |::error|\]\(|^not ok|^# owned|\u202e/mu);
  const mentioned = sampleFinding({ seen: "@octocat www.evil.example https://evil.example" });
  expect(
    summary(sampleRun({ verdicts: [sampleVerdict("LIST-4", "fail", { findings: [mentioned] })] })),
  ).toContain("got &#64;<!-- -->octocat www&#46;evil.example https&#58;//evil.example\n");
});

test("annotations name what failed, errors first, and no evidence is a command", () => {
  expect(githubAnnotations(reportOfRun(sampleRun()))).toBe(
    "::error title=LIST-4 do-list-4::What LIST-4 asks for. expected a 4xx Error or at most 100 pets; got 200 with 101 pets (seed 7)\n",
  );
  const lines = githubAnnotations(reportOfRun(hostileRun)).trimEnd().split("\n");
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/^::(?:error|warning) title=[\w-]+(?: [a-z0-9-]+)?::/);
});

test("a fence of commands is closed by its own token alone", () => {
  expect(withoutCommands("a\n::error::b", "token")).toBe(
    "::stop-commands::token\na\n::error::b\n::token::\n",
  );
});
