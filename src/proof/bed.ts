import { loadFaults, loadVariants } from "../../reference-server/registry.ts";
import { trivialServers } from "../../reference-server/trivial.ts";
import { loadCatalogue } from "../../suites/catalogue.ts";
import type { Level } from "../check/verdict.ts";
import { loadContract } from "../contract/load.ts";

/** What is said of each server of the bed, and of each requirement, as plain data. */
export interface Bed {
  readonly requirements: readonly BedRequirement[];
  readonly faults: readonly BedFault[];
  readonly variants: readonly BedVariant[];
  readonly trivial: readonly { readonly id: string; readonly title: string }[];
  /** Ids of faults and variants, one for each stage that any of them stands on. */
  readonly stages: readonly string[];
}

export interface BedRequirement {
  readonly id: string;
  readonly area: string;
  readonly level: Level;
  readonly text: string;
}

export interface BedFault {
  readonly id: string;
  /** The file that holds it. */
  readonly area: string;
  readonly title: string;
  readonly breaks: readonly string[];
  readonly idiom: string | undefined;
  /** The first profile that shows it. */
  readonly profile: "standard" | "thorough";
  /** What may fail too, by requirement, with its reason. */
  readonly alsoFails: Readonly<Record<string, string>>;
}

export interface BedVariant {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly ruling: readonly number[];
  readonly warns: readonly string[];
  readonly notShown: readonly string[];
}

export async function loadBed(): Promise<Bed> {
  const [contract, faults, variants] = await Promise.all([loadContract(), loadFaults(), loadVariants()]);
  const stages = new Map<string, string>();
  for (const { id, stage } of [...faults, ...variants]) {
    // Another base path is itself what is broken: the correct server does not live there.
    if (stage === undefined || stage.basePath !== undefined) continue;
    const key = JSON.stringify(stage, (_, value) => (typeof value === "bigint" ? String(value) : value));
    if (!stages.has(key)) stages.set(key, id);
  }
  return {
    requirements: loadCatalogue(contract).map(({ id, area, level, text }) => ({ id, area, level, text })),
    faults: faults.map(
      ({ id, area, title, breaks, idiom, profile = "standard" as const, alsoFails = {} }) => ({
        id,
        area,
        title,
        breaks,
        idiom,
        profile,
        alsoFails,
      }),
    ),
    variants: variants.map(({ id, area, title, ruling, warns = [], notShown = [] }) => ({
      id,
      area,
      title,
      ruling,
      warns,
      notShown,
    })),
    trivial: trivialServers.map(({ id, title }) => ({ id, title })),
    stages: [...stages.values()],
  };
}
