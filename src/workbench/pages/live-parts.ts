import type { ComponentChildren, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { h, shown } from "#report/html/element.ts";
import { causesSection } from "#report/html/judged.ts";
import { type LiveState, sumsInWords, waitsInWords } from "#report/live/live-state.ts";
import { reportOfRun } from "#report/run-report.ts";
import type { Job } from "../jobs.ts";
import { explainHref } from "./catalogue-pages.ts";
import { printedLines } from "./parts.ts";

/** A part of the page, by its id, and what stands in it now. */
interface Fragment {
  readonly id: string;
  readonly html: string;
}

export function liveFragments(job: Job, nowMs: number): readonly Fragment[] {
  if (job.kind === "exam")
    return [{ id: "progress", html: renderToString(printedLines("The exam so far", job.lines)) }];
  return [
    { id: "progress", html: renderToString(progress(job.state(), nowMs)) },
    { id: "so-far", html: causesSoFar(job.soFar()) },
  ];
}

function progress(state: LiveState, nowMs: number): VNode {
  return h(
    "div",
    list("sums", sumsInWords(state, nowMs)),
    waitsInWords(state.waits, nowMs).map((text) => h("p.cause", shown(text))),
    list(
      "filling",
      state.areas.map(({ area, cases, settled }) => [
        h("strong", area),
        h("progress", { max: Math.max(1, cases), value: settled, "aria-label": `Cases of ${area}` }),
        h("span.soft.small", `${settled}/${cases}`),
      ]),
    ),
  );
}

function list(look: string, items: readonly ComponentChildren[]): VNode {
  return h(
    "ul",
    { class: look },
    items.map((item) => h("li", item)),
  );
}

function causesSoFar(run: Redacted<Run> | undefined): string {
  const section =
    run && causesSection({ report: reportOfRun(run), onPage: new Set(), requirementHref: explainHref });
  return section ? renderToString(section) : "";
}
