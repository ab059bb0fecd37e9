import { Document } from "yaml";

/** The folder for reports in the written configuration and in .gitignore. */
export const reportsFolder = "conformance-reports";

/** The reports of the written configuration, by their formats. */
export const reportPaths = {
  html: `${reportsFolder}/report.html`,
  json: `${reportsFolder}/report.json`,
  junit: `${reportsFolder}/report.xml`,
} as const;

export interface Answers {
  readonly target: URL;
  /** The key may be sent over plain http to a public host. */
  readonly allowInsecure: boolean;
  readonly ci: string;
  readonly profile: string;
}

const comment = ` yaml-language-server: $schema=./node_modules/petstore-conformance/dist/src/cli/options/config.schema.json
 Options of \`petstore-conformance run\` by their names; \`run --help\` lists them all. The key is not
 one of them: it comes from PETSTORE_API_KEY.`;

export function configText({ target, allowInsecure, profile }: Answers): string {
  const document = new Document({
    "base-url": target.href,
    ...(allowInsecure && { "allow-insecure": true }),
    profile,
    report: Object.entries(reportPaths).map(([format, path]) => `${format}=${path}`),
  });
  document.commentBefore = comment;
  // One line per value, however long: a folded URL would be hard to read.
  return document.toString({ lineWidth: 0 });
}
