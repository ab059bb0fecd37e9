import { type Facts, isAnswered } from "#core/check/facts.ts";
import { jsonOf } from "#core/check/json-body.ts";
import type { Reason } from "#core/check/results/unresolved.ts";
import type { FoldedFinding } from "#core/check/results/verdict.ts";
import type { Suite } from "#core/check/suite.ts";
import type { Run } from "#core/run/result.ts";
import { reasonInWords } from "#report/words/why-in-words.ts";
import { type Evidence, statusOf } from "./evidence.ts";
import { rules } from "./rules.ts";

/**
 * A suite that hands out what was known at the end of a run, once. One for many runs: what is derived from a suite, such as its
 * table of steps, is derived anew for another one.
 */
export function watchedSuite(suite: Suite) {
  let facts: Facts | undefined;
  return {
    suite: {
      ...suite,
      notes: (known) => {
        facts = known;
        return suite.notes(known);
      },
    } satisfies Suite,
    takeFacts: () => {
      const taken = facts;
      facts = undefined;
      return taken;
    },
  };
}

/** Each sentence of a run that its own exchanges do not bear out, and each that no rule knows. */
export function falseReasons(run: Run, facts: Facts): readonly string[] {
  return run.verdicts.flatMap((verdict) => {
    const { id, reason } = verdict;
    const findings = verdict.findings.flatMap((finding) => {
      const problem = falseFinding(finding, facts);
      return problem === undefined ? [] : [`${id}: ${problem}`];
    });
    if (reason === undefined || verdict.verdict === "skipped") return findings;
    const problem = falseReason(reason, { run, facts, verdict });
    return problem === undefined ? findings : [...findings, `${id}: ${problem}`];
  });
}

/** The types of the rules say that a reason of the kind has the facts that its rule reads. */
const ofKind = new Map(Object.entries(rules)) as ReadonlyMap<string, AnyRule>;
type AnyRule = (evidence: Evidence, facts: Readonly<Record<string, string>>) => boolean;

function falseReason(reason: Reason, evidence: Evidence): string | undefined {
  const rule = ofKind.get(reason.kind);
  const words = () => reasonInWords({ reason }, evidence.run.words);
  if (rule === undefined) return `no rule says whether it is true: ${words()}`;
  const facts = Object.entries(reason).map(([name, fact]) => [name, String(fact)]);
  return rule(evidence, Object.fromEntries(facts)) ? undefined : `it is not so: ${words()}`;
}

/** The status and the number of pets that a finding names are those of its exchange. */
function falseFinding({ seen, exchange, place }: FoldedFinding, facts: Facts): string | undefined {
  const cited = facts.exchanges.find(({ id }) => id === exchange);
  if (cited === undefined) return `there is no exchange ${exchange}: ${seen}`;
  const answered = isAnswered(cited);
  if (seen.startsWith("no complete answer") !== !answered)
    return `exchange ${exchange} is otherwise: ${seen}`;
  const [, status, pets] =
    /^(\d{3}) (?:with|to|without)\b(?: (?:a list of )?(\d+) (?:pet|item)s?\b)?/.exec(seen) ?? [];
  if (!answered || status === undefined || place?.in === "header") return undefined;
  if (statusOf(cited) !== Number(status)) return `exchange ${exchange} has another status: ${seen}`;
  const body = jsonOf(cited);
  if (pets === undefined || (body?.kind === "array" && body.items.length === Number(pets))) return undefined;
  return `exchange ${exchange} has another number of pets: ${seen}`;
}
