import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { Parser } from "tap-parser";
import { describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { Run } from "../src/core/run/result.ts";
import type { Redacted } from "../src/core/secrets/redacted.ts";
import { type Format, formats } from "../src/report/formats/formats.ts";
import reportSchema from "../src/report/formats/report.schema.json" with { type: "json" };
import { reportOfRun } from "../src/report/run-report.ts";
import { hostileRun } from "./report/sample-hostile-run.ts";
import { sampleRun, sampleVerdict, unreachableRun } from "./report/sample-run.ts";

// Every machine format against the schema or a parser that others wrote.

const require = createRequire(import.meta.url);

const runs: readonly (readonly [string, Redacted<Run>])[] = [
  ["green", sampleRun({ outcome: "conforming", exitCode: 0, verdicts: [sampleVerdict("LIST-1", "pass")] })],
  ["red", sampleRun()],
  ["warning", sampleRun({ verdicts: [sampleVerdict("LIST-9", "fail", { level: "should" })] })],
  ["unreachable", unreachableRun],
  ["empty", sampleRun({ verdicts: [], exchanges: [], created: [] })],
  ["hostile", hostileRun],
];

const failedBySuite = sampleRun({ suiteErrors: [{ where: "LIST-1", message: "oops" }], notes: ["a note"] });

async function written(format: Format, run: Redacted<Run>, strict = false): Promise<string> {
  return [...(await formats[format].write(reportOfRun(run), { strict }))].join("");
}

function vendored(name: string): string {
  return readFileSync(new URL(`./schemas/${name}`, import.meta.url), "utf8");
}

describe("JUnit is of Jenkins' schema", () => {
  test.each(runs)("%s", async (_, run) => {
    const { valid, errors } = await validateXML({
      xml: [{ fileName: "report.xml", contents: await written("junit", run) }],
      schema: [vendored("jenkins-junit-10.xsd")],
    });
    expect(errors).toEqual([]);
    expect(valid).toBe(true);
  });
});

const { default: Ajv4 } = require("ajv-draft-04") as typeof import("ajv-draft-04");
const lax = { strict: false, allErrors: true };
const har = new Ajv(lax).addMetaSchema(require("ajv/dist/refs/json-schema-draft-06.json"));
for (const schema of Object.values<{ $id: string }>(require("har-schema")))
  if (schema.$id !== "har.json#") har.addSchema(schema);

test.each<[Format, Ajv, object]>([
  ["sarif", new Ajv4(lax), JSON.parse(vendored("sarif-2.1.0.json"))],
  ["json", new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false }), reportSchema],
  ["ctrf", new Ajv(lax), JSON.parse(vendored("ctrf.json"))],
  ["har", har, require("har-schema").har],
])("%s is of its published schema", async (format, ajv, schema) => {
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  for (const [name, run] of [...runs, ["failed by the suite", failedBySuite] as const]) {
    validate(JSON.parse(await written(format, run)));
    expect(validate.errors, name).toBeNull();
  }
});

test("in SARIF a finding stands on the line of its operation in the document", async () => {
  const [{ results }] = JSON.parse(await written("sarif", sampleRun())).runs;
  const { artifactLocation, region } = results[0].locations[0].physicalLocation;
  const document = readFileSync(new URL("../suites/petstore/openapi.yaml", import.meta.url), "utf8");
  expect(artifactLocation.uri).toBe("petstore-conformance/openapi.yaml");
  const lines = document.split("\n").slice(region.startLine - 1, region.startLine + 1);
  expect(lines).toEqual(["    get:", "      operationId: listPets"]);
});

describe("CTRF counts each test once", () => {
  test.each(runs)("%s", async (_, run) => {
    const { tests, passed, failed, skipped, other } = JSON.parse(await written("ctrf", run)).results.summary;
    expect(passed + failed + skipped + other).toBe(tests);
  });

  test("an inconclusive run has a failure", async () => {
    expect(JSON.parse(await written("ctrf", unreachableRun)).results.summary.failed).toBe(1);
  });
});

describe("TAP is read as it was meant", () => {
  test.each(runs)("%s", async (_, run) => {
    const text = await written("tap", run);
    const parsed = Parser.parse(text);
    const complaints = parsed.filter(([kind]) => kind === "extra" || kind === "bailout");
    expect(complaints).toEqual([]);
    const points = parsed.filter(([kind]) => kind === "assert");
    const judged = run.verdicts.filter(({ level }) => level !== "open").length;
    expect(points).toHaveLength(judged + 1 + run.suiteErrors.length);
    expect(Parser.stringify(parsed)).not.toContain("owned\nnot ok");
  });
});

describe("code quality is as GitLab reads it", () => {
  test.each(runs)("%s", async (_, run) => {
    const issues = JSON.parse(await written("code-quality", run));
    const prints = issues.map((issue: { fingerprint: string }) => issue.fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
    for (const issue of issues)
      expect(issue).toEqual({
        description: expect.any(String),
        check_name: expect.any(String),
        fingerprint: expect.any(String),
        severity: expect.stringMatching(/^(?:info|minor|major|critical|blocker)$/),
        location: {
          path: expect.not.stringMatching(/^(?:\/|\.\/)/),
          lines: { begin: expect.any(Number) },
        },
      });
  });

  test("an inconclusive run is an issue", async () => {
    expect(JSON.parse(await written("code-quality", unreachableRun))).toHaveLength(1);
  });
});

describe("the badge is well-formed XML", () => {
  test.each(runs)("%s", async (_, run) => {
    const { errors } = await validateXML({
      xml: [{ fileName: "badge.svg", contents: await written("badge", run) }],
      schema: [
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg"><xs:element name="svg" type="xs:anyType"/></xs:schema>',
      ],
    });
    expect(errors).toEqual([]);
  });
});
