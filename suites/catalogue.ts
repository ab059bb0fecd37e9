import { parse } from "yaml";
import type { Guidance, Requirement } from "../src/core/check/requirement.ts";
import type { Level } from "../src/core/check/verdict.ts";
import { type Contract, type OperationId, versionSegment } from "../src/core/contract/contract.ts";
import { formatCalendarDay } from "../src/core/contract/days.ts";
import { embeddedText } from "../src/core/contract/embedded-text.ts";
import { petstore } from "./petstore/roles.ts";

/** An entry of `requirements.yaml`; its form is held by the catalogue's test. */
interface Entry {
  readonly id: string;
  readonly slug: string;
  readonly level: Level;
  readonly clause: string;
  readonly rulings?: readonly number[];
  readonly operations?: readonly OperationId[];
  readonly text: string;
}

/** Every requirement of a service, in the order of the file, with the contract's values in its text. */
export function loadCatalogue(contract: Contract): Requirement[] {
  return loadPart("requirements", contract);
}

/** Every requirement of a client, likewise. */
export function loadClientCatalogue(contract: Contract): Requirement[] {
  return loadPart("clients", contract);
}

function loadPart(part: "requirements" | "clients", contract: Contract): Requirement[] {
  const file = embeddedText("suites/requirements.yaml");
  const entries = (parse(file) as Readonly<Record<typeof part, readonly Entry[]>>)[part];
  const guidance = guidanceOf(contract);
  return entries.map((entry) => ({
    id: entry.id,
    slug: entry.slug,
    area: entry.id.slice(0, entry.id.lastIndexOf("-")),
    level: entry.level,
    clause: entry.clause,
    rulings: entry.rulings ?? [],
    operations: entry.operations ?? [],
    text: withValues(entry.text, contract),
    guidance: guidance(entry),
  }));
}

/** Which requirements have any, the catalogue's test holds. */
function guidanceOf(contract: Contract): (entry: Entry) => Guidance | undefined {
  const file = embeddedText("suites/guidance.yaml");
  const advice = parse(file) as Readonly<Record<string, { readonly cause: string; readonly fix: string }>>;
  const rulings = loadRulings();
  return ({ id, rulings: numbers = [] }) => {
    const own = advice[id];
    if (own === undefined) return undefined;
    return {
      likelyCause: withValues(own.cause, contract),
      howToFix: withValues(own.fix, contract),
      rulings: rulings
        .filter(({ number }) => numbers.includes(number))
        .map(({ number, text }) => ({ number, text })),
    };
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

/** How one place is judged that the interface leaves open. */
export interface Ruling {
  /** Stable. */
  readonly number: number;
  /** The part of the interface, or of a run, that it belongs to. */
  readonly heading: string;
  /** In Markdown, without the last full stop. */
  readonly text: string;
  /** Why no requirement carries it: `not sent`, or `every run` where the run itself follows it. */
  readonly carried: string | undefined;
}

/** Every ruling, in the order of `rulings.yaml`. */
export function loadRulings(): readonly Ruling[] {
  const file = embeddedText("suites/rulings.yaml");
  const headings = parse(file) as Readonly<Record<string, readonly Omit<Ruling, "heading">[]>>;
  return Object.entries(headings).flatMap(([heading, entries]) =>
    entries.map(({ number, text, carried }) => ({ number, heading, text, carried })),
  );
}
