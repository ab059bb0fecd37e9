import type { ProofRecord } from "../../scripts/record/proof-record.ts";
import type { Facts } from "../../src/core/check/facts.ts";
import type { Run } from "../../src/core/run/result.ts";
import type { ServerRef } from "../../src/proof/job.ts";
import { createPerformer } from "../../src/proof/perform.ts";
import { everything, type Proof, prove } from "../../src/proof/proof.ts";
import { onThisThread } from "../../src/proof/this-thread.ts";
import { suite } from "../../suites/registry.ts";
import { watchedSuite } from "../reasons/judge-reasons.ts";

/** One server, its whole run, and what was known at its end. */
export interface Played {
  readonly server: ServerRef;
  /** As in `Job`. */
  readonly withRoom: number;
  readonly run: Run;
  readonly facts: Facts | undefined;
}

/** Which servers of the bed are played, by their place in it. */
export type Share = (nth: number) => boolean;

/**
 * Plays a share of the bed in standard, each server once, one after another in this thread, and hands out each run as it ends. What is declared
 * is that of the whole bed.
 * How many requests show a fault is taken from what is committed: only `npm run record` finds out that fewer would do.
 */
export async function proveInStandard(
  committed: ProofRecord,
  share: Share,
  onPlayed: (played: Played) => void,
): Promise<Proof> {
  const rooms = new Map(
    committed.servers.map(({ id, caughtBy }) => [id, Number(/\d+/.exec(caughtBy ?? "") ?? 0)]),
  );
  const watched = watchedSuite(suite);
  const perform = await createPerformer({
    suite: watched.suite,
    onRun: ({ server, withRoom = 0 }, run) => {
      onPlayed({ server, withRoom, run, facts: watched.takeFacts() });
    },
  });
  const thisThread = onThisThread((job) => {
    watched.takeFacts(); // of a run beside it, which shows what the correct server does
    return perform({ ...job, withRoom: rooms.get(job.server.id) ?? 0 });
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
