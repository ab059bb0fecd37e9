import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { needs, temporaryFolder } from "#testing/machine.ts";
import { said, sampleCause, sampleFinding, sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { reportOfRun } from "../run-report.ts";
import { bodyLines } from "../words/answer-excerpt.ts";
import { githubAnnotations, withoutCommands } from "./github.ts";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown-report.ts";
import { checkReportPlace, defaultPath, ReportError, writeReport } from "./write.ts";

function text(run: Redacted<Run>): string {
  return [...jsonReport(run)].join("");
}

test("a body that is not UTF-8 is kept in base64, and a long one is cut", () => {
  const answers = (bytes: Uint8Array) => {
    const run = sampleRun({ exchanges: [sampleExchange({ body: bytes })] });
    return JSON.parse(text(run)).exchanges[0].response.body;
  };
  expect(answers(Uint8Array.of(0xff, 0x00))).toEqual({ bytes: 2, truncated: false, base64: "/wA=" });
  const cut = answers(new TextEncoder().encode(`x${"é".repeat(10_000)}`));
  expect(cut).toEqual({ bytes: 20_001, truncated: true, text: `x${"é".repeat(8191)}` });
});

const texts = (text: string, pointer?: string): string[] =>
  bodyLines(text, pointer).map((line) => (line.marked ? `> ${line.text}` : line.text));

test("JSON is indented with its numbers as they stood", () => {
  const lines = ["[", "  {", '    "id": 9007199254740993,', '    "n": 1.0', "  },", "  [],", "  {}", "]"];
  expect(texts('[{"id":9007199254740993,"n":1.0},[],{}]')).toEqual(lines);
});

test("the place is marked, and the value around it where it is missing", () => {
  const lines = ["{", '  "a": {', '>     "b": 1', "  },", '  "c": 2', "}"];
  expect(texts('{"a":{"b":1},"c":2}', "/a/b")).toEqual(lines);
  expect(texts('{"a":{"b":1},"c":2}', "/a/x").filter((line) => line.startsWith(">"))).toHaveLength(3);
});

test("what is not JSON is shown line by line, without anything that acts on its reader", () => {
  expect(texts("<h1>\u202e\u001b[1m</h1>\nno")).toEqual(["<h1>\\u{202e}\\u{1b}[1m</h1>", "no"]);
});

test("deep and long values are cut", () => {
  const deep = texts("[".repeat(300) + "]".repeat(300));
  expect(deep.length).toBeLessThan(40);
  expect(texts(`"${"x".repeat(5000)}"`)[0]?.length).toBeLessThan(400);
});

describe("junit", () => {
  function text(run = sampleRun(), strict = false): string {
    return [...junitReport(reportOfRun(run), { strict })].join("");
  }

  test("a failure, an error and a skip are counted and carry their reasons", () => {
    const verdicts = [
      sampleVerdict("LIST-1", "pass"),
      sampleVerdict("LIST-4", "fail"),
      sampleVerdict("LIST-5", "inconclusive", { reason: said("the budget was spent") }),
      sampleVerdict("LIST-6", "untested", { remedy: { options: [{ option: "max-creates", value: 120 }] } }),
    ];
    const xml = text(sampleRun({ verdicts }));
    expect(xml).toContain(
      '<testsuites name="petstore-conformance" tests="5" failures="1" errors="1" time="2.500">',
    );
    expect(xml).toContain(
      '<failure message="expected a 4xx Error or at most 100 pets; got 200 with 101 pets" type="failure">',
    );
    expect(xml).toContain("seen in   limit 101, 3 of 41 answers (exchange 1)\n");
    expect(xml).toContain("\ncurl -i -H ");
    expect(xml).toContain('<error message="inconclusive: the budget was spent" type="error">');
    expect(xml).toContain(
      '<skipped message="untested: the store holds too few pets; to test it, add `--max-creates 120`"/>',
    );
  });

  test("a failure says why, and what follows from it names it", () => {
    const verdicts = [sampleVerdict("LIST-4", "fail"), sampleVerdict("LIST-1", "fail")];
    const advice = { likelyCause: "The maximum is not applied.", howToFix: "Apply it." };
    const pattern = "all 3 answers to lists with limit=101, and none of the 9 others";
    const cause = sampleCause({ consequences: ["LIST-1"], advice, pattern });
    const xml = text(sampleRun({ verdicts, causes: [cause] }));
    expect(xml).toContain(
      "cause     The maximum is not applied.\nfix       Apply it.\nshown by  all 3 answers",
    );
    expect(xml).toContain("cause     the same as for LIST-4\n");
  });

  test("a should that fails is a warning in the output, and a failure when the run is strict", () => {
    const run = sampleRun({ verdicts: [sampleVerdict("LIST-9", "fail", { level: "should" })] });
    expect(text(run)).toContain('name="LIST" tests="1" failures="0"');
    expect(text(run)).toMatch(/<system-out>warning\n/);
    expect(text(run, true)).toContain('name="LIST" tests="1" failures="1"');
  });

  const decided = [
    [0, "conforming", "passed"],
    [1, "non-conforming", "failure"],
    // An outdated entry of the known failures.
    [1, "conforming", "failure"],
    [3, "inconclusive", "error"],
    [70, "inconclusive", "error"],
    [70, "non-conforming", "error"],
  ] as const;

  test.each(decided)(
    "with exit code %i and the outcome %s the row of the outcome is %s",
    (exitCode, outcome, mark) => {
      const run = sampleRun({ verdicts: [sampleVerdict("LIST-1", "pass")], outcome, exitCode });
      const xml = text(run);
      expect(xml.includes('tests="2" failures="0" errors="0"')).toBe(mark === "passed");
      expect(xml.includes(`<${mark} message="${outcome} – `)).toBe(mark !== "passed");
    },
  );
});

const summary = (run = sampleRun()): string => [...markdownReport(reportOfRun(run))].join("");

test("the summary says what failed, and how to see it again", () => {
  const text = summary();
  expect(text).toMatch(/^## ❌ non-conforming – 3 of 4 musts tested: 2 passed, 1 failed; 1 untested\n/);
  expect(text).toContain(
    "\n```text\nLIST-4 do-list-4 (limit 101): expected a 4xx Error or at most 100 pets; got 200 with 101 pets\n  answer: GET /pets?limit=101 → 200 (exchange 1); item 100\n",
  );
  expect(text).toContain("\n    curl -i ");
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
  expect(text).toContain("#### ✗ 1. LIST-4 do-list-4\n\n```text\nLIST-4 do-list-4 (limit 101): expected");
  expect(text).toContain("likely cause: Nothing bounds the limit.\n  how to fix: Bound it.\n");
  expect(text).toContain("LIST-4, LIST-6, shown by 3 answers; 1 other not judged because of it");
});

test("what a target sent is no mention and no link, and ends no block", () => {
  const said = "@octocat www.evil.example https://evil.example ````";
  const mentioned = sampleFinding({ seen: said });
  const verdicts = [sampleVerdict("LIST-4", "fail", { findings: [mentioned] })];
  const text = summary(sampleRun({ verdicts, notes: [said] }));
  expect(text).toContain("note: &#64;<!-- -->octocat www&#46;evil.example https&#58;//evil.example ");
  const [, , block] = /\n(`{5})text\n(.*?)\n\1\n/s.exec(text) ?? [];
  expect(block?.replaceAll(/\s+/g, " ")).toContain(`got ${said} answer: `);
});

test("annotations name what failed, errors first", () => {
  expect(githubAnnotations(reportOfRun(sampleRun()))).toBe(
    "::error title=LIST-4 do-list-4::What LIST-4 asks for. expected a 4xx Error or at most 100 pets; got 200 with 101 pets (seed 7)\n",
  );
});

test("a fence of commands is closed by its own token alone", () => {
  expect(withoutCommands("a\n::error::b", "token")).toBe(
    "::stop-commands::token\na\n::error::b\n::token::\n",
  );
});

describe("write", () => {
  let folder = "";
  beforeEach(() => {
    folder = temporaryFolder();
  });

  test.each([
    ["https://staging.example.com/v1", "reports/20260102T030405Z-staging.example.com.json"],
    ["http://[::1]:8080/v1", "reports/20260102T030405Z-1-8080.json"],
    [
      `https://${"a".repeat(60)}.${"b".repeat(60)}/v1`,
      `reports/20260102T030405Z-${"a".repeat(60)}.${"b".repeat(39)}.json`,
    ],
    ["reference server (in process)", "reports/20260102T030405Z-self.json"],
  ])("the report on %s is %s", async (target, path) => {
    expect(await defaultPath("json", reportOfRun(sampleRun({ target })), folder)).toBe(path);
  });

  const write = (path: string | undefined, format: "json" | "junit" = "json") =>
    writeReport({ format, path }, reportOfRun(sampleRun()), { strict: false, folder });

  test("a report of the same second is kept", async () => {
    const paths = [];
    for (let nth = 0; nth < 3; nth += 1) paths.push(await write(undefined, "junit"));
    expect(paths.map((path) => path.replace(/^.*com/, ""))).toEqual([".xml", "-2.xml", "-3.xml"]);
  });

  test("what cannot be written is a sentence, before the run and after it", async () => {
    await writeFile(join(folder, "file"), "");
    await mkdir(join(folder, "folder"));
    await expect(write("file/report.json")).rejects.toThrow(ReportError);
    await expect(checkReportPlace("file/report.json", folder)).rejects.toThrow(ReportError);
    for (const path of ["folder", "folder/", "new/"])
      await expect(checkReportPlace(path, folder)).rejects.toThrow(/it is a folder/);
  });

  // Node's own recursive mkdir never ends there.
  needs("/proc")("a folder that cannot be made is an error, and not a loop", async () => {
    for (const path of ["/proc/none/report.json", "/proc/none/below/report.json", "/proc/report.json"]) {
      await expect(checkReportPlace(path, folder)).rejects.toThrow(ReportError);
      await expect(write(path)).rejects.toThrow(ReportError);
    }
  });

  test("a place that can be written is left as it was, but for its folder", async () => {
    await writeFile(join(folder, "old.json"), "before");
    await checkReportPlace("old.json", folder);
    await checkReportPlace("new/below/report.json", folder);
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(["new", "new/below", "old.json"]);
    expect(await readFile(join(folder, "old.json"), "utf8")).toBe("before");
  });
});
