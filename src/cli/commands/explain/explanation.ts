import type { Prepared } from "#assembly/assemble.ts";
import type { Depth } from "#core/check/inputs/step.ts";
import type { Level, Requirement } from "#core/check/requirement.ts";
import type { Place } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { PlannedCase } from "#core/run/plan/plan.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { play } from "#proof/play.ts";
import { causeText, failureText, plain, shownLines } from "#report/console/console-failures.ts";
import { wrap } from "#report/console/terminal.ts";
import { curlLine } from "#report/curl.ts";
import type { Fact } from "#report/report.ts";
import { reportOfRun } from "#report/run-report.ts";
import { loadRulings } from "#suites/catalogue.ts";
import { type ListedServer, loadServers } from "#suites/servers.ts";
import { listedCases } from "./list.ts";

const clientArea = "CLIENT";

const meanings: Readonly<Record<Level, string>> = {
  must: "The interface says so outright, or it follows from what it says. A failure makes the run non-conforming (exit code 1).",
  should:
    "The interface implies it, or an HTTP standard asks for it. A failure is a warning; with --strict the run is non-conforming.",
  open: "The interface leaves it open. It is never judged.",
};

export async function explanationLines(requirement: Requirement, prepared: Prepared, width: number) {
  const { id, slug, text } = requirement;
  const lines = ([label, value]: Fact): string[] =>
    wrap(value, width, `${label.padEnd(12)} `, " ".repeat(13));
  const facts = await explanationFacts(requirement, prepared);
  return [...lines([id, slug]), ...lines(["", text]), "", ...facts.flatMap(lines)];
}

/** What is said of a requirement besides its sentence; without a term: more of the same. */
export async function explanationFacts(
  { id, area, group, level, places, rulings, operations, guidance }: Requirement,
  prepared: Prepared,
): Promise<readonly Fact[]> {
  const faults = (await loadServers()).filter(({ kind, breaks }) => kind === "fault" && breaks.includes(id));
  const facts: Fact[] = [
    ["level", `${level}. ${meanings[level]}`],
    ...places.map((place, nth): Fact => [nth === 0 ? "interface" : "", place]),
    ...loadRulings().flatMap(({ number, text }): Fact[] =>
      rulings.includes(number) ? [[`ruling ${number}`, `${text}.`]] : [],
    ),
  ];
  if (operations.length > 0)
    facts.push([
      "operations",
      `${operations.join(", ")}. It passes only if each operation was seen to work.`,
    ]);
  facts.push(...testedLines((await listedCases(prepared)).get(id) ?? []));
  if (guidance !== undefined)
    facts.push(["likely cause", guidance.likelyCause], ["how to fix", guidance.howToFix]);
  facts.push(...provedBy(faults));
  facts.push(["written in", `suites/${area === clientArea ? "clients" : "petstore"}/${group}/`]);
  if (area === clientArea) facts.push(...(await clientLines(id)));
  else if (level !== "open") facts.push(["run it", `petstore-conformance run URL --only ${id}`]);
  return facts;
}

/** A requirement of clients is judged by `exam`: in which situations, and which clients of the proof fail it. */
async function clientLines(id: string): Promise<readonly Fact[]> {
  const { clientSuite } = await import("#suites/client-registry.ts");
  const { clients } = await clientSuite.proof();
  const broken = [...clients].flatMap(([name, { fails }]) => (fails.includes(id) ? [name] : []));
  const shown = clientSuite.situations.filter(({ shows }) => shows.includes(id));
  const option = shown.length === 0 ? "" : ` --situation ${shown.map(({ name }) => name).join(",")}`;
  return [
    [
      "tested",
      shown.length === 0
        ? "in every situation"
        : `where the service ${shown.map(({ about, name }) => `${about} (${name})`).join("; ")}`,
    ],
    ["proved by", `${counted(broken.length, "client")} with a fault: ${broken.join(", ")}`],
    ["run it", `petstore-conformance exam --exec COMMAND${option}`],
  ];
}

const depthsInWords: Readonly<Record<Depth, string>> = {
  quick: "quick",
  standard: "standard",
  extended: "thorough, and standard where the rate limit leaves room",
  thorough: "thorough",
};

/** Each case once, at the smallest profile that sends it. */
function testedLines(cases: readonly PlannedCase[]): readonly Fact[] {
  return Object.entries(depthsInWords)
    .flatMap(([depth, words]) => {
      const own = new Set(cases.filter(({ profile }) => profile === depth).map((one) => one.case.label));
      return own.size === 0 ? [] : `${words}: ${[...own].join("; ")}`;
    })
    .map((line, i) => [i === 0 ? "tested" : "", line]);
}

/** One fault is named, of those that break little else. */
function provedBy(faults: readonly ListedServer[]): readonly Fact[] {
  const [first] = faults.toSorted((a, b) => a.breaks.length - b.breaks.length);
  if (first === undefined) return [];
  const command = `petstore-conformance serve --fault ${first.id}`;
  return [["proved by", `${counted(faults.length, "fault")}. One that ${first.title}: ${command}`]];
}

/**
 * What a requirement looks like when it holds and when it fails: an exchange with the correct reference server, and what the
 * report says of the first server of the proof that breaks it, both played now. Empty if there is neither.
 */
export async function exampleLines(id: string, prepared: Prepared, width: number): Promise<string[]> {
  const servers = await loadServers();
  const fault =
    servers.find(({ breaks }) => breaks.length === 1 && breaks[0] === id) ??
    servers.find(({ breaks }) => breaks.includes(id));
  if (fault === undefined) return [];
  // Whole runs, as a requirement may be judged on another one's requests. If standard does not show the failure, thorough does.
  for (const profile of ["standard", "thorough"] as const) {
    const given = { ...prepared, options: { profile } };
    const report = reportOfRun(await play(fault, given));
    const failed = report.verdicts.find((one) => one.id === id && one.verdict === "fail");
    if (failed === undefined) continue;
    const cause = report.causes.find(({ leading }) => leading === id);
    const text = cause === undefined ? failureText(failed, report) : causeText(cause, report, width);
    const correct = { hooks: () => ({}), ...(fault.stage && { stage: fault.stage }) };
    const title = `When it fails, for example on a server that ${escapeForTerminal(fault.title)}:`;
    const held = passing(id, await play(correct, given), failed.findings[0]?.place, width);
    return [...held, "", ...wrap(title, width, "", ""), text];
  }
  return [];
}

/** @param place of the failure: if it is a header, that header is shown in the passing example, too */
function passing(id: string, run: Redacted<Run>, place: Place | undefined, width: number): string[] {
  const verdict = run.verdicts.find((one) => one.id === id);
  const exchange = run.exchanges.find((one) => one.id === verdict?.exchanges[0]);
  if (verdict?.verdict !== "pass" || exchange === undefined) return [];
  const header = place?.in === "header" ? place : undefined;
  const answer = shownLines(exchange.id, header, { ...plain, report: reportOfRun(run), width });
  return ["", "When it holds:", `  ${curlLine(exchange.request, "")}`, ...answer];
}
