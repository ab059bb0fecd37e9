import type { Outcome } from "#core/run/result.ts";
import type { Report } from "#report/report.ts";
import { reportOfRun } from "#report/run-report.ts";
import { type FolderFile, type Means, RequestError, type RunningReference } from "./actions.ts";
import { type FormValues, fieldOf } from "./form.ts";
import type { Jobs } from "./jobs.ts";

export interface KnownVerdict {
  readonly outcome: Outcome;
  readonly sentence: string;
}

/** The state of the workbench: the job under way, and what was last asked for. */
export class Bench {
  readonly means: Means;
  readonly jobs: Jobs;
  /** What the form of a run said last. */
  asked: FormValues = new Map();
  reference: RunningReference | undefined;
  /** Keys that were posted, by the origins that they are for. */
  readonly keys = new Map<string, string>();
  readonly #verdicts = new Map<string, KnownVerdict>();

  constructor(means: Means, jobs: Jobs) {
    this.means = means;
    this.jobs = jobs;
  }

  /** Only files of the listing: no path leads out of the folder. @throws RequestError where there is none */
  async file(path: string, ...kinds: readonly FolderFile["kind"][]): Promise<FolderFile> {
    const found = (await this.means.files()).find((one) => one.path === path && kinds.includes(one.kind));
    if (found === undefined) throw new RequestError(404, "This folder has no such file.");
    return found;
  }

  async report(file: FolderFile): Promise<Report> {
    const { means } = this;
    const report = file.kind === "exam" ? await means.judgeExam(file) : reportOfRun(await means.judge(file));
    const [sentence = ""] = report.sentences(true);
    this.#verdicts.set(versionOf(file), { outcome: report.outcome, sentence });
    return report;
  }

  /** What a recording comes to; undefined until it was judged as it lies there now. */
  verdict(file: FolderFile): KnownVerdict | undefined {
    return this.#verdicts.get(versionOf(file));
  }
}

function versionOf({ path, changedAtMs }: FolderFile): string {
  return `${changedAtMs} ${path}`;
}

/** The key for a target: the one that was posted for its origin, or that of our own reference server. */
export function keyFor(bench: Bench, baseUrl: string): string | undefined {
  const { reference, keys } = bench;
  return (
    keys.get(URL.parse(baseUrl)?.origin ?? "") ?? (baseUrl === reference?.url ? reference.key : undefined)
  );
}

/** Keeps a key that was posted, for the origin of its target alone. */
export function keepKey({ keys }: Bench, values: FormValues): void {
  const [key, origin] = [fieldOf(values, "key"), URL.parse(fieldOf(values, "base-url"))?.origin];
  if (key !== "" && origin !== undefined) keys.set(origin, key);
}
