import { falseReasons } from "../reasons/judge-reasons.ts";
import { printed } from "../report/sample-run.ts";
import { idsOf } from "./bed.ts";
import type { Played } from "./bed-in-standard.ts";
import { hints } from "./hints.ts";

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
    if (causes.length === 1 && rootCause === undefined && played.withRoom === 0) this.#judgeScreen(played);
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
    if (lines.length >= 36) this.tooLong.push(`${server.id}\n${lines.join("\n")}`);
    // Behind it stands what has the other cases of the profile tested.
    if (end === 0 || text.length - end > 3) this.withoutSummary.push(server.id);
    if (lines.length >= 25) this.count.long += 1;
    this.count.oneCause += 1;
  }
}
