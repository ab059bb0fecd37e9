import { readdir } from "node:fs/promises";
import type { BedServer } from "./bed-server.ts";

/** A file of faults or variants: its name without the ending, and its servers by their ids. */
export interface BedFile {
  readonly area: string;
  readonly servers: Readonly<Record<string, BedServer>>;
}

/** Every file of a folder, by its name. The single executable has no folders, and a list in place of this module. */
export async function bedFiles(name: "faults" | "variants"): Promise<readonly BedFile[]> {
  const folder = new URL(`./${name}/`, import.meta.url);
  // Source files here, compiled ones in a built package; tests and declarations are neither.
  const files = (await readdir(folder)).filter((file) => /^[a-z0-9-]+\.[jt]s$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const module: { readonly default: BedFile["servers"] } = await import(new URL(file, folder).href);
      return { area: file.replace(/\.[jt]s$/, ""), servers: module.default };
    }),
  );
}
