import type { Facts } from "#core/check/facts.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { PreparedSuite } from "#core/check/suite.ts";
import type { RunOptions } from "../options.ts";
import { probes } from "../setting.ts";

// A selection changes what is reported, never what is true. No one can know for every server which answers may break a
// requirement: an invariant looks at every answer, and the effect of one request may show in another. So the whole
// profile is sent, whatever is selected.

/** A suite with its document, and the options of the run that is sent or judged by it. */
export interface PlayInput extends PreparedSuite {
  readonly options: RunOptions;
}

export interface Scope extends PlayInput {
  /** The requirements whose cases are sent. */
  readonly sent: readonly Requirement[];
}

/** True of a requirement that `--only` and `skip` leave to be reported. */
export function isReported(requirement: Requirement, { only, skip }: RunOptions): boolean {
  return (only.length === 0 || isNamed(requirement, only)) && !isNamed(requirement, skip);
}

/** What is sent for. A replay is asked for one input alone, so it sends for what it reports. */
export function scopeOf<Given extends PlayInput>(input: Given, facts: Facts): Given & Scope {
  const { suite, requirements, options } = input;
  const judged = requirements.filter(
    (r) => r.level !== "open" && suite.notApplicable(r, facts) === undefined,
  );
  const sent = options.replay === undefined ? judged : judged.filter((r) => isReported(r, options));
  return { ...input, sent };
}

/**
 * Whether the over-limit probe is sent (ruling 29). It comes last, so no other answer depends on it. It is left out
 * if no reported requirement could be judged by it, or if `skip` names all that it is for.
 */
export function sendsProbe({ suite: { checks, probe }, sent, options }: Scope): boolean {
  if (!probes(options)) return false;
  const isWanted = sent.some((r) => probe.about.includes(r.id) && !isNamed(r, options.skip));
  // A scenario is judged without what the probe sends.
  const looksAtAll = new Set(checks.filter(({ kind }) => kind !== "scenario").map(({ about }) => about));
  const reported = sent.filter((r) => isReported(r, options));
  return isWanted && reported.some(({ id }) => probe.about.includes(id) || looksAtAll.has(id));
}

function isNamed(requirement: Requirement, names: readonly string[]): boolean {
  return names.includes(requirement.id) || names.includes(requirement.area);
}
