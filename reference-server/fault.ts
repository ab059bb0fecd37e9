import type { Hooks } from "./hooks/hooks.ts";
import type { Plan } from "./plan.ts";

/** The circumstances under which a server shows what is special about it. */
export interface Stage {
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

/** What a server does differently. */
interface Difference {
  /** What it does, as the continuation of "a server that …". */
  readonly title: string;
  readonly stage?: Stage;
  /** The hooks it replaces, made anew for each server, so that state in their closure is the server's own. */
  readonly hooks: (correct: Hooks) => Partial<Hooks>;
}

/** A server that is broken in one place: it replaces exactly one hook. */
export interface Fault extends Difference {
  /** Ids of the requirements that it breaks, and no others. */
  readonly breaks: readonly string[];
  /** The habit of real code that this is, in a few words. */
  readonly idiom?: string;
  /** The first profile that shows it, where that is not standard. */
  readonly profile?: "thorough";
  /** Ids of requirements that fail too in one profile and not in the other, each with its reason. */
  readonly alsoFails?: Readonly<Record<string, string>>;
}

/** A server that is unusual, but permitted. */
export interface Variant extends Difference {
  /** Numbers of the rulings that permit it. */
  readonly ruling: readonly number[];
  /** Ids of the requirements of level `should` that it does not meet. */
  readonly warns?: readonly string[];
  /** Ids of the musts that a thorough run shows of the correct server and cannot show of this one. */
  readonly notShown?: readonly string[];
}

/** By id: lower-case words joined by hyphens. */
export type Faults = Readonly<Record<string, Fault>>;
export type Variants = Readonly<Record<string, Variant>>;

/** The faults of one file, its default export. */
export function faults(entries: Faults): Faults {
  return entries;
}

/** The variants of one file, its default export. */
export function variants(entries: Variants): Variants {
  return entries;
}
