import { readdir } from "node:fs/promises";
import type { Fault, Variant } from "./fault.ts";

/** An entry with its id and the name of the file that holds it. */
export type Named<Entry> = Entry & { readonly id: string; readonly area: string };

/** Every fault in `faults/`, by file and then in the order of the file. @throws Error for an id that occurs twice. */
export function loadFaults(): Promise<readonly Named<Fault>[]> {
  return loadFolder<Fault>(new URL("./faults/", import.meta.url));
}

/** Every variant in `variants/`, as above. */
export function loadVariants(): Promise<readonly Named<Variant>[]> {
  return loadFolder<Variant>(new URL("./variants/", import.meta.url));
}

async function loadFolder<Entry extends Fault | Variant>(folder: URL): Promise<readonly Named<Entry>[]> {
  // Source files here, compiled ones in a built package; tests and declarations are neither.
  const files = (await readdir(folder)).filter((name) => /^[a-z0-9-]+\.[jt]s$/.test(name)).sort();
  const loaded = await Promise.all(
    files.map(async (file) => {
      const module: { readonly default: Readonly<Record<string, Entry>> } = await import(
        new URL(file, folder).href
      );
      const area = file.replace(/\.[jt]s$/, "");
      return Object.entries(module.default).map(([id, entry]) => ({ ...entry, id, area }));
    }),
  );
  const entries = loaded.flat();
  const seen = new Map<string, string>();
  for (const { id, area } of entries) {
    const earlier = seen.get(id);
    if (earlier !== undefined) throw new Error(`the id ${id} occurs twice, in ${earlier} and in ${area}`);
    seen.set(id, area);
  }
  return entries;
}
