import type { Report } from "#report/report.ts";
import { reportOfRun } from "#report/run-report.ts";
import { type FolderFile, type Means, RequestError, type RunningReference } from "./actions.ts";
import { type FormValues, fieldOf } from "./form.ts";
import type { Jobs } from "./jobs.ts";
import type { ReportName } from "./pages/parts.ts";

/**
 * The state of the workbench: the job under way, what was last asked for, and the open file, of which one report is kept.
 */
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
  readonly report: (of: ReportName) => Promise<Report>;
  /** What a recording comes to; undefined until it was judged as it lies there now. */
  readonly verdict: (file: FolderFile) => KnownVerdict | undefined;
}

export type KnownVerdict = Pick<Report, "outcome"> & { readonly sentence: string };

export function createBench(means: Means, jobs: Jobs): Bench {
  let opened: { readonly file: FolderFile; readonly report: Report } | undefined;
  const verdicts = new Map<string, KnownVerdict>();
  const nameOf = ({ path, changedAtMs }: FolderFile): string => `${changedAtMs} ${path}`;

  /** Only files of the listing: no path leads out of the folder. */
  const file: Bench["file"] = async (path, ...kinds) => {
    const found = (await means.files()).find((one) => one.path === path && kinds.includes(one.kind));
    if (found === undefined) throw new RequestError(404, "This folder has no such file.");
    return found;
  };
  const reportOfFile = async (path: string): Promise<Report> => {
    const found = await file(path, "recording", "exam");
    const isOpen = opened?.file.path === path && opened.file.changedAtMs === found.changedAtMs;
    if (opened !== undefined && isOpen) return opened.report;
    const report =
      found.kind === "exam" ? await means.judgeExam(found) : reportOfRun(await means.judge(found));
    opened = { file: found, report };
    const [sentence = ""] = report.sentences(true);
    verdicts.set(nameOf(found), { outcome: report.outcome, sentence });
    return report;
  };
  return {
    ...{ means, jobs, file, asked: new Map(), reference: undefined, keys: new Map() },
    verdict: (of) => verdicts.get(nameOf(of)),
    report: async (of) => {
      if (typeof of === "object") return reportOfFile(of.file);
      const last = of === "run" ? jobs.lastRun() : jobs.lastExam();
      if (last?.kind !== "found") throw new RequestError(404, `There is no ${of} to show yet.`);
      return "run" in last.result ? reportOfRun(last.result.run) : last.result;
    },
  };
}

/** Which report an address names. */
export function reportNamed(query: URLSearchParams): ReportName {
  const file = query.get("file");
  if (file !== null) return { file };
  return query.get("of") === "exam" ? "exam" : "run";
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
