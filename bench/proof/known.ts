import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

interface Known {
  readonly unseen: readonly {
    readonly sizes: readonly number[];
    readonly why: string;
    readonly faults: readonly string[];
  }[];
  /** By both ids. */
  readonly undone: Readonly<Record<string, string>>;
  readonly varies: Readonly<Record<string, string>>;
}

const known: Known = parse(readFileSync(join(import.meta.dirname, "known.yaml"), "utf8"));

/** Why no run sees a fault on a store of this size; undefined where no reason is stated. */
export function whyUnseen(fault: string, seedPets: number): string | undefined {
  return known.unseen.find(({ sizes, faults }) => sizes.includes(seedPets) && faults.includes(fault))?.why;
}

/** Why the one fault undoes the other; undefined where no reason is stated. */
export function whyUndone({ id, by }: { readonly id: string; readonly by: string }): string | undefined {
  return known.undone[`${by} ${id}`];
}

/** Whether a server is judged otherwise, as is known, with another seed or order. */
export function varies(id: string): boolean {
  return Object.hasOwn(known.varies, id);
}
