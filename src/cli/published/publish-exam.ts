import type { ExamReport } from "../../exam/exam-report.ts";
import { examConsole } from "../../exam/report/exam-console.ts";
import { examReports } from "../../exam/report/exam-formats.ts";
import { formats } from "../../report/formats/formats.ts";
import { checkReportPlace, type ReportRequest, writeIn } from "../../report/formats/write.ts";
import { ReportError } from "../../report/report-error.ts";
import type { Io } from "../io.ts";
import { forPeople } from "./for-people.ts";
import { reportRequest } from "./run-options.ts";

/** A report of an exam, and where it goes: `-` is standard output. */
type Requested = ReportRequest & { readonly path: string };

interface Look {
  readonly quiet: boolean;
  readonly color: boolean | undefined;
  readonly strict: boolean;
}

/**
 * The reports that were asked for.
 * @throws ReportError for one that could not be written, before any client is started
 */
export async function examReportsIn(asked: readonly string[], { folder }: Io): Promise<readonly Requested[]> {
  const reports = asked.map(reportRequest).map(({ format, path }) => ({
    format,
    path: path ?? `exam.${formats[format].extension}`,
  }));
  for (const { path } of reports) if (path !== "-") await checkReportPlace(path, folder);
  return reports;
}

export function outIsTaken(reports: readonly Requested[]): boolean {
  return reports.some(({ path }) => path === "-");
}

/** Prints an exam and writes its reports; gives the exit code. */
export async function publishExam(
  whole: ExamReport,
  reports: readonly Requested[],
  { quiet, color, strict }: Look,
  io: Io,
): Promise<number> {
  const report = io.secrets.redact(whole);
  const people = forPeople({ outIsTaken: outIsTaken(reports), color }, io);
  people.print(examConsole(report, { ...people, quiet }));
  let isWritten = true;
  for (const { format, path } of reports) {
    const write = await examReports[format]();
    const pieces = write(report, { strict });
    if (path === "-") {
      for (const piece of pieces) io.out(piece);
      continue;
    }
    try {
      await writeIn(io.folder, path, pieces);
      people.print(`${format} report: ${path}\n`);
    } catch (error) {
      if (!(error instanceof ReportError)) throw error;
      io.err(`petstore-conformance: ${error.message}\n`);
      isWritten = false;
    }
  }
  return report.exitCode === 0 && !isWritten ? 3 : report.exitCode;
}
