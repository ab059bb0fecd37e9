import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { causesSection } from "../../report/html/causes.ts";
import { h, shown } from "../../report/html/element.ts";
import type { LiveState } from "../../report/live/live-state.ts";
import { sumsInWords, waitsInWords } from "../../report/live/live-words.ts";
import { reportOfRun } from "../../report/run-report.ts";
import type { Fragment } from "../event-hub.ts";
import type { Job } from "../jobs.ts";
import { printedLines } from "./parts.ts";

/** What a page shows of the job under way. */
export function liveFragments(job: Job, nowMs: number): readonly Fragment[] {
  if (job.kind === "exam")
    return [{ id: "progress", html: renderToString(printedLines("The exam so far", job.lines)) }];
  return [
    { id: "progress", html: renderToString(progress(job.state(), nowMs)) },
    { id: "so-far", html: causesSoFar(job.soFar()) },
  ];
}

function progress(state: LiveState, nowMs: number): VNode {
  const waits = waitsInWords(state.waits, nowMs);
  return h(
    "div",
    null,
    h(
      "ul",
      { class: "sums" },
      sumsInWords(state, nowMs).map((text) => h("li", null, text)),
    ),
    waits.map((text) => h("p", { class: "cause" }, shown(text))),
    h(
      "ul",
      { class: "filling" },
      state.areas.map(({ area, cases, settled }) =>
        h(
          "li",
          null,
          h("strong", null, area),
          h("progress", { max: Math.max(1, cases), value: settled, "aria-label": `Cases of ${area}` }),
          h("span", { class: "soft small" }, `${settled}/${cases}`),
        ),
      ),
    ),
  );
}

/** The causes that are known so far, as the report shows them. */
function causesSoFar(run: Redacted<Run> | undefined): string {
  if (run === undefined) return "";
  const section = causesSection({ report: reportOfRun(run), exchangeHref: () => undefined });
  return section === null ? "" : renderToString(section);
}
