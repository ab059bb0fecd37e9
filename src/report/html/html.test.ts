import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import {
  hostileRun,
  sampleCause,
  sampleFinding,
  sampleRun,
  sampleVerdict,
} from "#testing/report/sample-run.ts";
import type { CurlCommand } from "../curl.ts";
import { reportOfRun } from "../run-report.ts";
import { h } from "./element.ts";
import { againBlock } from "./exchange-view.ts";
import { htmlReport } from "./html.ts";

function page(run = sampleRun()): string {
  return [...htmlReport(reportOfRun(run))].join("");
}

test("the page asks for nothing and lets only its own style and script run", () => {
  expect(page()).toMatch(
    /content="default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'"/,
  );
  expect(page()).not.toMatch(/ (?:src|style|on\w+)=/);
});

test("a failure shows what to fix, with the offending place marked", () => {
  const text = page();
  // In this order the grid puts expected beside got, and the request beside the answer.
  for (const part of ['id="cause-1"', 'class="finding"'])
    expect(between(text.slice(text.indexOf(part)), '"label">Expected', "Reproduce")).toMatch(
      /Expected a 4xx Error or at most 100 pets Got 200 with 101 pets Request GET \/pets\?limit=101 .*Response 200/,
    );
  expect(text).toContain("<mark>[]</mark>");
  expect(text).toContain("limit=101");
});

const advice = { likelyCause: "The limit is read and not applied.", howToFix: "Apply the limit last." };
const guidance = { ...advice, rulings: [{ number: 1, text: "A `limit` out of range may be rejected" }] };
const causes = [
  sampleCause({ advice }),
  sampleCause({ leading: "CREATE-5", consequences: [], form: { kind: "status", status: 422 } }),
];
const broken = {
  causes,
  verdicts: [
    sampleVerdict("LIST-4", "fail", { guidance }),
    sampleVerdict("LIST-5", "fail"),
    sampleVerdict("CREATE-5", "fail", { findings: [sampleFinding({ seen: "422" })] }),
    sampleVerdict("ERR-5", "fail", { level: "should" }),
    sampleVerdict("AUTH-1", "pass"),
    sampleVerdict("AUTH-6", "pass", { level: "should" }),
    sampleVerdict("RATE-1", "untested"),
  ],
};

/** The text between two others, without its markup. */
function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  return text
    .slice(start, text.indexOf(to, start))
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}

test("the causes come first, each with what to do, what follows from it, and how to see it", () => {
  const text = page(sampleRun(broken));
  expect(text.indexOf("What is wrong")).toBeLessThan(text.indexOf('id="requirements"'));
  const first = between(text, 'id="cause-1"', 'id="cause-2"');
  for (const part of [
    "LIST-4 do-list-4 : What LIST-4 asks for.",
    "Likely cause The limit is read and not applied.",
    "How to fix Apply the limit last.",
    "3 answers, first exchange 1 (limit 101)",
    "curl -i",
    "1 other requirement broken by the same cause LIST-5 do-list-5",
  ])
    expect(first).toContain(part);
});

test("a cause all of whose failures are known is folded, and says so", () => {
  const text = page(sampleRun({ ...broken, known: ["LIST-4", "LIST-5"] }));
  const [first, second] = text.split('class="problem').slice(1);
  expect([first, second].map((part) => /^[^>]* open/.test(part ?? ""))).toEqual([false, true]);
  expect(first).toContain("2 requirements, known");
  expect(second).not.toContain(", known");
});

test("every requirement says what it asks for, with its rulings' text", () => {
  const text = page(sampleRun(broken));
  expect(text.match(/<dt>Interface<\/dt><dd>Endpoints/g)).toHaveLength(broken.verdicts.length);
  expect(text).toContain("A <code>limit</code> out of range may be rejected.");
  expect(text).toContain("The limit is read and not applied. Apply the limit last.");
});

test.each([
  ["broken", sampleRun(broken)],
  ["hostile", hostileRun],
])("every link on the page of a %s run leads to one place on it", (_, run) => {
  const text = page(run);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const links = [...text.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
});

test("a run of 10,000 exchanges is written within 20 MB, with those that findings rest on", () => {
  const [one = expect.fail("a sample has an exchange")] = sampleRun().exchanges;
  const exchanges = Array.from({ length: 10_000 }, (_, index) => ({ ...one, id: 10_000 - index }));
  const text = page(sampleRun({ exchanges }));
  expect(text.length).toBeLessThan(20e6);
  expect(text).toContain('id="exchange-1"');
  expect(text).toContain("8500 more exchanges are in the JSON report");
});

const again = (commands: readonly CurlCommand[]) => h("div", againBlock(commands, h("p", "again")));

test("commands that follow one another are one text with one button, each under what has to be filled in", () => {
  const html = renderToString(
    again([
      { words: ["PET=$(curl -sS", "'https://host/v1/pets'", "| sed p)"] },
      { words: ["curl -i", `'https://host/v1/pets/'"$PET"`], comment: "CREDENTIAL: the key reversed" },
    ]),
  );
  const text = html.replaceAll(/<[^>]*>/g, "\n").replaceAll("&quot;", '"');
  expect(text).toContain(
    `PET=$(curl -sS 'https://host/v1/pets' | sed p)\n# CREDENTIAL: the key reversed\ncurl -i 'https://host/v1/pets/'"$PET"\n`,
  );
  expect(html.match(/<button/g)).toHaveLength(1);
});

test("a long command is broken between its words and never cut", () => {
  const body = `'${"x".repeat(60_000)}'`;
  const words = ["curl -i", "-H 'Accept: application/json'", "--data-binary", body, "'https://host/v1/pets'"];
  const [, code = ""] = /<code>(.*)<\/code>/s.exec(renderToString(again([{ words }]))) ?? [];
  expect(
    code
      .split(" \\\n")
      .map((line) => line.trim())
      .join(" "),
  ).toBe(words.join(" "));
});
