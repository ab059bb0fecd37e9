import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";

/** Writes a run in one format, in pieces of one text. */
export type Writer = (run: Redacted<Run>, options: { readonly strict: boolean }) => Iterable<string>;

interface FormatEntry {
  /** Of a report's file, without the dot. */
  readonly extension: string;
  /** What it is for, in the help. */
  readonly about: string;
  /** Loads the writer on demand. */
  readonly load: () => Promise<Writer>;
}

/** Every format of `--report`. */
export const formats = {
  html: {
    extension: "html",
    about: "one page for people",
    load: async () => (await import("../html/html.ts")).htmlReport,
  },
  json: {
    extension: "json",
    about: "everything, evidence included, for machines",
    load: async () => (await import("./json.ts")).jsonReport,
  },
  junit: {
    extension: "xml",
    about: "JUnit XML for CI servers",
    load: async () => (await import("./junit.ts")).junitReport,
  },
  markdown: {
    extension: "md",
    about: "a job summary",
    load: async () => (await import("./markdown-report.ts")).markdownReport,
  },
  sarif: {
    extension: "sarif",
    about: "SARIF 2.1.0 for code scanning",
    load: async () => (await import("./sarif.ts")).sarifReport,
  },
  ctrf: {
    extension: "ctrf.json",
    about: "the Common Test Report Format",
    load: async () => (await import("./ctrf.ts")).ctrfReport,
  },
  tap: {
    extension: "tap",
    about: "the Test Anything Protocol, version 14",
    load: async () => (await import("./tap.ts")).tapReport,
  },
  "code-quality": {
    extension: "code-quality.json",
    about: "for merge requests of GitLab",
    load: async () => (await import("./code-quality.ts")).codeQualityReport,
  },
  har: {
    extension: "har",
    about: "every exchange, for the network panels of browsers",
    load: async () => (await import("./har.ts")).harReport,
  },
  badge: {
    extension: "svg",
    about: "the outcome as a badge",
    load: async () => (await import("./badge.ts")).badgeReport,
  },
} satisfies Readonly<Record<string, FormatEntry>>;

export type Format = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly Format[];
