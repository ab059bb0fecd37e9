import { parse } from "yaml";
import type { Facts } from "#core/check/facts.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { ServerRef } from "#proof/job.ts";
import { createPerformer } from "#proof/perform.ts";
import { onThisThread } from "#proof/pool.ts";
import { type Proof, prove } from "#proof/proof.ts";
import { suite } from "#suites/registry.ts";
import { falseReasons, watchedSuite } from "../reasons/judge-reasons.ts";
import { printed } from "../report/sample-run.ts";
import { textOf } from "../source-files.ts";
import { idsOf } from "./bed.ts";

/** What is found in the runs of a bed, as they end: all of them together would not be kept. */
export class JudgedRuns {
  readonly wrongReasons: string[] = [];
  readonly unexplained: string[] = [];
  readonly tooLong: string[] = [];
  readonly withoutSummary: string[] = [];
  /** Servers whose evidence does not give away what it should. */
  readonly withoutHint: string[] = [];
  readonly count = { sentences: 0, broken: 0, causes: 0, oneCause: 0, long: 0, hints: 0 };

  judge(played: Played): void {
    this.judgeReasons(played);
    this.#judgeHint(played);
    if (played.server.kind !== "fault") return;
    this.#judgeCauses(played);
    // What ends a run early is a cause of its own; with room for more requests, more is left out for the probe's sake.
    const { causes, rootCause } = played.run;
    if (causes.length === 1 && rootCause === undefined && !played.withRoom) this.#judgeScreen(played);
  }

  judgeReasons({ server, run, facts }: Played): void {
    // The rules read answers as the suite's own document describes them, not as a later revision does.
    if (run.verdicts.some(({ id }) => id.startsWith("OP:"))) return;
    this.count.sentences += run.verdicts.filter(
      ({ reason, findings }) => reason !== undefined || findings.length > 0,
    ).length;
    if (facts === undefined) this.wrongReasons.push(`${server.id}: it has no notes, and so no facts`);
    else this.wrongReasons.push(...falseReasons(run, facts).map((problem) => `${server.id}: ${problem}`));
  }

  #judgeHint({ server, run }: Played): void {
    const hint = hints[server.id];
    if (hint === undefined || server.kind === "stage") return;
    this.count.hints += 1;
    const likely = run.causes[0]?.advice?.likelyCause;
    if (likely?.includes(hint) !== true) this.withoutHint.push(`${server.id}: ${likely}`);
  }

  #judgeCauses({ server, run }: Played): void {
    const explained = new Set(run.causes.flatMap(({ leading, consequences }) => [leading, ...consequences]));
    if ([...explained].sort().join() !== idsOf(run, "fail").toSorted().join())
      this.unexplained.push(server.id);
    if (explained.size > 0) this.count.broken += 1;
    this.count.causes += run.causes.length;
  }

  #judgeScreen({ server, run }: Played): void {
    const text = printed(run).trimEnd().split("\n");
    const end = 1 + text.findLastIndex((line) => /\d+ of \d+ musts tested: \d+ passed/.test(line));
    const lines = text.slice(0, end);
    if (lines.length >= 34) this.tooLong.push(`${server.id}\n${lines.join("\n")}`);
    // Behind it stands what has the other cases of the profile tested.
    if (end === 0 || text.length - end > 3) this.withoutSummary.push(server.id);
    if (lines.length >= 25) this.count.long += 1;
    this.count.oneCause += 1;
  }
}

/** Of some servers, a part of the likely cause that the evidence gives away. */
export const hints: Readonly<Record<string, string>> = parse(textOf("testing/proof/hints.yaml"));

/** One server, its whole run, and what was known at its end. */
export interface Played {
  readonly server: ServerRef;
  /** As in `Job`. */
  readonly withRoom: boolean;
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
  const perform = await createPerformer({
    suite: watched.suite,
    onRun: ({ server }, run, withRoom) => {
      played.push({ server, withRoom, run, facts: watched.takeFacts() });
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
  const proof = await prove({ ...thisThread, bed: async () => bed }, "standard", []);
  return { ...proof, bed: whole };
}
