import type { Outcome } from "#core/run/result.ts";
import type { Report } from "#report/report.ts";
import { reportOfRun } from "#report/run-report.ts";
import { type FolderFile, type Means, RequestError, type RunningReference } from "./actions.ts";
import { type FormValues, fieldOf } from "./form.ts";
import type { Jobs } from "./jobs.ts";

/** The state of the workbench: the job under way, and what was last asked for. */
export interface Bench {
  readonly means: Means;
  readonly jobs: Jobs;
  /** What the form of a run said last. */
  asked: FormValues;
  reference: RunningReference | undefined;
  /** Keys that were posted, by the origins that they are for. */
  readonly keys: Map<string, string>;
  /** @throws RequestError where there is none */
  readonly file: (path: string, ...kinds: readonly FolderFile["kind"][]) => Promise<FolderFile>;
  readonly report: (file: FolderFile) => Promise<Report>;
  /** What a recording comes to; undefined until it was judged as it lies there now. */
  readonly verdict: (file: FolderFile) => KnownVerdict | undefined;
}

export interface KnownVerdict {
  readonly outcome: Outcome;
  readonly sentence: string;
}

export function createBench(means: Means, jobs: Jobs): Bench {
  const verdicts = new Map<string, KnownVerdict>();
  const nameOf = ({ path, changedAtMs }: FolderFile): string => `${changedAtMs} ${path}`;
  return {
    ...{ means, jobs, asked: new Map(), reference: undefined, keys: new Map() },
    /** Only files of the listing: no path leads out of the folder. */
    file: async (path, ...kinds) => {
      const found = (await means.files()).find((one) => one.path === path && kinds.includes(one.kind));
      if (found === undefined) throw new RequestError(404, "This folder has no such file.");
      return found;
    },
    verdict: (file) => verdicts.get(nameOf(file)),
    report: async (file) => {
      const report =
        file.kind === "exam" ? await means.judgeExam(file) : reportOfRun(await means.judge(file));
      const [sentence = ""] = report.sentences(true);
      verdicts.set(nameOf(file), { outcome: report.outcome, sentence });
      return report;
    },
  };
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
