import type { KeptEntry } from "#core/run/journal/journal.ts";
import type { Outcome, Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { type Comparison, compareRuns } from "#report/compare/compare-runs.ts";
import { runAsSaved, type SavedRun } from "#report/compare/saved-run.ts";
import { afterEvent, type LiveState, liveState } from "#report/live/live-state.ts";
import { hasJudged, type Report } from "#report/report.ts";
import { reportOfRun } from "#report/run-report.ts";
import type { AskedRun, Means, RunningReference } from "./actions.ts";
import type { FolderFile } from "./folder-files.ts";
import { fieldOf, RequestError } from "./request.ts";

export type Job = RunJob | { readonly kind: "exam"; readonly lines: readonly string[] };

interface RunJob {
  readonly kind: "run";
  readonly target: string;
  readonly state: () => LiveState;
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

export interface KnownVerdict {
  readonly outcome: Outcome;
  readonly sentence: string;
}

export const ownFault = "The suite itself failed; the terminal says where.";

const mostLines = 200;

/** The state of the workbench: the job under way, what the last ones found, and what was last asked for. */
export class Bench {
  readonly means: Means;
  current: Job | undefined;
  lastRun: Ended<FinishedRun> | undefined;
  lastExam: Ended<Report> | undefined;
  /** What the form of a run said last. */
  asked = new URLSearchParams();
  reference: RunningReference | undefined;
  /** Keys that were posted, by the origins that they are for. */
  readonly keys = new Map<string, string>();
  readonly #verdicts = new Map<string, KnownVerdict>();
  /** Ends the job that is under way or being prepared. */
  #ending: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();
  #before: SavedRun | undefined;

  constructor(means: Means) {
    this.means = means;
  }

  /** Resolves when the first request may go out. @throws RequestError where a job is under way, and what is wrong with the options */
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
    const started = await this.means.startRun(asked, follower, signal).catch((error: unknown) => {
      this.#over();
      throw error;
    });
    const { target, recording, finished } = started;
    const soFar = soFarOf(() => started.soFar(kept));
    this.current = { kind: "run", target, state: () => state, soFar: () => soFar(state.requests) };
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

  startExam(): void {
    const signal = this.#take();
    const lines: string[] = [];
    const onLine = (line: string): void => {
      lines.push(line);
      lines.splice(0, lines.length - mostLines);
    };
    this.current = { kind: "exam", lines };
    this.#follow(this.means.exam(onLine, signal), (one) => {
      this.lastExam = one;
    });
  }

  /** Ends the job under way; resolves when it has ended. */
  end(): Promise<void> {
    this.#ending?.abort(new Error("interrupted"));
    return this.#running;
  }

  /** @throws RequestError while a run or an exam is under way */
  refuseASecond(): void {
    if (this.#ending !== undefined)
      throw new RequestError(409, "A run or an exam is already going on. Stop it, or wait for its end.");
  }

  #take(): AbortSignal {
    this.refuseASecond();
    this.#ending = new AbortController();
    return this.#ending.signal;
  }

  #over(): void {
    this.current = undefined;
    this.#ending = undefined;
  }

  #follow<Result>(result: Promise<Result>, keep: (ended: Ended<Result>) => void): void {
    const problem = (error: unknown) =>
      keep({ kind: "problem", message: this.means.messageOf(error) ?? ownFault });
    this.#running = result
      .then((found) => keep({ kind: "found", result: found }), problem)
      .then(() => this.#over());
  }

  /** Only files of the listing: no path leads out of the folder. @throws RequestError where there is none */
  async file(path: string | null, ...kinds: readonly FolderFile["kind"][]): Promise<FolderFile> {
    const found = (await this.means.files()).find((one) => one.path === path && kinds.includes(one.kind));
    if (found === undefined) throw new RequestError(404, "This folder has no such file.");
    return found;
  }

  async report(file: FolderFile): Promise<Report> {
    const { judge, judgeExam } = this.means;
    const report = file.kind === "exam" ? await judgeExam(file) : reportOfRun(await judge(file));
    const [sentence = ""] = report.sentences(true);
    this.#verdicts.set(versionOf(file), { outcome: report.outcome, sentence });
    return report;
  }

  /** What a recording comes to; undefined until it was judged as it lies there now. */
  verdict(file: FolderFile): KnownVerdict | undefined {
    return this.#verdicts.get(versionOf(file));
  }

  /** The key for a target: the one that was posted for its origin, or that of our own reference server. */
  keyFor(baseUrl: string): string | undefined {
    const posted = this.keys.get(URL.parse(baseUrl)?.origin ?? "");
    return posted ?? (baseUrl === this.reference?.url ? this.reference.key : undefined);
  }

  /** Keeps a key that was posted, for the origin of its target alone. */
  keepKey(values: URLSearchParams): void {
    const [key, origin] = [fieldOf(values, "key"), URL.parse(fieldOf(values, "base-url"))?.origin];
    if (key !== "" && origin !== undefined) this.keys.set(origin, key);
  }
}

function versionOf({ path, changedAtMs }: FolderFile): string {
  return `${changedAtMs} ${path}`;
}

/** Concluding takes time that the run itself needs: at most this part of it. */
const share = 5;

/** What a run has come to by now. It is concluded again when more was answered, but not too often. */
function soFarOf(conclude: () => Promise<Redacted<Run>>) {
  let known: Redacted<Run> | undefined;
  let [knownAnswered, nextAtMs] = [0, 0];
  return (answered: number): Redacted<Run> | undefined => {
    const startedAtMs = Date.now();
    if (answered === knownAnswered || startedAtMs < nextAtMs) return known;
    [knownAnswered, nextAtMs] = [answered, Number.POSITIVE_INFINITY];
    conclude().then(
      (run) => {
        known = run;
        nextAtMs = Date.now() + share * (Date.now() - startedAtMs);
      },
      () => undefined, // the run comes to the same mistake, and ends with it
    );
    return known;
  };
}
