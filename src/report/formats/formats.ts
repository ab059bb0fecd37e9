import type { Report } from "../report.ts";

/** Writes a report in one format, in pieces of one text. */
type Write = (report: Report, options: { readonly strict: boolean }) => Promise<Iterable<string>>;

interface FormatEntry {
  /** Of a report's file, without the dot. */
  readonly extension: string;
  /** What it is for, in the help. */
  readonly about: string;
  /** Loads its code when it is called. */
  readonly write: Write;
}

export const formats = {
  html: {
    extension: "html",
    about: "one page for people",
    write: async (report) => {
      const [{ htmlReport }, pictures] = await Promise.all([import("../html/html.ts"), report.pictures()]);
      return htmlReport(report, pictures);
    },
  },
  json: {
    extension: "json",
    about: "everything, evidence included, for machines",
    write: (report) => report.json(),
  },
  junit: {
    extension: "xml",
    about: "JUnit XML for CI servers",
    write: async (report, options) => (await import("./junit.ts")).junitReport(report, options),
  },
  markdown: {
    extension: "md",
    about: "a job summary",
    write: async (report) => (await import("./markdown-report.ts")).markdownReport(report),
  },
  sarif: {
    extension: "sarif",
    about: "SARIF 2.1.0 for code scanning",
    write: async (report) => (await import("./sarif.ts")).sarifReport(report),
  },
  ctrf: {
    extension: "ctrf.json",
    about: "the Common Test Report Format",
    write: async (report, options) => (await import("./ctrf.ts")).ctrfReport(report, options),
  },
  tap: {
    extension: "tap",
    about: "the Test Anything Protocol, version 14",
    write: async (report, options) => (await import("./tap.ts")).tapReport(report, options),
  },
  "code-quality": {
    extension: "code-quality.json",
    about: "for merge requests of GitLab",
    write: async (report) => (await import("./code-quality.ts")).codeQualityReport(report),
  },
  har: {
    extension: "har",
    about: "every exchange, for the network panels of browsers",
    write: async (report) => (await import("./har.ts")).harReport(report),
  },
  badge: {
    extension: "svg",
    about: "the outcome as a badge",
    write: async (report) => (await import("./badge.ts")).badgeReport(report),
  },
} satisfies Readonly<Record<string, FormatEntry>>;

export type Format = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly Format[];
