import type { ComponentChildren, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { changesSheet } from "#report/compare/compare-runs.ts";
import { folded, h, rendered, shown } from "#report/html/element.ts";
import { sheetParts } from "#report/html/html.ts";
import { causesSection } from "#report/html/judged.ts";
import { type LiveState, sumsInWords, waitsInWords } from "#report/live/live-state.ts";
import { hasJudged } from "#report/report.ts";
import { reportOfRun } from "#report/run-report.ts";
import type { NamedServer, RunningReference } from "../actions.ts";
import type { Bench, FinishedRun, Job } from "../bench.ts";
import { fieldOf } from "../request.ts";
import { everydayOptions, otherOptions, referenceOptions } from "../ui-options.ts";
import { explainHref } from "./catalogue-pages.ts";
import { recordingHref } from "./folder-pages.ts";
import {
  button,
  type Choice,
  field,
  link,
  optionFields,
  optionGroups,
  p,
  pageOf,
  printedLines,
  problem,
  reportParts,
  submit,
  type WorkbenchPage,
} from "./parts.ts";

/** The first page: start a run, follow it, and see what it found. `message`: why it was not started. */
export function checkPage(bench: Bench, message?: string): WorkbenchPage {
  const { current: job, lastRun: last } = bench;
  const said = message ?? (last?.kind === "problem" ? last.message : undefined);
  const alert = said === undefined ? [] : [problem(said)];
  if (job?.kind === "run") {
    const parts = [
      h("h1", "Checking ", h("code", shown(job.target, 200))),
      ...alert,
      button("stop", "Stop"),
      h("div.live", h("div", { id: "progress" }), h("div", { id: "so-far" })),
    ];
    return { title: "Checking", under: "", isLive: true, parts: rendered(parts) };
  }
  if (last?.kind === "found" && message === undefined)
    return { title: last.result.run.outcome, under: "", parts: finishedParts(bench, last.result) };
  return {
    ...{ title: "Check a server", under: "" },
    ...(message !== undefined && { status: 422 }),
    parts: rendered([h("h1", "Check a server"), ...alert, ...startForm(bench)]),
  };
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
          bench.keyFor(address) === undefined
            ? "Kept in the memory of this process, for this address alone. Empty: that of the environment or the command line, which goes only to the address that ui was started with."
            : "Known for this address. Another one takes its place.",
        ),
      ),
      submit("Start the run"),
      optionFields(everydayOptions, asked),
      optionGroups(otherOptions, asked),
    ),
  ];
}

export function clientPage({ means: { examCommand }, current: job, lastExam: last }: Bench): WorkbenchPage {
  if (job?.kind === "exam")
    return {
      ...{ title: "Exam", under: "client", isLive: true },
      parts: rendered([
        h("h1", "Examining a client"),
        examCommand === undefined ? p("The terminal has the address and the key for the client.") : null,
        button("stop", "Stop", { values: { exam: "on" } }),
        h("div", { id: "progress" }),
      ]),
    };
  if (last?.kind === "found") {
    const between = [button("exam", "Examine again", { isMain: true })];
    const report = last.result;
    return { title: report.outcome, under: "client", parts: reportParts({ report, between }) };
  }
  return pageOf(
    "client",
    "Examine a client",
    last === undefined ? null : problem(last.message),
    p(
      "A service leads the client through situations, and judges what it sends: its key, its waits after a 429, its ids.",
    ),
    examCommand === undefined
      ? p(
          "The client calls a port of this machine; the terminal will have the address and the key. With ",
          h("code", "ui --exec COMMAND"),
          " it is started once for each situation.",
        )
      : p("It is started with ", h("code", shown(examCommand)), ", once for each situation."),
    button("exam", "Start the exam", { isMain: true }),
  );
}

/** What stands in the parts of a page now, by their ids. */
export function liveFragments(job: Job, nowMs: number) {
  if (job.kind === "exam")
    return [{ id: "progress", html: renderToString(printedLines("The exam so far", job.lines)) }];
  const run = job.soFar();
  const causes =
    run && causesSection({ report: reportOfRun(run), onPage: new Set(), requirementHref: explainHref });
  return [
    { id: "progress", html: renderToString(progress(job.state(), nowMs)) },
    { id: "so-far", html: causes ? renderToString(causes) : "" },
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

export async function referencePage(
  { means, reference }: Bench,
  values = new URLSearchParams(),
  message?: string,
): Promise<WorkbenchPage> {
  const servers = await means.servers();
  const ofKind = [...Map.groupBy(servers, ({ kind }) => kind)];
  const page = pageOf(
    "reference",
    "Reference server",
    message === undefined ? null : problem(message),
    reference === undefined ? p(about) : running(reference, servers),
    h(
      "form",
      { method: "post", action: "serve" },
      optionFields(referenceOptions, values, new Map(ofKind.map(([kind, all]) => [kind, all.map(asChoice)]))),
      submit(reference === undefined ? "Start it" : "Restart it with these"),
    ),
  );
  return message === undefined ? page : { ...page, status: 422 };
}

const about =
  "A server that implements the interface, on a port of 127.0.0.1. It can break one thing on purpose, or be unusual in a way that is permitted.";

function running({ url, options }: RunningReference, servers: readonly NamedServer[]): VNode {
  const special = servers.find(({ kind, id }) => options.includes(`--${kind}=${id}`));
  return h(
    "div.cause",
    { role: "note" },
    p("It listens on ", h("code", url), ". The terminal has its key; runs from this page know it."),
    special === undefined ? p("It is correct.") : p(h("strong", special.id), `: it ${shown(special.title)}.`),
    button("run", "Check it", { values: { "base-url": url }, isMain: true }),
    special === undefined
      ? null
      : button("serve", `Remove the ${special.kind}`, { values: withoutServer(options) }),
    button("serve-end", "Stop it"),
  );
}

/** What it was started with, but for what makes it special. */
function withoutServer(options: readonly string[]): Readonly<Record<string, string>> {
  const pairs = options.map((option) => /^--([^=]+)=(.*)$/.exec(option)?.slice(1) ?? []);
  return Object.fromEntries(pairs.filter(([name]) => name !== "fault" && name !== "variant"));
}

function asChoice({ id, title, breaks }: NamedServer): Choice {
  const broken = breaks.length === 0 ? "" : ` (${breaks.join(", ")})`;
  return [id, shown(`${id}: ${title}${broken}`, 160)];
}
