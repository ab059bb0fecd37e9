import type { Run } from "../core/run/result.ts";
import type { Redacted } from "../core/secrets/redacted.ts";
import { type Format, formats } from "../report/formats/formats.ts";
import { reportOfRun } from "../report/run-report.ts";

/**
 * A run as a report's text: `html`, `json`, `junit`, `markdown`, `sarif` …
 * @param run as `run` gives it
 * @param options `strict`: a should that fails counts as a failure
 */
export async function renderReport(
  run: Redacted<Run>,
  format: Format,
  options: { readonly strict?: boolean } = {},
): Promise<string> {
  const { strict = false } = options;
  return [...(await formats[format].write(reportOfRun(run), { strict }))].join("");
}
