import type { Redacted } from "../../core/secrets/redacted.ts";
import type { Format } from "../../report/formats/formats.ts";
import type { ExamReport } from "../exam-report.ts";
import { clientInWords } from "./exam-words.ts";

/** Writes an exam in one format, in pieces of one text. */
export type ExamWriter = (
  report: Redacted<ExamReport>,
  options: { readonly strict: boolean },
) => Iterable<string>;

/** Writers of an exam, loaded when they are asked for: the formats are those of a run. */
export const examReports: Readonly<Record<Format, () => Promise<ExamWriter>>> = {
  html: async () => {
    const { examHtml } = await import("./exam-html.ts");
    return (report) => [examHtml(report)];
  },
  json: async () => {
    const { examJson } = await import("./exam-json.ts");
    return (report) => [examJson(report)];
  },
  junit: async () => {
    const [{ junitXml }, { examSuites }] = await Promise.all([
      import("../../report/formats/junit.ts"),
      import("./exam-suites.ts"),
    ]);
    return (report, { strict }) => junitXml(examSuites(report, strict), report);
  },
  markdown: async () => (await import("./exam-markdown.ts")).examMarkdown,
  sarif: async () => (await import("./exam-findings.ts")).examSarif,
  ctrf: async () => {
    const [{ ctrfText }, { examSuites }] = await Promise.all([
      import("../../report/formats/ctrf.ts"),
      import("./exam-suites.ts"),
    ]);
    return (report, { strict }) => {
      const extra = { outcome: report.outcome, client: clientInWords(report.source) };
      return ctrfText(examSuites(report, strict), report, extra);
    };
  },
  tap: async () => {
    const [{ tapPoints }, { examSuites }] = await Promise.all([
      import("../../report/formats/tap.ts"),
      import("./exam-suites.ts"),
    ]);
    return (report, { strict }) => tapPoints(examSuites(report, strict));
  },
  "code-quality": async () => (await import("./exam-findings.ts")).examCodeQuality,
  har: async () => (await import("./exam-har.ts")).examHar,
  badge: async () => {
    const { badge, colours } = await import("../../report/formats/badge.ts");
    return ({ outcome, counts: { must } }) => {
      const failed =
        must.fail > 0 ? `${must.fail} of ${must.pass + must.fail} musts failed` : `${must.pass} musts passed`;
      return [
        badge(
          "pet store client",
          outcome === "inconclusive" ? outcome : `${outcome}: ${failed}`,
          colours[outcome],
        ),
      ];
    };
  },
};
