import type { VNode } from "preact";
import { changesSheet } from "#report/compare/compare-runs.ts";
import { folded, h, type PageParts, rendered, shown } from "#report/html/element.ts";
import { sheetParts } from "#report/html/html.ts";
import { hasJudged } from "#report/report.ts";
import { reportOfRun } from "#report/run-report.ts";
import { type Bench, keyFor } from "../bench.ts";
import { fieldOf } from "../form.ts";
import type { FinishedRun, Job } from "../jobs.ts";
import { recordingHref } from "./history-pages.ts";
import { button, field, link, optionFields, optionGroups, p, problem, reportParts, submit } from "./parts.ts";
import type { WorkbenchPage } from "./shell.ts";

/** The first page: start a run, follow it, and see what it found. `message`: why it was not started. */
export function checkPage(bench: Bench, message?: string): WorkbenchPage {
  const job = bench.jobs.current;
  const last = bench.jobs.lastRun;
  const said = message ?? (last?.kind === "problem" ? last.message : undefined);
  const alert = said === undefined ? [] : [problem(said)];
  if (job?.kind === "run")
    return { title: "Checking", under: "", isLive: true, parts: rendered(runningParts(job, alert)) };
  if (last?.kind === "found" && message === undefined)
    return { title: last.result.run.outcome, under: "", parts: finishedParts(bench, last.result) };
  return {
    ...{ title: "Check a server", under: "" },
    ...(message !== undefined && { status: 422 }),
    parts: rendered([h("h1", "Check a server"), ...alert, ...startForm(bench)]),
  };
}

function runningParts(job: Extract<Job, { readonly kind: "run" }>, alert: PageParts): PageParts {
  return [
    h("h1", "Checking ", h("code", shown(job.target, 200))),
    ...alert,
    button("stop", "Stop"),
    h("div.live", h("div", { id: "progress" }), h("div", { id: "so-far" })),
  ];
}

async function* finishedParts(bench: Bench, finished: FinishedRun): AsyncGenerator<string> {
  const { run, comparison } = finished;
  const report = reportOfRun(run);
  const changes =
    comparison &&
    folded("What changed since the run before", sheetParts(changesSheet(comparison, (id) => `#${id}`)), {
      isOpen: comparison.changes.length > 0,
    });
  // Without an answer, the address is what has to be looked at.
  const another = folded("Start another run", startForm(bench), { isOpen: !hasJudged(report) });
  const buttons = h(
    "div",
    button("again", "Run again", { isMain: true }),
    link(recordingHref(finished.recording), "Its recording in the history"),
  );
  yield* reportParts({ report, again: againButton, between: [changes, buttons, another] });
}

/** A whole run, since a fix may break something else. */
function againButton(ids: readonly string[]): VNode {
  const what = ids.length === 1 ? ids.join("") : `these ${ids.length} requirements`;
  return button("again", `Check ${what} again`);
}

/** The form of a run; what it said last stands in it. */
function startForm(bench: Bench): readonly VNode[] {
  const { means, asked, reference } = bench;
  const address = fieldOf(asked, "base-url") || (means.baseUrl ?? reference?.url ?? "");
  return [
    p(
      "The address ends in ",
      h("code", "/v1"),
      ". No server yet? Start the ",
      link("reference", "reference server"),
      ".",
    ),
    h(
      "form",
      { method: "post", action: "run" },
      h(
        "div.fields",
        field("base-url", "Base address", (said) =>
          h("input", { ...said, type: "url", placeholder: "https://staging.example.com/v1", value: address }),
        ),
        field(
          "key",
          "API key",
          (said) => h("input", { ...said, type: "password", autocomplete: "off" }),
          keyFor(bench, address) === undefined
            ? "Kept in the memory of this process, for this address alone. Empty: that of the environment or the command line, which goes only to the address that ui was started with."
            : "Known for this address. Another one takes its place.",
        ),
      ),
      submit("Start the run"),
      optionFields(means.everyday, asked),
      optionGroups(means.otherOptions, asked),
    ),
  ];
}
