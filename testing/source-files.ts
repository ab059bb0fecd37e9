import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** The project's folder. */
export const root = join(import.meta.dirname, "..");

/** The text of a file of the project. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

export interface SourceFile {
  /** Relative to the project's folder, with slashes. */
  readonly path: string;
  readonly text: string;
  /** True for tests and for what only tests use: none of it is in the package. */
  readonly forTests: boolean;
}

export interface Import {
  /** The file that is imported, relative to the project's folder. */
  readonly path: string;
  readonly typesOnly: boolean;
}

const testing = /\.test\.ts$|^(?:testing|bench)\//;

/** Every TypeScript file of the project. */
export function sourceFiles(): SourceFile[] {
  return globSync("{src,suites,reference-server,bench,scripts,testing}/**/*.ts", { cwd: root })
    .sort()
    .map((path) => ({ path, text: textOf(path), forTests: testing.test(path) }));
}

/** The folder of a table that holds a file: the closest. `suites/petstore/*` is every folder there that has no row. */
export function folderAmong(folders: readonly string[], path: string): string | undefined {
  const holds = (folder: string): boolean =>
    folder.endsWith("/*")
      ? path.startsWith(folder.slice(0, -1)) && path.slice(folder.length).includes("/")
      : path.startsWith(`${folder}/`);
  return folders.toSorted((a, b) => b.length - a.length).find(holds);
}

/** The packages that a file imports, without those of Node. */
export function packagesOf({ text }: SourceFile): string[] {
  const pattern = /\b(?:from\s*|import\s*\(\s*|import\s+)"((?:@[^/"]+\/)?[^#./"][^/"]*)(?:\/[^"]*)?"/g;
  return [...text.matchAll(pattern)].map(([, name = ""]) => name).filter((name) => !name.startsWith("node:"));
}

/** The local files that a file imports, statically or when it needs them. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const pattern = /\b(?:(?:import|export)\s+([^;"']*?)\bfrom\s*|import\s*\(\s*|import\s+)"([.#][^"]+)"/g;
  return [...text.matchAll(pattern)].map(([, clause, target = ""]) => ({
    path: placeOf(target, path),
    typesOnly: clause !== undefined && namesTypesOnly(clause),
  }));
}

/** The file that a specifier names: beside the importing file, or by its room as package.json's `imports` say. */
function placeOf(specifier: string, from: string): string {
  if (!specifier.startsWith("#")) return join(dirname(from), specifier);
  const path = specifier.slice(1);
  return /^(?:suites|reference-server|testing|scripts|bench)\//.test(path) ? path : `src/${path}`;
}

/** Whether a clause names nothing but types: `type A`, `type { A }`, `{ type A, type B }`. */
function namesTypesOnly(clause: string): boolean {
  if (/^type\s/.test(clause)) return true;
  const names = /^\{(.*)\}\s*$/s.exec(clause)?.[1]?.split(",") ?? [];
  const written = names.map((name) => name.trim()).filter((name) => name !== "");
  return written.length > 0 && written.every((name) => name.startsWith("type "));
}

/** What tests read of a workflow of GitHub. */
interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface Job {
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly part: readonly number[] } };
  readonly steps: readonly { readonly name?: string; readonly uses?: string; readonly run?: string }[];
}

export function workflowOf(path: string): Workflow {
  return parse(textOf(path));
}
