import type { Facts } from "#core/check/facts.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { ServerRef } from "#proof/job.ts";
import { createPerformer } from "#proof/perform.ts";
import { onThisThread } from "#proof/pool.ts";
import { everything, type Proof, prove } from "#proof/proof.ts";
import { suite } from "#suites/registry.ts";
import { watchedSuite } from "../reasons/judge-reasons.ts";

/** One server, its whole run, and what was known at its end. */
export interface Played {
  readonly server: ServerRef;
  /** How many requests it had room for, as in `Job`. */
  readonly withRoom: number;
  readonly run: Redacted<Run>;
  readonly facts: Facts | undefined;
}

/** Which servers of the bed are played, by their place in it. */
export type Share = (nth: number) => boolean;

/**
 * Plays a share of the bed in standard, one server after another in this thread, and hands out the run that is the result of each
 * as it ends. What is declared is that of the whole bed.
 */
export async function proveInStandard(share: Share, onPlayed: (played: Played) => void): Promise<Proof> {
  const watched = watchedSuite(suite);
  const played: Played[] = [];
  /** Servers that give the same answers share one run. */
  const factsOf = new WeakMap<Redacted<Run>, Facts>();
  const perform = await createPerformer({
    suite: watched.suite,
    onRun: ({ server }, run, withRoom) => {
      const facts = watched.takeFacts() ?? factsOf.get(run);
      if (facts !== undefined) factsOf.set(run, facts);
      played.push({ server, withRoom, run, facts });
    },
  });
  const thisThread = onThisThread(async (job) => {
    watched.takeFacts(); // of a run beside it, which shows what the correct server does
    const result = await perform(job);
    for (const one of played.splice(0)) if (one.withRoom === result.withRoom) onPlayed(one);
    return result;
  });
  const isInShare = (_: unknown, nth: number) => share(nth);
  const whole = await thisThread.bed();
  const { servers, trivial, stages } = whole;
  const bed = {
    ...whole,
    ...{ servers: servers.filter(isInShare), trivial: trivial.filter(isInShare) },
    stages: stages.filter(isInShare),
  };
  const proof = await prove({ ...thisThread, bed: async () => bed }, "standard", everything);
  return { ...proof, bed: whole };
}
