import type { Created, Run } from "../core/run/result.ts";
import { counted } from "./counted.ts";

/** How what a run created is found: how many there are, what their names begin with, and each by its id, else its name. */
export interface CreatedInWords {
  /** `3 things created, named conformance-…`; `…, and perhaps 2 more that no 2xx confirms`. */
  readonly count: string;
  /** Of at most so many; text of the target's. */
  readonly shown: readonly string[];
  /** ` and 4 more`, or nothing. */
  readonly more: string;
}

export function createdInWords({ created, runId, words }: Run, most: number): CreatedInWords {
  const certain = created.filter((one) => one.certain);
  const doubtful = created.filter((one) => !one.certain);
  const doubt = doubtful.length === 0 ? "" : `, and perhaps ${doubtful.length} more that no 2xx confirms`;
  const found = [...certain, ...doubtful];
  return {
    count: `${counted(certain.length, words.thing, words.things)} created, named conformance-${runId}-…${doubt}`,
    shown: found.slice(0, most).map(findable),
    more: found.length > most ? ` and ${found.length - most} more` : "",
  };
}

function findable({ id, name }: Created): string {
  return id ?? (name === "" ? "one without an id or a name" : name);
}
