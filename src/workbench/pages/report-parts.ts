import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { counted } from "#core/check/results/words.ts";
import { judgedParts } from "#report/html/html.ts";
import { opening } from "#report/html/page.ts";
import type { PageView } from "#report/html/requirement.ts";
import type { PageParts } from "#report/html/sheet-page.ts";
import type { Report } from "#report/report.ts";
import { isJudged } from "../jobs.ts";
import { link, p, rendered } from "./parts.ts";

/** Which report an address is about: that of the last run or exam, or the one of a file. */
export type ReportName = "run" | "exam" | { readonly file: string };

export function queryOf(of: ReportName): string {
  return typeof of === "string" ? `of=${of}` : `file=${encodeURIComponent(of.file)}`;
}

interface ReportOnPage {
  readonly report: Report;
  readonly of: ReportName;
  readonly again?: (ids: readonly string[]) => VNode;
  /** The page of its recording, if it is not this one. */
  readonly recording?: string;
  /** What stands between the outcome and what was found. */
  readonly between: PageParts;
}

/** False where one cause left nothing to judge, as for a target that was not reached: it is said once, not of each requirement. */
export function showsSomething({ cause, verdicts }: Report): boolean {
  return cause === undefined || verdicts.some(isJudged);
}

/** The parts of the HTML report; its exchanges are on pages of their own. */
export async function* reportParts({
  report,
  of,
  again,
  recording,
  between,
}: ReportOnPage): AsyncGenerator<string> {
  const view: PageView = {
    report,
    exchangeHref: (id) =>
      report.exchange(id) === undefined ? undefined : `exchange?${queryOf(of)}&id=${id}`,
    ...(again && { again }),
    ...(recording !== undefined && { lastingHref: (id: string) => `${recording}#${id}` }),
  };
  yield renderToString(opening(view));
  yield* rendered(between);
  if (showsSomething(report)) yield* judgedParts(view, await report.pictures());
  const count = report.groups.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  if (count > 0)
    yield renderToString(
      p(link(`exchanges?${queryOf(of)}`, `All that was sent: ${counted(count, "exchange")}`)),
    );
}
