import type { KeptEntry } from "#core/run/journal/journal.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { type Comparison, compareRuns } from "#report/compare/compare-runs.ts";
import { runAsSaved, type SavedRun } from "#report/compare/saved-run.ts";
import { afterEvent, type LiveState, liveState } from "#report/live/live-state.ts";
import { hasJudged, type Report } from "#report/report.ts";
import { reportOfRun } from "#report/run-report.ts";
import { type AskedRun, type Means, RequestError, type StartedRun } from "./actions.ts";

/** The job under way: a run or an exam, one at a time. */
export type Job = RunJob | { readonly kind: "exam"; readonly lines: readonly string[] };

interface RunJob {
  readonly kind: "run";
  readonly target: string;
  readonly state: () => LiveState;
  /** What is known by now; undefined while nothing is. */
  readonly soFar: () => Redacted<Run> | undefined;
}

type Ended<Result> =
  | { readonly kind: "found"; readonly result: Result }
  | { readonly kind: "problem"; readonly message: string };

export interface FinishedRun {
  readonly run: Redacted<Run>;
  /** With the run before it, where both were against the same target. */
  readonly comparison: Comparison | undefined;
  readonly recording: string;
}

export const ownFault = "The suite itself failed; the terminal says where.";

const mostLines = 200;

export class Jobs {
  readonly #means: Means;
  current: Job | undefined;
  lastRun: Ended<FinishedRun> | undefined;
  lastExam: Ended<Report> | undefined;
  /** Ends the job that is under way or being prepared. */
  #ending: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();
  #before: SavedRun | undefined;

  constructor(means: Means) {
    this.#means = means;
  }

  /**
   * Resolves when the first request may go out. @throws RequestError where a job is under way, and what is wrong with the
   * options
   */
  async startRun(asked: AskedRun): Promise<void> {
    const signal = this.#take();
    let state = liveState(Date.now());
    const kept: KeptEntry[] = [];
    const follower = {
      onEvent: (event: Parameters<typeof afterEvent>[1]) => {
        state = afterEvent(state, event);
      },
      journal: (entry: KeptEntry) => void kept.push(entry),
    };
    const started = await this.#means.startRun(asked, follower, signal).catch((error: unknown) => {
      this.#over();
      throw error;
    });
    const { target, recording, finished } = started;
    const soFar = new SoFar(started, kept);
    this.current = {
      ...{ kind: "run", target, state: () => state },
      soFar: () => soFar.get(state.requests),
    };
    const compared = finished.then((run) => {
      const saved = runAsSaved(run);
      // What was not reached is compared with nothing; the next run is compared with the one before it.
      if (!hasJudged(reportOfRun(run))) return { run, comparison: undefined, recording };
      const last = this.#before?.target === saved.target ? this.#before : undefined;
      this.#before = saved;
      return { run, comparison: last && compareRuns(last, saved), recording };
    });
    this.#follow(compared, (one) => {
      this.lastRun = one;
    });
  }

  /** @throws RequestError where a job is under way */
  startExam(): void {
    const signal = this.#take();
    const lines: string[] = [];
    const onLine = (line: string): void => {
      lines.push(line);
      lines.splice(0, lines.length - mostLines);
    };
    this.current = { kind: "exam", lines };
    this.#follow(this.#means.exam(onLine, signal), (one) => {
      this.lastExam = one;
    });
  }

  /** Ends the job under way; resolves when it has ended. */
  end(): Promise<void> {
    this.#ending?.abort(new Error("interrupted"));
    return this.#running;
  }

  #take(): AbortSignal {
    if (this.#ending !== undefined)
      throw new RequestError(409, "A run or an exam is already going on. Stop it, or wait for its end.");
    this.#ending = new AbortController();
    return this.#ending.signal;
  }

  #over(): void {
    this.current = undefined;
    this.#ending = undefined;
  }

  /** Waits for what a job comes to, whatever that is. */
  #follow<Result>(result: Promise<Result>, keep: (ended: Ended<Result>) => void): void {
    const problem = (error: unknown) =>
      keep({ kind: "problem", message: this.#means.messageOf(error) ?? ownFault });
    this.#running = result
      .then((found) => keep({ kind: "found", result: found }), problem)
      .then(() => this.#over());
  }
}

/** Concluding takes time that the run itself needs: at most this part of it. */
const share = 5;

/** What a run has come to by now. It is concluded again when more was answered, but not too often. */
class SoFar {
  readonly #soFar: StartedRun["soFar"];
  readonly #kept: readonly KeptEntry[];
  #known: Redacted<Run> | undefined;
  #knownAnswered = 0;
  #nextAtMs = 0;

  constructor({ soFar }: StartedRun, kept: readonly KeptEntry[]) {
    this.#soFar = soFar;
    this.#kept = kept;
  }

  /** @param answered how many requests were answered by now */
  get(answered: number): Redacted<Run> | undefined {
    const startedAtMs = Date.now();
    if (answered === this.#knownAnswered || startedAtMs < this.#nextAtMs) return this.#known;
    this.#knownAnswered = answered;
    this.#nextAtMs = Number.POSITIVE_INFINITY;
    this.#soFar(this.#kept).then(
      (run) => {
        this.#known = run;
        this.#nextAtMs = Date.now() + share * (Date.now() - startedAtMs);
      },
      () => undefined, // the run comes to the same mistake, and ends with it
    );
    return this.#known;
  }
}
