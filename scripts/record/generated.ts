import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { prepare } from "../../src/assembly/assemble.ts";
import { prepareExam } from "../../src/assembly/exam.ts";
import { inputSource } from "../../src/assembly/options/describe-options.ts";
import { libraryOptions } from "../../src/assembly/options/library-options.ts";
import { targetsSchema } from "../../src/cli/commands/fleet/targets-schema.ts";
import { configSchema } from "../../src/cli/options/config-schema.ts";
import { runOptionTable } from "../../src/cli/options/options.ts";
import { type CoverageRow, coverageOf } from "../../src/exam/proof/coverage.ts";
import { goodClients, proveClients } from "../../src/exam/proof/prove-clients.ts";
import type { Proof } from "../../src/proof/proof.ts";
import { loadClientCatalogue, loadRulings } from "../../suites/catalogue.ts";
import { checksByGroup } from "../../suites/registry.ts";
import { loadServers } from "../../suites/servers.ts";
import { foreignServers, judge } from "../../testing/foreign-servers/judge.ts";
import { summaryOf } from "../../testing/foreign-servers/summary.ts";
import { unexplained } from "../../testing/foreign-servers/unexplained.ts";
import { catalogueProblems, loadOutline } from "../../testing/suites/catalogue-problems.ts";
import { promisesInWords, stepsInWords } from "../../testing/suites/plan-in-words.ts";
import { coverageTable } from "./exam-coverage.ts";
import { findingsInMarkdown } from "./findings.ts";
import { houseAsSvg } from "./house.ts";
import { laidOut, root } from "./laid-out.ts";
import { recordAsMarkdown } from "./proof-markdown.ts";
import { recordAsJson, recordOf } from "./proof-record.ts";
import { rulingsInMarkdown } from "./rulings.ts";
import { suiteFiles } from "./suite-index.ts";

// Every committed file that is written by a program, but those that depend on the machine (docs/hostile.md): by their paths, with what has to stand in them.

export type Files = ReadonlyMap<string, string>;

/** What the proof shows. */
export function filesOfProof(standard: Proof, thorough: Proof): Files {
  const record = recordOf(standard, thorough);
  return new Map([
    ["reports/proof.json", recordAsJson(record)],
    ["reports/proof.md", recordAsMarkdown(record)],
    ["docs/findings.md", findingsInMarkdown(thorough)],
  ]);
}

/** What follows from the code alone, without a play. */
export async function filesOfCode(): Promise<Files> {
  const { contract, ...prepared } = await prepare();
  const clients = { contract, requirements: loadClientCatalogue(contract) };
  const requirements = [...prepared.requirements, ...clients.requirements];
  const schema = "src/cli/options/config.schema.json";
  const targets = "src/cli/commands/fleet/targets.schema.json";
  const library = "src/assembly/options/run-input.ts";
  return new Map([
    ...[...suiteFiles(root)].map(([path, text]) => [path, laidOut(path, text)] as const),
    ["testing/suites/steps.txt", stepsInWords()],
    ["testing/suites/promises.txt", promisesInWords()],
    ["docs/architecture.svg", houseAsSvg(await textOf("docs/architecture.md"))],
    ["docs/rulings.md", rulingsInMarkdown(loadRulings(), requirements)],
    [schema, laidOut(schema, JSON.stringify(configSchema(runOptionTable), undefined, 2))],
    [targets, laidOut(targets, JSON.stringify(targetsSchema(runOptionTable), undefined, 2))],
    [library, laidOut(library, inputSource(libraryOptions))],
  ]);
}

/** What the clients that are right show. */
export async function filesOfClients(): Promise<Files> {
  const prepared = await prepareExam(undefined);
  const proved = await proveClients(prepared, (id) => Object.hasOwn(goodClients, id));
  return coverageFile(coverageOf(proved, prepared.contract));
}

export async function coverageFile(rows: readonly CoverageRow[]): Promise<Files> {
  const text = withTable(await textOf("docs/exam.md"), coverageTable(rows), "coverage");
  return new Map([["docs/exam.md", text]]);
}

/** What the suite says of servers that others wrote. */
export async function filesOfForeignServers(): Promise<Files> {
  const files = new Map<string, string>();
  for (const [name, server] of Object.entries(foreignServers)) {
    const summary = summaryOf(await judge(server), server.either);
    const text = `${JSON.stringify(summary, undefined, 2)}\n`;
    files.set(`testing/foreign-servers/${name}.verdicts.json`, text);
  }
  return files;
}

/** What keeps requirements, outline, checks and faults from fitting together; known before anything is played. */
export async function problemsOfCatalogue(): Promise<readonly string[]> {
  const { contract, requirements } = await prepare();
  return catalogueProblems({
    contract,
    requirements,
    clients: loadClientCatalogue(contract),
    outline: loadOutline(),
    rulings: loadRulings(),
    checks: checksByGroup,
    servers: await loadServers(),
  });
}

/** What only a person can write: why a server that others wrote fails what it fails. */
export async function leftToWrite(files: Files): Promise<readonly string[]> {
  const verdicts = files.get("testing/foreign-servers/scalar-mock.verdicts.json");
  if (verdicts === undefined) return [];
  const { missing, outdated } = unexplained(await textOf("docs/foreign-servers.md"), JSON.parse(verdicts));
  return [
    ...missing.map((id) => `Left to you: docs/foreign-servers.md has to explain ${id} on the mock server.`),
    ...outdated.map(
      (id) => `Left to you: docs/foreign-servers.md explains ${id}, which does not fail there.`,
    ),
  ];
}

/** A text with a table between the marks; without marks as it is. */
export function withTable(text: string, table: string, name: string): string {
  const begin = `<!-- ${name}: written by \`npm run record\` -->\n`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = text.split(begin);
  const [, after] = rest?.split(end) ?? [];
  return before === undefined || after === undefined ? text : `${before}${begin}\n${table}\n\n${end}${after}`;
}

function textOf(path: string): Promise<string> {
  return readFile(join(root, path), "utf8");
}
