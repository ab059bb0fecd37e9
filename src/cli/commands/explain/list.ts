import { settings } from "../../../../suites/petstore/settings.ts";
import { targetOptions } from "../../../assembly/options/library-options.ts";
import { selectorsOrWords } from "../../../assembly/options/selectors.ts";
import type { Requirement } from "../../../core/check/requirement.ts";
import { choice, optionTable } from "../../../core/options/option.ts";
import { runOptions } from "../../../core/run/options.ts";
import { wrap } from "../../../report/console/wrap.ts";
import { reasonInWords } from "../../../report/why-in-words.ts";
import type { Io } from "../../io.ts";
import { type Arguments, valuesGiven } from "../../options/args.ts";
import type { ListedCase, ProfileCost } from "./catalogue-cost.ts";
import type { ListedOperation } from "./operations-listed.ts";

const options = optionTable({
  format: { value: choice("text", "json", "markdown"), help: "How it is written.", default: "text" },
  level: { value: choice("must", "should", "open"), help: "Only requirements of this level." },
  profile: { value: runOptions.profile.value, help: "Name the cases that this profile promises for each." },
  only: {
    ...runOptions.only,
    help: "Only these requirements, named or chosen by words that their sentences have ('rate limit').",
  },
  spec: targetOptions.spec,
  removalDate: settings.removalDate,
});

export const table = Object.values(options);

export const help = {
  usage: "list [options]",
  about:
    "Lists every requirement: id, slug, level, place in the interface, what it asks for, and how many cases each profile promises for it.",
  examples: [
    "petstore-conformance list --only RATE",
    "petstore-conformance list --profile quick",
    "petstore-conformance list --format json",
  ],
};

interface Row {
  readonly requirement: Requirement;
  /** Why the document asks nothing of it. */
  readonly notApplicable?: string;
  readonly cases: readonly ListedCase[];
}

export async function command({ given }: Arguments, io: Io): Promise<number> {
  const { format, level, profile, only: named, spec, removalDate } = valuesGiven(options, given);
  const { prepare } = await import("../../../assembly/assemble.ts");
  const { loadClientCatalogue } = await import("../../../../suites/catalogue.ts");
  const { lacking } = await import("../../../../suites/petstore/applicability.ts");
  const { covers } = await import("../../../core/run/plan.ts");
  const { listedCases, profileCosts, profiles, promisedBy } = await import("./catalogue-cost.ts");
  const { listedOperations, operationLines } = await import("./operations-listed.ts");
  const prepared = await prepare({ spec, declared: { removalDate } });
  const requirements = [...prepared.requirements, ...loadClientCatalogue(prepared.contract)];
  const { selectors: only } = selectorsOrWords("--only", named, requirements);
  const cases = listedCases(prepared);
  const ofDocument = new Set(prepared.part.requirements.map(({ id }) => id));
  const rows = requirements
    .filter(({ id, area }) => only.length === 0 || only.includes(id) || only.includes(area))
    .filter((requirement) => level === undefined || requirement.level === level)
    .map((requirement): Row => {
      const reason = ofDocument.has(requirement.id) ? undefined : lacking(requirement, prepared.contract);
      const why = reasonInWords({ reason }, prepared.suite.words);
      const own = why === undefined ? (cases.get(requirement.id) ?? []) : [];
      return { requirement, cases: own, ...(why !== undefined && { notApplicable: why }) };
    });
  const counts = (row: Row): string => profiles.map((profile) => promisedBy(profile, row.cases)).join("/");
  const costs = profileCosts(prepared);
  const costLines = costs.map((cost) => costLine(cost, prepared.suite.words.things));
  // Of the built-in document, every operation has its requirements.
  const operations =
    prepared.part.operations.length === 0 || only.length > 0 ? [] : listedOperations(prepared);
  const ofOperations = (width: number): string =>
    operations.length === 0 ? "" : `${operationLines(operations, width).join("\n")}\n`;
  if (format === "json") io.out(json(rows, costs, operations));
  else if (format === "markdown")
    io.out(markdown(rows, counts, costLines) + ofOperations(Number.POSITIVE_INFINITY));
  else {
    const namedCases = (row: Row): readonly ListedCase[] =>
      profile === undefined ? [] : row.cases.filter((one) => covers(profile, one.profile));
    const width = io.columns ?? 80;
    io.out(plain(rows, { counts, named: namedCases, costs: costLines, width }) + ofOperations(width));
  }
  return 0;
}

function json(
  rows: readonly Row[],
  costs: readonly ProfileCost[],
  operations: readonly ListedOperation[],
): string {
  const requirements = rows.map(({ requirement, ...rest }) => ({ ...requirement, ...rest }));
  return `${JSON.stringify({ requirements, profiles: costs, ...(operations.length > 0 && { operations }) }, undefined, 2)}\n`;
}

type Counts = (row: Row) => string;

interface PlainView {
  readonly counts: Counts;
  /** The cases that are listed below a requirement. */
  readonly named: (row: Row) => readonly ListedCase[];
  readonly costs: readonly string[];
  readonly width: number;
}

function plain(rows: readonly Row[], { counts, named, costs, width }: PlainView): string {
  const indent = " ".repeat(19);
  const lines = rows.flatMap((row) => {
    const { id, slug, level, text, clause } = row.requirement;
    const { notApplicable } = row;
    const asked = level === "open" || row.cases.length === 0 ? clause : `${clause}; cases ${counts(row)}`;
    const tail = notApplicable === undefined ? asked : `not applicable: ${notApplicable}`;
    return [
      ...wrap(`${slug}: ${text} (${tail})`, width, {
        first: `${id.padEnd(11)} ${level.padEnd(7)}`,
        rest: indent,
      }),
      ...named(row).flatMap((one) => wrap(one.case, width, { first: `${indent}- `, rest: `${indent}  ` })),
    ];
  });
  return `${[...lines, "", "Cases: in quick/standard/thorough. The CLIENT requirements are tested by `exam`.", ...costs].join("\n")}\n`;
}

function costLine({ profile, cases, requests, creates }: ProfileCost, things: string): string {
  return `${profile.padEnd(9)} ${cases} cases, at most ${requests} requests and ${creates} created ${things}, not counting the over-limit probe`;
}

function markdown(rows: readonly Row[], counts: Counts, costs: readonly string[]): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  const body = rows.map((row) => {
    const { id, slug, level, text, clause, rulings } = row.requirement;
    const asked = row.notApplicable === undefined ? counts(row) : `not applicable: ${row.notApplicable}`;
    return `| ${id} | ${slug} | ${level} | ${cell(text)} | ${cell(clause)} | ${rulings.join(", ")} | ${asked} |`;
  });
  return `${[
    "| id | slug | level | requirement | place in the interface | rulings | cases in quick/standard/thorough |",
    "|---|---|---|---|---|---|---|",
    ...body,
    "",
    ...costs.map((cost) => `- ${cost}`),
  ].join("\n")}\n`;
}
