import { parse } from "yaml";
import { textOf } from "../source-files.ts";

/** What tests read of a workflow of GitHub. */
export interface Workflow {
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
