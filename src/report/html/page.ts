import type { ComponentChild, VNode } from "preact";
import type { Verdict } from "../../core/check/verdict.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { causeInWords } from "../cause-in-words.ts";
import { counted } from "../counted.ts";
import { outcomeSentence } from "../reach.ts";
import { missedInWords, roundsInWords } from "../rounds-in-words.ts";
import { verdictMark } from "../verdict-mark.ts";
import { requestAgain } from "./again.ts";
import { h } from "./element.ts";
import { type PageView, requirementView } from "./requirement.ts";
import { shown } from "./shown.ts";

/** Outcome, what was checked and when, and what ended the run or took its evidence, if anything did. */
export function opening(run: Redacted<Run>): VNode {
  return h(
    "header",
    null,
    h(
      "div",
      { class: `outcome ${run.outcome}` },
      h("p", { class: "soft small" }, "Pet Store conformance report"),
      h("h1", null, shown(outcomeSentence(run))),
      h("dl", { class: "facts" }, facts(run)),
    ),
    causeOf(run),
    run.suiteErrors.map(({ where, message }) =>
      h("p", { class: "cause" }, `The suite's own error in ${shown(where)}: ${shown(message)}`),
    ),
  );
}

function facts(run: Redacted<Run>): VNode[] {
  const seconds = ((run.endedAtMs - run.startedAtMs) / 1000).toFixed(1);
  const started = new Date(run.startedAtMs).toISOString();
  const fact = (term: string, ...description: ComponentChild[]): VNode =>
    h("div", null, h("dt", null, term), h("dd", null, ...description));
  return [
    fact("Target", h("code", null, shown(run.target))),
    fact("When", h("time", { dateTime: started }, started.replace("T", " ").replace(/\.\d+Z/u, " UTC"))),
    fact("Took", `${seconds} s${run.clock === "virtual" ? " of virtual time" : ""}`),
    ...(run.trusted === undefined ? [] : [fact("Trusts", shown(run.trusted))]),
    fact("Contract", `${shown(run.spec.title)} ${shown(run.spec.version)} (${shown(run.spec.source)})`),
    fact("Profile", `${run.profile}, seed ${run.seed}`),
    fact("Requests", `${run.requests.total}, ${counted(run.requests.writes, "POST")}`),
    ...roundFacts(run).map((text) => fact("Rounds", text)),
    fact("Run", h("code", null, run.runId)),
    fact("Tool", `${run.tool.name} ${run.tool.version}`),
  ];
}

function roundFacts({ rounds }: Run): string[] {
  if (rounds === undefined) return [];
  return [roundsInWords(rounds), missedInWords(rounds)].filter((text) => text !== undefined);
}

function causeOf(run: Redacted<Run>): VNode | null {
  const cause = causeInWords(run);
  if (cause === undefined)
    return run.partial ? h("p", { class: "cause" }, "This run ended early; the report is partial.") : null;
  const { likelyCause, howToFix, exchange } = cause;
  const sent = run.exchanges.find(({ id }) => id === exchange);
  const at =
    exchange === undefined
      ? null
      : [" (", h("a", { href: `#exchange-${exchange}` }, `exchange ${exchange}`), ")"];
  return h(
    "div",
    { class: "cause", role: "note" },
    h("p", null, h("strong", null, "Likely cause: "), shown(likelyCause), at),
    howToFix === undefined ? null : h("p", null, h("strong", null, "How to fix: "), shown(howToFix)),
    sent === undefined
      ? null
      : [h("p", null, h("strong", null, "Reproduce:")), requestAgain(sent.request, run)],
  );
}

/** Filters the requirements; hidden until its script has run. */
export function filterForm(): VNode {
  const kinds = [
    ["", "All verdicts"],
    ["failed", "✗ failed"],
    ["warning", "! warning"],
    ["inconclusive", "? inconclusive"],
    ["untested", "○ untested"],
    ["passed", "✓ passed"],
    ["left-out", "– not applicable or skipped"],
  ] as const;
  return h(
    "form",
    { class: "filter", id: "filter", hidden: true, role: "search" },
    h("input", {
      id: "search",
      type: "search",
      placeholder: "Search; ↓ and ↑ walk through what is found",
      "aria-label": "Search requirements",
      autocomplete: "off",
    }),
    h(
      "select",
      { id: "kind", "aria-label": "Show verdicts" },
      kinds.map(([value, text]) => h("option", { value }, text)),
    ),
    h("output", { id: "count", "aria-live": "polite" }),
  );
}

/** What failed, what warned, then every area with the rest, which is folded. */
export function requirementSections(areas: ReadonlyMap<string, readonly Verdict[]>, view: PageView): VNode[] {
  const all = [...areas.values()].flat();
  const failed = all.filter(({ verdict, level }) => verdict === "fail" && level === "must");
  const warned = all.filter(({ verdict, level }) => verdict === "fail" && level !== "must");
  return [
    ...group(counted(failed.length, "failure"), failed, view),
    ...group(counted(warned.length, "warning"), warned, view),
    ...[...areas].flatMap(([area, verdicts]) =>
      group(
        area,
        verdicts.filter(({ verdict }) => verdict !== "fail"),
        view,
      ),
    ),
  ];
}

function group(title: string, verdicts: readonly Verdict[], view: PageView): VNode[] {
  if (verdicts.length === 0) return [];
  const isBroken = verdicts.some(({ verdict }) => verdict === "fail");
  const counts = [...Map.groupBy(verdicts, (verdict) => verdictMark(verdict).word)];
  return [
    h(
      "details",
      { class: "group", "data-group": true, open: isBroken },
      h(
        "summary",
        null,
        h("h2", null, title),
        isBroken
          ? null
          : h("span", { class: "soft" }, counts.map(([word, some]) => `${some.length} ${word}`).join(", ")),
      ),
      verdicts.map((verdict) => requirementView(verdict, view)),
    ),
  ];
}
