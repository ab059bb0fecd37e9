import type { Hooks } from "./hooks/call.ts";
import type { Plan } from "./rate-plans.ts";

/** A later revision of the interface: `revisions/extension.yaml`. */
export type Revision = "extension";

/** The circumstances under which a server shows what is special about it. */
export interface Stage {
  /** The revision of the interface that it implements, and that it is judged by; where left out, the first. */
  readonly revision?: Revision;
  readonly seedPets?: number;
  readonly firstId?: bigint;
  readonly plan?: Plan;
  /** The path of the base address; `/v1` unless it is what is special. */
  readonly basePath?: string;
  /** What the server's owner declares of it to a run; nothing unless it is what shows the difference. */
  readonly declares?: {
    readonly plan?: "free" | "pro" | "business";
    readonly categoryIds?: readonly string[];
  };
  /** When the server's clock stands at the start, as an ISO date or instant. */
  readonly startsAt?: string;
}

/**
 * A server of the bed: the reference server with something changed, and what a run has to say of it. A fault (`faults.ts`
 * of a requirement group) is broken in one place, so it replaces exactly one hook. A variant (`variants/`) is unusual, and
 * a ruling permits it, so it fails no must. Nothing else distinguishes the two.
 */
export interface BedServer {
  /** What it does, as the continuation of "a server that …". */
  readonly title: string;
  /** Ids of the musts that fail on it in `thorough`, and no others. */
  readonly fails?: readonly string[];
  /** The same of level `should`. */
  readonly warns?: readonly string[];
  /** Ids that fail in `standard`, where `thorough` sees more and does not blame them: each with its reason. */
  readonly standardOnly?: Readonly<Record<string, string>>;
  /** Of a server that fails no must: ids of the musts that `thorough` tests on the correct server, and not on this. */
  readonly untested?: readonly string[];
  /** The first profile that shows what it fails or is warned of, where that is not standard. */
  readonly profile?: "thorough";
  /** Of a variant: numbers of the rulings that permit it. */
  readonly ruling?: readonly number[];
  /** The habit of real code that this is, in a few words. */
  readonly idiom?: string;
  readonly stage?: Stage;
  /** The hooks it replaces, made anew for each server, so that state in their closure is the server's own. */
  readonly hooks: (correct: Hooks) => Partial<Hooks>;
}

/** A file of faults or variants, as the index of the suites names it: what its servers belong to, and how it is loaded. */
export type BedFile = readonly [
  area: string,
  load: () => Promise<{ readonly default: Readonly<Record<string, BedServer>> }>,
];

/** The servers of one file, its default export. By id: lower-case words joined by hyphens. */
export function servers(entries: Readonly<Record<string, BedServer>>): Readonly<Record<string, BedServer>> {
  return entries;
}

/** Makes the servers of a file, or of a part of it, that have something in common: what an entry says nothing of. */
export function alike(common: Omit<BedServer, "title" | "hooks">): typeof servers {
  return (entries) =>
    Object.fromEntries(Object.entries(entries).map(([id, own]) => [id, { ...common, ...own }]));
}
