import { prepare } from "#assembly/assemble.ts";
import { prepareExam } from "#assembly/exam.ts";
import { runOptionTable } from "#cli/options/options.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { PreparedExam } from "#exam/exam-report.ts";
import { type Coverage, coverageOf, proveClients } from "#exam/proof/prove-clients.ts";
import { markdownTable } from "#report/formats/markdown-report.ts";
import { loadClientCatalogue, loadRulings, type Ruling } from "#suites/catalogue.ts";
import { textOf } from "#testing/source-files.ts";
import { configSchema, targetsSchema } from "../describe-options.ts";
import { laidOut, suiteFiles } from "./suite-index.ts";

// Committed files that are written by a program, by their paths, with what has to stand in them.

export type Files = ReadonlyMap<string, string>;

/** What follows from the code alone, without a play. */
export async function filesOfCode(): Promise<Files> {
  const { contract, ...prepared } = await prepare();
  const clients = { contract, requirements: loadClientCatalogue(contract) };
  const requirements = [...prepared.requirements, ...clients.requirements];
  const schema = "src/cli/options/config.schema.json";
  const targets = "src/fleet/targets.schema.json";
  return new Map([
    ...[...suiteFiles()].map(([path, text]) => [path, laidOut(path, text)] as const),
    ["docs/rulings.md", rulingsInMarkdown(loadRulings(), requirements)],
    [schema, laidOut(schema, JSON.stringify(configSchema(runOptionTable), undefined, 2))],
    [targets, laidOut(targets, JSON.stringify(targetsSchema(runOptionTable), undefined, 2))],
  ]);
}

/** What the unusual but correct clients show. */
export async function filesOfClients(): Promise<Files> {
  const prepared = await prepareExam(undefined);
  const { clients } = await prepared.suite.proof();
  const proved = await proveClients(prepared, (id) => clients.get(id)?.fails.length === 0);
  return coverageFile(await coverageOf(proved, prepared), prepared);
}

export function coverageFile(coverage: Coverage, prepared: PreparedExam): Files {
  const text = withTable(textOf("reports/exam.md"), coverageTable(coverage, prepared), "coverage");
  return new Map([["reports/exam.md", text]]);
}

/** A text with a table between the marks; without marks as it is. */
function withTable(text: string, table: string, name: string): string {
  const begin = `<!-- ${name}: written by \`npm run record\` -->\n`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = text.split(begin);
  const [, after] = rest?.split(end) ?? [];
  return before === undefined || after === undefined ? text : `${before}${begin}\n${table}\n\n${end}${after}`;
}

/** More situations than this are not named. */
const mostNamed = 8;

/** What the exam judges, and in which situations: those that are there to show it, or all where none is. */
function coverageTable(coverage: Coverage, { requirements, suite }: PreparedExam): string {
  const roles = [...(coverage.values().next().value?.keys() ?? [])];
  const rows = requirements.map(({ id, rulings }) => {
    const showing = suite.situations.filter(({ shows }) => shows.includes(id)).map(({ name }) => name);
    const cells = roles.map((role) => {
      const judged = coverage.get(id)?.get(role) ?? new Set<string>();
      return named(showing.length === 0 ? [...judged] : showing.filter((name) => judged.has(name)));
    });
    return [rulings.join(", "), id, ...cells];
  });
  return markdownTable(["ruling", "requirement", ...roles], rows).trimEnd();
}

function named(situations: readonly string[]): string {
  if (situations.length === 0) return "–";
  return situations.length > mostNamed
    ? `${situations.length} situations`
    : situations.map((name) => `\`${name}\``).join(", ");
}

const head = `# How the unspecified is judged

Each place that the interface leaves open has a ruling. This page has them in short, with the requirements that apply them; an asterisk
marks those that only warn. \`petstore-conformance explain ID\` prints the rulings of a requirement whole. \`npm run record\` writes
this from \`suites/petstore/rulings.yaml\`.
`;

/** docs/rulings.md: every ruling, with the requirements that carry it. */
function rulingsInMarkdown(rulings: readonly Ruling[], requirements: readonly Requirement[]): string {
  const judged = requirements.filter(({ level }) => level !== "open");
  const row = ({ number, text, carried }: Ruling): string => {
    const carriers = judged.filter((one) => one.rulings.includes(number));
    const names = carriers.map(({ id, level }) => (level === "should" ? `${id}\\*` : id));
    const [inShort = text] = text.split(/(?<=[.?!])\s/);
    const by = names.length > 0 ? names.join(", ") : (carried ?? "");
    return `- **${number}** ${inShort.replace(/\.$/, "")}. (${by})\n`;
  };
  const parts = [...Map.groupBy(rulings, ({ heading }) => heading)].map(
    ([heading, own]) => `\n## ${heading}\n\n${own.map(row).join("")}`,
  );
  return head + parts.join("");
}
