import type { OperationId } from "../contract/operations.ts";

/** `must` fails a run, `should` warns, `open` is never judged (the interface leaves it open). */
export type Level = "must" | "should" | "open";

export interface RequirementName {
  /** Stable: `LIST-4`. */
  readonly id: string;
  /** Its short name, unique and as stable as the id: `respect-limit`. */
  readonly slug: string;
}

export interface RequirementLine extends RequirementName {
  readonly level: Level;
  /** The sentence, with the contract's values in it. */
  readonly text: string;
}

/** One statement of the interface, as the `requirements.yaml` of its group has it. */
export interface Requirement extends RequirementLine {
  /** The part of the id before its number: `LIST`. */
  readonly area: string;
  /** The folder of its suite that has all that is known of it: `list-animals/limit`. */
  readonly group: string;
  /** Its place in the interface, by headings: `Endpoints / List animals / limit`. */
  readonly clause: string;
  /** Every place of the interface that it covers, `clause` first. */
  readonly places: readonly string[];
  readonly rulings: readonly number[];
  /** Operations whose positive control must hold before the requirement can pass. */
  readonly operations: readonly OperationId[];
  /** Advice for those who fix a server; undefined where nothing is judged. */
  readonly guidance?: Guidance | undefined;
}

/** What people read besides its sentence; nothing is judged by it. The advice is one or two sentences each. */
export interface Guidance {
  /** What usually causes a failure. */
  readonly likelyCause: string;
  readonly howToFix: string;
  /** What the requirement's rulings say, in Markdown without the last full stop. */
  readonly rulings: readonly { readonly number: number; readonly text: string }[];
}

/** How a requirement is named to people: `LIST-4 respect-limit`. */
export function requirementName({ id, slug }: RequirementName): string {
  return `${id} ${slug}`;
}
