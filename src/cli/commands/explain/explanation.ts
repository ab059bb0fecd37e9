import { loadRulings } from "../../../../suites/catalogue.ts";
import { type ListedServer, loadServers } from "../../../../suites/servers.ts";
import type { Prepared } from "../../../assembly/assemble.ts";
import { counted } from "../../../core/check/counted.ts";
import type { Level, Requirement } from "../../../core/check/requirement.ts";
import { wrap } from "../../../report/console/wrap.ts";
import type { Fact } from "../../../report/report.ts";
import { type ListedCase, listedCases, profiles } from "./catalogue-cost.ts";

/** The area of what the interface asks of clients. */
const clientArea = "CLIENT";

const meanings: Readonly<Record<Level, string>> = {
  must: "The interface says so outright, or it follows from what it says. A failure makes the run non-conforming (exit code 1).",
  should:
    "The interface implies it, or an HTTP standard asks for it. A failure is a warning; with --strict the run is non-conforming.",
  open: "The interface leaves it open. It is never judged.",
};

/** All that is known of one requirement but its examples, in lines of at most `width` columns. */
export async function explanationLines(
  requirement: Requirement,
  prepared: Prepared,
  width: number,
): Promise<string[]> {
  const { id, slug, text } = requirement;
  const lines = ([label, value]: Fact): string[] =>
    wrap(value, width, { first: `${label.padEnd(12)} `, rest: " ".repeat(13) });
  const facts = await explanationFacts(requirement, prepared);
  return [...lines([id, slug]), ...lines(["", text]), "", ...facts.flatMap(lines)];
}

/** What is said of a requirement besides its sentence; without a term: more of the same. */
export async function explanationFacts(
  { id, area, group, level, places, rulings, operations, guidance }: Requirement,
  prepared: Prepared,
): Promise<readonly Fact[]> {
  const faults = (await loadServers()).filter(({ kind, breaks }) => kind === "fault" && breaks.includes(id));
  return [
    ...line("level", `${level}. ${meanings[level]}`),
    ...places.flatMap((place, nth) => line(nth === 0 ? "interface" : "", place)),
    ...rulingLines(rulings),
    ...(operations.length === 0
      ? []
      : line("operations", `${operations.join(", ")}. It passes only where each was seen to work.`)),
    ...testedLines(listedCases(prepared).get(id) ?? []),
    ...(guidance === undefined
      ? []
      : [...line("likely cause", guidance.likelyCause), ...line("how to fix", guidance.howToFix)]),
    ...provedBy(faults),
    ...line("written in", `suites/${area === clientArea ? "clients" : "petstore"}/${group}/`),
    ...(area === clientArea
      ? await clientLines(id)
      : level === "open"
        ? []
        : line("run it", `petstore-conformance run URL --only ${id}`)),
  ];
}

function line(label: string, value: string): readonly Fact[] {
  return [[label, value]];
}

/** A requirement of clients is judged by `exam`: in which situations, and which clients of the proof fail it. */
async function clientLines(id: string): Promise<readonly Fact[]> {
  const { clientSuite } = await import("../../../../suites/client-registry.ts");
  const { faults } = await clientSuite.proof();
  const broken = Object.values(faults).filter(({ fails = [], warns = [] }) =>
    [...fails, ...warns].includes(id),
  );
  const titles = broken.slice(0, mostClients).map(({ title }) => `one that ${title}`);
  const shown = clientSuite.situations.filter(({ shows }) => shows.includes(id));
  const option = shown.length === 0 ? "" : ` --situation ${shown.map(({ name }) => name).join(",")}`;
  return [
    ...line(
      "tested",
      shown.length === 0
        ? "in every situation"
        : `where the service ${shown.map(({ about, name }) => `${about} (${name})`).join("; ")}`,
    ),
    ...line("proved by", `${counted(broken.length, "client")} with a fault: ${titles.join("; ")}`),
    ...line("run it", `petstore-conformance exam --exec COMMAND${option}`),
  ];
}

function rulingLines(numbers: readonly number[]): readonly Fact[] {
  return loadRulings()
    .filter(({ number }) => numbers.includes(number))
    .flatMap(({ number, text }) => line(`ruling ${number}`, `${text}.`));
}

/** Each case once, at the smallest profile that promises it. */
function testedLines(cases: readonly ListedCase[]): readonly Fact[] {
  const rows = profiles
    .map((profile) => ({
      profile,
      own: [...new Set(cases.filter((one) => one.profile === profile).map((one) => one.case))],
    }))
    .filter(({ own }) => own.length > 0);
  return rows.flatMap(({ profile, own }, i) =>
    line(i === 0 ? "tested" : "", `${profile}${i === 0 ? "" : ", besides"}: ${own.join("; ")}`),
  );
}

/** How many faults are named, and how many clients with one. */
const mostFaults = 6;
const mostClients = 4;

/** Those first that break nothing else. */
function provedBy(faults: readonly ListedServer[]): readonly Fact[] {
  const [first, ...others] = faults.toSorted((a, b) => a.breaks.length - b.breaks.length);
  if (first === undefined) return [];
  const named = [first, ...others].slice(0, mostFaults);
  const more = faults.length - named.length;
  return [
    ...line(
      "proved by",
      `${counted(faults.length, "fault")}. To see one: petstore-conformance serve --fault ${first.id}`,
    ),
    ...named.flatMap(({ id, title }) => line("", `${id}: ${title}`)),
    ...(more > 0 ? line("", `and ${more} more`) : []),
  ];
}
