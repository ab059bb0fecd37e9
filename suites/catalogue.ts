import type { Guidance, Requirement } from "../src/core/check/requirement.ts";
import { type Contract, versionSegment } from "../src/core/contract/contract.ts";
import { formatCalendarDay } from "../src/core/contract/days.ts";
import { embeddedText } from "../src/core/contract/embedded-text.ts";
import { type RequirementEntry, type RulingEntry, readRequirements, readRulings } from "./catalogue-files.ts";
import { requirementFiles } from "./index.ts";
import { petstore } from "./petstore/roles.ts";

/** Every requirement of a service, area by area and in the order of their numbers, with the contract's values in its text. */
export function loadCatalogue(contract: Contract): Requirement[] {
  const requirements = requirementFiles.flatMap((file) => loadFile(file, contract));
  const byArea = Map.groupBy(requirements, ({ area }) => area);
  return [...byArea.values()].flatMap((own) => own.toSorted((a, b) => numberOf(a) - numberOf(b)));
}

/** Every requirement of a client. */
export function loadClientCatalogue(contract: Contract): Requirement[] {
  return loadFile("suites/clients/requirements.yaml", contract);
}

function loadFile(file: string, contract: Contract): Requirement[] {
  const rulings = loadRulings();
  return readRequirements(file, embeddedText(file)).map((entry) => ({
    id: entry.id,
    slug: entry.slug,
    area: entry.id.slice(0, entry.id.lastIndexOf("-")),
    group: groupOf(file),
    level: entry.level,
    clause: entry.places[0],
    places: entry.places,
    rulings: entry.rulings ?? [],
    operations: entry.operations ?? [],
    text: withValues(entry.sentence, contract),
    guidance: guidanceOf(entry, rulings, contract),
  }));
}

/** `suites/petstore/list-animals/limit/requirements.yaml`: `list-animals/limit`. */
function groupOf(file: string): string {
  return file.split("/").slice(2, -1).join("/");
}

function numberOf({ id }: Requirement): number {
  return Number(id.slice(id.lastIndexOf("-") + 1));
}

function guidanceOf(
  { likelyCause, howToFix, rulings: numbers = [] }: RequirementEntry,
  rulings: readonly Ruling[],
  contract: Contract,
): Guidance | undefined {
  if (likelyCause === undefined || howToFix === undefined) return undefined;
  return {
    likelyCause: withValues(likelyCause, contract),
    howToFix: withValues(howToFix, contract),
    rulings: rulings
      .filter(({ number }) => numbers.includes(number))
      .map(({ number, text }) => ({ number, text })),
  };
}

function withValues(text: string, contract: Contract): string {
  const { limit, removalDay } = petstore(contract);
  const values: Readonly<Record<string, string | number | undefined>> = {
    "limit.minimum": limit.minimum,
    "limit.maximum": limit.maximum,
    "limit.default": limit.default,
    removalDay: removalDay && formatCalendarDay(removalDay),
    versionSegment: versionSegment(contract),
  };
  return text.replace(/\{([a-zA-Z.]+)\}/g, (_, name: string) => String(values[name] ?? "(not given)"));
}

export interface Ruling extends RulingEntry {
  /** The part of the interface, or of a run, that it belongs to. */
  readonly heading: string;
}

/** Every ruling, in the order of `rulings.yaml`. */
export function loadRulings(): readonly Ruling[] {
  const file = "suites/rulings.yaml";
  return Object.entries(readRulings(file, embeddedText(file))).flatMap(([heading, entries]) =>
    entries.map((entry) => ({ ...entry, heading })),
  );
}
