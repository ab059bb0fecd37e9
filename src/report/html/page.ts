import type { ComponentChild, VNode } from "preact";
import { requirementName } from "../../check/requirement.ts";
import type { Verdict } from "../../check/verdict.ts";
import type { InputPlace } from "../../run/inputs.ts";
import type { Run } from "../../run/result.ts";
import type { Redacted } from "../../secrets/redacted.ts";
import { causeInWords } from "../cause-in-words.ts";
import { counted } from "../counted.ts";
import { createdInWords } from "../created-in-words.ts";
import { outcomeSentence } from "../reach.ts";
import { missedInWords, roundsInWords } from "../rounds-in-words.ts";
import { areasPicture } from "./areas.ts";
import { budgetPlot } from "./budget-plot.ts";
import { h } from "./element.ts";
import { type PageView, requirementView } from "./requirement.ts";
import { shown } from "./shown.ts";

const mostPets = 200;

/** The first screen: outcome, what was checked and when, the cause if there is one, the areas as a picture. */
export function opening(run: Redacted<Run>, areas: ReadonlyMap<string, readonly Verdict[]>): VNode {
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
    overview(areas),
  );
}

/** How many failures and warnings the first screen names; all of them follow below. */
const mostBrief = 12;

function overview(areas: ReadonlyMap<string, readonly Verdict[]>): VNode {
  const broken = [...areas.values()].flat().filter(({ verdict }) => verdict === "fail");
  const failed = [
    ...broken.filter(({ level }) => level === "must"),
    ...broken.filter(({ level }) => level !== "must"),
  ];
  const picture = h("div", null, h("h2", null, "Areas"), areasPicture(areas));
  if (failed.length === 0) return h("div", { class: "overview" }, picture);
  return h(
    "div",
    { class: "overview two" },
    h(
      "div",
      null,
      h("h2", null, "What failed"),
      h("ul", { class: "brief" }, failed.slice(0, mostBrief).map(brief)),
      failed.length > mostBrief
        ? h("p", { class: "soft" }, `and ${failed.length - mostBrief} more below`)
        : null,
    ),
    picture,
  );
}

function brief(verdict: Verdict): VNode {
  const {
    id,
    level,
    text,
    findings: [finding],
  } = verdict;
  const what =
    finding === undefined
      ? shown(text, 200)
      : `expected ${shown(finding.expected, 160)}; got ${shown(finding.seen, 160)}`;
  return h(
    "li",
    level === "must" ? null : { class: "minor" },
    h("a", { href: `#${id}` }, requirementName(verdict)),
    `${level === "must" ? "" : " (warning)"}: ${what}`,
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
    fact("Contract", `${shown(run.spec.title)} ${shown(run.spec.version)} (${shown(run.spec.source)})`),
    fact("Profile", `${run.profile}, seed ${run.seed}`),
    fact("Requests", `${run.requests.total}, ${counted(run.requests.posts, "POST")}`),
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
  const { likelyCause, howToFix, reproduce, exchange } = cause;
  const at =
    exchange === undefined
      ? null
      : [" (", h("a", { href: `#exchange-${exchange}` }, `exchange ${exchange}`), ")"];
  return h(
    "div",
    { class: "cause", role: "note" },
    h("p", null, h("strong", null, "Likely cause: "), shown(likelyCause), at),
    howToFix === undefined ? null : h("p", null, h("strong", null, "How to fix: "), shown(howToFix)),
    reproduce === undefined
      ? null
      : h("p", null, h("strong", null, "Reproduce: "), h("code", null, shown(reproduce, 20_000))),
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

/** What failed, what warned, then every area with the rest. */
export function requirementSections(areas: ReadonlyMap<string, readonly Verdict[]>, view: PageView): VNode[] {
  const all = [...areas.values()].flat();
  const failed = all.filter(({ verdict, level }) => verdict === "fail" && level === "must");
  const warned = all.filter(({ verdict, level }) => verdict === "fail" && level !== "must");
  const section = (title: string, verdicts: readonly Verdict[]): VNode[] =>
    verdicts.length === 0
      ? []
      : [
          h(
            "section",
            { "data-group": true },
            h("h2", null, title),
            verdicts.map((verdict) => requirementView(verdict, view)),
          ),
        ];
  return [
    ...section(counted(failed.length, "failure"), failed),
    ...section(counted(warned.length, "warning"), warned),
    ...[...areas].flatMap(([area, verdicts]) =>
      section(
        area,
        verdicts.filter(({ verdict }) => verdict !== "fail"),
      ),
    ),
  ];
}

/** The plot of the rate limit, notes and created pets. */
export function afterwards(run: Redacted<Run>): ComponentChild[] {
  const plot = budgetPlot(run.exchanges);
  const pets = createdInWords(run, mostPets);
  return [
    plot === undefined ? null : h("section", null, h("h2", null, "Rate-limit budget"), plot),
    run.inputs === undefined ? null : inputsList(run.inputs),
    run.notes.length === 0
      ? null
      : h(
          "section",
          null,
          h("h2", null, "Notes"),
          h(
            "ul",
            null,
            run.notes.map((note) => h("li", null, shown(note))),
          ),
        ),
    run.created.length === 0
      ? null
      : h(
          "section",
          null,
          h("h2", null, "Pets that this run created"),
          h(
            "p",
            { class: "small" },
            `The interface has no way to remove them. ${pets.count}: `,
            h("code", null, pets.shown.map((text) => shown(text, 80)).join(", ")),
            pets.more,
          ),
        ),
  ];
}

/** Which kinds of values were sent for each parameter and field, and how often; also those never sent. */
function inputsList(inputs: readonly InputPlace[]): VNode {
  return h(
    "section",
    null,
    h("h2", null, "Inputs tried"),
    h("p", { class: "soft small" }, "How many requests with the key had a value of each kind."),
    h(
      "ul",
      null,
      inputs.map(({ place, kinds }) =>
        h(
          "li",
          null,
          h("code", null, shown(place, 100)),
          `: ${kinds.map(({ kind, sent }) => `${shown(kind, 60)} (${sent})`).join(", ")}`,
        ),
      ),
    ),
  );
}
