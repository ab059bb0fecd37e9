import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { consoleReport } from "#report/console/console.ts";
import { type Format, formatNames, formats } from "#report/formats/formats.ts";
import { plainLook } from "#testing/report/sample-run.ts";
import { playClient, playedKey } from "../proof/play-client.ts";
import schema from "./exam.schema.json" with { type: "json" };
import { reportOfExam } from "./report-of-exam.ts";

const prepared = await prepareExam(undefined);
const { clients } = await prepared.suite.proof();
const named = ["capped-wait", "key-in-user-agent", "key-in-body", "key-in-cookie", "basic-key"];
const reports = await Promise.all(
  named.map(async (id) => {
    const { run } = clients.get(id) ?? expect.fail(`no ${id}`);
    return new Secrets(playedKey).redact(await playClient(run, prepared));
  }),
);
const [capped = expect.fail("no report")] = reports;
async function written(format: Format, report: (typeof reports)[number]): Promise<string> {
  return [...(await formats[format].write(reportOfExam(report, prepared.suite), { strict: false }))].join("");
}

test("the JSON report is of its schema", async () => {
  const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema);
  for (const report of reports) {
    validate(JSON.parse(await written("json", report)));
    expect(validate.errors).toBeNull();
  }
});

test("JUnit and Markdown say what a must failed", async () => {
  const cases = (await written("junit", capped))
    .split("<testcase ")
    .filter((one) => one.includes("<failure"));
  expect(cases.map((one) => /name="([^:]*):/.exec(one)?.[1])).toEqual([
    "CLIENT-4 wait-for-retry-after",
    "CLIENT-5 wait-for-retry-date",
  ]);
  expect(await written("markdown", capped)).toContain("#### ✗ 1. CLIENT-4 wait-for-retry-after\n");
});

test("the page draws when the client was to wait until, and when it came", async () => {
  const page = await written("html", capped);
  expect(page).toContain('aria-label="GET /pets?limit=5 was answered 429');
  expect(page).toContain("1.50 s (too early)");
});

test("the page has each request beside its answer, and those of a finding beside what was expected", async () => {
  const page = await written("html", capped);
  const ids = capped.sessions.flatMap(({ exchanges }) => exchanges.map(({ id }) => id));
  expect(ids.filter((id) => !page.includes(`id="exchange-${id}"`))).toEqual([]);
  const [finding = expect.fail("no finding")] =
    capped.verdicts.find(({ id }) => id === "CLIENT-4")?.findings ?? [];
  const [before = ""] = page.split("<h2>After a 429");
  const shown = before.slice(before.indexOf(finding.seen));
  expect(shown).toMatch(/aria-label="Request".*GET \/pets.*aria-label="Response"/s);
});

test("the page has all that the client printed, as text", async () => {
  const [session, ...others] = capped.sessions;
  const output = "Traceback <b>\n  at x\nError: no status\n";
  const sessions = [{ ...session, output }, ...others];
  const page = await written("html", new Secrets().redact({ ...capped, sessions }) as typeof capped);
  expect(page).toContain("Traceback &lt;b>\n  at x\nError: no status\n");
});

test("the console names what failed first, and the outcome last", () => {
  const text = consoleReport(reportOfExam(capped, prepared.suite), plainLook);
  expect(text.split("\n")[0]).toMatch(/^✗ 1\. CLIENT-4 /);
  expect(text.trimEnd().split("\n").at(-1)).toContain("2 failed");
});

test("no report holds the key, in whatever encoding the client sent it", async () => {
  const bytes = Buffer.from(playedKey);
  const forms = [playedKey, bytes.toString("base64url"), Buffer.from(`${playedKey}:`).toString("base64")];
  for (const report of reports) {
    const texts = await Promise.all(formatNames.map((format) => written(format, report)));
    for (const text of [...texts, consoleReport(reportOfExam(report, prepared.suite), plainLook)])
      for (const form of forms) expect(text).not.toContain(form);
  }
});
