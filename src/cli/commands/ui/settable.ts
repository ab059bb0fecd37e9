import type { Option } from "#core/options/option.ts";

/**
 * What the page may set, by the names of options. Whatever is not here is refused by name: an option stands here only if it
 * names no command, no file and no credential, and loosens no check of this program's.
 */
export const settable = {
  /** Options of `run`: what most users need, which the form shows first. */
  everyday: ["profile", "rate-limit", "plan", "only", "read-only", "self"],
  /** Options of `run`: the rest. */
  more: [
    ...["skip", "require", "min-cases", "strict", "probe", "rounds", "for", "replay", "seed"],
    ...["category-id", "removal-date", "input", "operations", "now"],
    ...["trace", "wait-for-ready", "concurrency", "timeout", "max-body", "consistency-wait"],
    ...["max-requests", "max-creates", "max-duration", "max-burst", "max-wait"],
  ],
  /** Options of `serve`. */
  serve: ["fault", "variant", "plan", "seed-pets"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The options of a table that are named here, in this order. */
export function settableOf(names: readonly string[], table: readonly Option[]): readonly Option[] {
  return names.flatMap((name) => table.find((option) => option.name === name) ?? []);
}
