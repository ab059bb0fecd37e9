import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

const testing = /\.test\.ts$|^(?:testing|bench)\//;

/** Every TypeScript file of the project. */
export function sourceFiles(): SourceFile[] {
  return globSync("{src,suites,reference-server,bench,scripts,testing}/**/*.ts", { cwd: root })
    .sort()
    .map((path) => ({ path, text: textOf(path), forTests: testing.test(path) }));
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
  readonly steps: readonly {
    readonly name?: string;
    readonly uses?: string;
    readonly run?: string;
    readonly env?: object;
  }[];
}

export function workflowOf(path: string): Workflow {
  return parse(textOf(path));
}
