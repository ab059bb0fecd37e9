import type { Guidance, Level, Requirement } from "#core/check/requirement.ts";
import type { Advice } from "#core/check/results/defect.ts";
import { type Contract, versionSegment } from "#core/contract/contract.ts";
import type { OperationId } from "#core/contract/operations.ts";
import content from "./catalogue.json" with { type: "json" };
import { petstore } from "./petstore/roles.ts";

/** A requirement as a `requirements.yaml` has it. */
export interface RequirementEntry {
  /** `AREA-n`; never used again for something else. */
  readonly id: string;
  /** Its short name, as stable as the id: what the server must do, in two to five words. */
  readonly slug: string;
  readonly level: Level;
  /** Of the interface, by the names of `petstore/outline.yaml`; at least one, the most important first. */
  readonly places: readonly string[];
  /** How the unspecified is judged: numbers of `petstore/rulings.yaml`. */
  readonly rulings?: readonly number[];
  /** Those whose positive control must hold before it can pass. */
  readonly operations?: readonly OperationId[];
  /** What holds. `{limit.maximum}` and the like come from the loaded document, here and in the advice. */
  readonly sentence: string;
  /** Advice for those who fix a server or a client; every requirement that is judged has both. */
  readonly likelyCause?: string;
  readonly howToFix?: string;
  /** Of clients: advice in place of that, by the name of the mistake that a request gives away. */
  readonly mistakes?: Readonly<Record<string, Advice>>;
}

/** How one place is judged that the interface leaves open. */
export interface RulingEntry {
  /** Stable. */
  readonly number: number;
  /** In Markdown, without the last full stop. */
  readonly text: string;
  /** Why no requirement carries it: `not sent`, or `every run` where the run itself follows it. */
  readonly carried?: string;
}

/** What is in the files of the suites, as `npm run record` read and checked it. */
interface Catalogue {
  /** By file, in the order of reports. */
  readonly requirements: Readonly<Record<string, readonly RequirementEntry[]>>;
  /** By heading. */
  readonly rulings: Readonly<Record<string, readonly RulingEntry[]>>;
}

const { requirements: files, rulings: headings } = content as Catalogue;

/** Every requirement of a service, area by area and in the order of their numbers, with the contract's values in its text. */
export function loadCatalogue(contract: Contract): Requirement[] {
  return loadFiles((file) => !isOfClients(file), contract);
}

/** Every requirement of a client; none of a client of another service. */
export function loadClientCatalogue(contract: Contract): Requirement[] {
  return contract.operations.size === 0 ? [] : loadFiles(isOfClients, contract);
}

/** Advice for who made this mistake, by which a requirement of clients fails. */
export function adviceOn(id: string, mistake: string): Advice | undefined {
  const entries = Object.values(files).flat();
  return entries.find((entry) => entry.id === id)?.mistakes?.[mistake];
}

function isOfClients(file: string): boolean {
  return file.startsWith("suites/clients/");
}

function loadFiles(isMeant: (file: string) => boolean, contract: Contract): Requirement[] {
  const requirements = Object.keys(files)
    .filter(isMeant)
    .flatMap((file) => loadFile(file, contract));
  const byArea = Map.groupBy(requirements, ({ area }) => area);
  return [...byArea.values()].flatMap((own) => own.toSorted((a, b) => numberOf(a) - numberOf(b)));
}

function loadFile(file: string, contract: Contract): Requirement[] {
  const rulings = loadRulings();
  return (files[file] ?? []).map((entry) => ({
    id: entry.id,
    slug: entry.slug,
    area: entry.id.slice(0, entry.id.lastIndexOf("-")),
    group: groupOf(file),
    level: entry.level,
    clause: entry.places[0] ?? "",
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
    removalDay,
    versionSegment: versionSegment(contract),
  };
  return text.replace(/\{([a-zA-Z.]+)\}/g, (_, name: string) => String(values[name] ?? "(not given)"));
}

export interface Ruling extends RulingEntry {
  /** The part of the interface, or of a run, that it belongs to. */
  readonly heading: string;
}

/** Every ruling, in the order of `petstore/rulings.yaml`. */
export function loadRulings(): readonly Ruling[] {
  return Object.entries(headings).flatMap(([heading, entries]) =>
    entries.map((entry) => ({ ...entry, heading })),
  );
}
