import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { type Format, formats } from "#report/formats/formats.ts";
import reportSchema from "#report/formats/report.schema.json" with { type: "json" };
import { reportOfRun } from "#report/run-report.ts";
import { published, reportProblems } from "../hostile/report-problems.ts";
import { hostileRun, noSecrets, sampleRun, sampleVerdict, unreachableRun } from "./sample-run.ts";

// Every machine format against the schema or a parser that others wrote.

const runs: readonly (readonly [string, Redacted<Run>])[] = [
  ["green", sampleRun({ outcome: "conforming", exitCode: 0, verdicts: [sampleVerdict("LIST-1", "pass")] })],
  ["red", sampleRun()],
  ["warning", sampleRun({ verdicts: [sampleVerdict("LIST-9", "fail", { level: "should" })] })],
  ["unreachable", unreachableRun],
  ["empty", sampleRun({ verdicts: [], exchanges: [], created: [] })],
  ["hostile", hostileRun],
];

const failedBySuite = sampleRun({ suiteErrors: [{ where: "LIST-1", message: "oops" }], notes: ["a note"] });

async function written(format: Format, run: Redacted<Run>): Promise<string> {
  return [...(await formats[format].write(reportOfRun(run), { strict: false }))].join("");
}

function vendored(name: string): string {
  return readFileSync(new URL(`../schemas/${name}`, import.meta.url), "utf8");
}

test.each(runs)("JUnit is of Jenkins' schema: %s", async (_, run) => {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: "report.xml", contents: await written("junit", run) }],
    schema: [vendored("jenkins-junit-10.xsd")],
  });
  expect(errors).toEqual([]);
  expect(valid).toBe(true);
});

test("JSON is of its published schema", async () => {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false });
  addFormats.default(ajv);
  const validate = ajv.compile(reportSchema);
  for (const [name, run] of [...runs, ["failed by the suite", failedBySuite] as const]) {
    validate(JSON.parse(await written("json", run)));
    expect(validate.errors, name).toBeNull();
  }
});

test("nothing that a target sent is more than text, in whatever is written of its run", async () => {
  const all = await published(hostileRun, noSecrets);
  // A case is ours: its id stands there as it is.
  for (const written of all.filter(({ format }) => format !== "known failures")) {
    expect(reportProblems(written)).toEqual([]);
    if (written.extension === "md") expect(written.text).not.toMatch(/^# owned/m);
  }
});
