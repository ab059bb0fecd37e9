import type { Facts } from "../../src/core/check/facts.ts";
import { isAnswered } from "../../src/core/check/facts.ts";
import type { Suite } from "../../src/core/check/suite.ts";
import type { FoldedFinding } from "../../src/core/check/verdict.ts";
import type { Run } from "../../src/core/run/result.ts";
import { petsIn } from "../../suites/petstore/pets.ts";
import { type Evidence, statusOf } from "./evidence.ts";
import { rules } from "./rules.ts";

/**
 * A suite that hands out what was known at the end of a run, once. One for many runs: what is derived from a suite, such as its
 * table of steps, is derived anew for another one.
 */
export function watchedSuite(suite: Suite): {
  readonly suite: Suite;
  readonly takeFacts: () => Facts | undefined;
} {
  let facts: Facts | undefined;
  return {
    suite: {
      ...suite,
      notes: (known) => {
        facts = known;
        return suite.notes(known);
      },
    },
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

/** Those with the most words of their own first: a reason may hold another one. */
const patterns = Object.entries(rules)
  .toSorted(([a], [b]) => b.length - a.length)
  .map(([words, rule]) => {
    const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    // A label may hold any words but those that follow one.
    const source = escaped.replaceAll('"…"', '"((?:(?! was not ).)*?)"').replaceAll("…", "(.*?)");
    return { rule, pattern: new RegExp(`^${source}$`, "s") };
  });

function falseReason(reason: string, evidence: Evidence): string | undefined {
  const known = patterns.find(({ pattern }) => pattern.test(reason));
  if (known === undefined) return `no rule tells whether it is true: ${reason}`;
  const [, ...parts] = known.pattern.exec(reason) ?? [];
  return known.rule(evidence, ...parts) ? undefined : `it is not so: ${reason}`;
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
  if (pets === undefined || petsIn(cited)?.length === Number(pets)) return undefined;
  return `exchange ${exchange} has another number of pets: ${seen}`;
}
