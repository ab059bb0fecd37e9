import type { Report } from "../report.ts";

interface FormatEntry {
  /** The file name extension, without the dot. */
  readonly extension: string;
  /** The report in pieces of one text. Loads its code when it is called. */
  readonly write: (report: Report, options: { readonly strict: boolean }) => Promise<Iterable<string>>;
}

export const formats = {
  html: {
    extension: "html",
    write: async (report) => {
      const [{ htmlReport }, pictures] = await Promise.all([import("../html/html.ts"), report.pictures()]);
      return htmlReport(report, pictures);
    },
  },
  json: {
    extension: "json",
    write: (report) => report.json(),
  },
  junit: {
    extension: "xml",
    write: async (report, options) => (await import("./junit.ts")).junitReport(report, options),
  },
  markdown: {
    extension: "md",
    write: async (report) => (await import("./markdown-report.ts")).markdownReport(report),
  },
} satisfies Readonly<Record<string, FormatEntry>>;

export type Format = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly Format[];
