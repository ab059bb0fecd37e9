import type { BedServer, Stage } from "../../reference-server/bed-server.ts";
import { trivialServers } from "../../reference-server/trivial.ts";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { type ListedServer, loadServers } from "../../suites/servers.ts";
import type { Level } from "../core/check/verdict.ts";

/** What is said of each server of the bed, and of each requirement, as plain data: it goes to another thread. */
export interface Bed {
  readonly requirements: readonly BedRequirement[];
  readonly servers: readonly PlainServer[];
  readonly trivial: readonly { readonly id: string; readonly title: string }[];
  /** Ids of servers, one for each stage that any of them stands on. */
  readonly stages: readonly string[];
}

interface BedRequirement {
  readonly id: string;
  readonly slug: string;
  readonly area: string;
  readonly level: Level;
  readonly text: string;
}

/** A server as it is declared, without what makes it so. */
export type PlainServer = Omit<ListedServer, "hooks" | "stage">;

export async function loadBed(): Promise<Bed> {
  const [contract, servers] = await Promise.all([loadContract(), loadServers()]);
  return {
    requirements: loadCatalogue(contract).map(({ id, slug, area, level, text }) => ({
      id,
      slug,
      area,
      level,
      text,
    })),
    servers: servers.map(({ hooks: _hooks, stage: _stage, ...plain }) => plain),
    trivial: trivialServers.map(({ id, title }) => ({ id, title })),
    stages: stagesOf(servers),
  };
}

/** The same text for the same stage. */
export function stageKey(stage: Stage): string {
  return JSON.stringify(stage, (_, value) => (typeof value === "bigint" ? String(value) : value));
}

function stagesOf(servers: readonly (BedServer & { readonly id: string })[]): readonly string[] {
  const stages = new Map<string, string>();
  for (const { id, stage } of servers) {
    // Another base path is itself what is broken: the correct server does not live there.
    if (stage === undefined || stage.basePath !== undefined) continue;
    const key = stageKey(stage);
    if (!stages.has(key)) stages.set(key, id);
  }
  return [...stages.values()];
}
