import type { Redacted } from "../../secrets/redacted.ts";
import type { ExamReport } from "../exam-report.ts";

/** Writes an exam in one format. */
export type ExamWriter = (report: Redacted<ExamReport>, options: { readonly strict: boolean }) => string;

/** Every format of `exam --report`, loaded when it is asked for. */
export const examReports = {
  json: async (): Promise<ExamWriter> => (await import("./exam-json.ts")).examJson,
  junit: async (): Promise<ExamWriter> => (await import("./exam-junit.ts")).examJunit,
  html: async (): Promise<ExamWriter> => (await import("./exam-html.ts")).examHtml,
};
