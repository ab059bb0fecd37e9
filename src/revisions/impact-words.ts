import type { VNode } from "preact";
import { escapeForTerminal, jsonText } from "../core/json/escape.ts";
import { palette } from "../report/console/colour.ts";
import { wrap } from "../report/console/wrap.ts";
import { h, shown, withCode } from "../report/html/element.ts";
import { page } from "../report/html/table-page.ts";
import { firstNamed } from "../report/sentences.ts";
import type { Impact, ShownVerdict } from "./impact.ts";
import type { Titles } from "./revision-words.ts";

type Impacts = readonly Impact[];

const states: readonly Impact["state"][] = ["breaks", "broken before", "unknown", "conforms"];

/** `16 judged: 2 break, 1 broke before, 3 cannot be decided by the evidence, 10 conform.` */
function impactSummary(impacts: Impacts): string {
  const count = (state: Impact["state"]): number => impacts.filter((impact) => impact.state === state).length;
  const [breaks, before, unknown, conforms] = states.map(count);
  return (
    `${impacts.length} judged: ${breaks} break, ${before} broke before, ` +
    `${unknown} cannot be decided by the evidence, ${conforms} conform.`
  );
}

/** The most lines of one server or client on a terminal. */
const shownDetails = 12;

/** For a terminal: each server and client with what breaks it. */
export function impactForTerminal(impacts: Impacts, titles: Titles, width: number, colour: boolean): string {
  const paint = palette(colour);
  const tints = { breaks: paint.bad, "broken before": paint.bad, unknown: paint.warn, conforms: paint.good };
  const out = [`from  ${escapeForTerminal(titles.before)}`, `to    ${escapeForTerminal(titles.after)}`];
  for (const impact of impacts) {
    const { side, subject, state, evidence } = impact;
    out.push(
      "",
      `${paint.strong(tints[state](state))}  ${side} ${escapeForTerminal(`${subject} (${evidence})`)}`,
    );
    const details = detailsOf(impact);
    const more = details.length - shownDetails;
    for (const line of [
      ...details.slice(0, shownDetails),
      ...(more > 0 ? [`and ${more} more: --format json`] : []),
    ])
      out.push(...wrap(escapeForTerminal(line), width, "  - ", "    "));
  }
  out.push("", impactSummary(impacts));
  return `${out.join("\n")}\n`;
}

export function impactAsJson(impacts: Impacts, titles: Titles): string {
  return `${jsonText({ ...titles, summary: impactSummary(impacts), impacts }, 2)}\n`;
}

/** As one HTML file without a script: the worst first, and what a revision breaks open. */
export function impactPage(impacts: Impacts, titles: Titles): string {
  return page("Who breaks", [
    h("p", h("strong", impactSummary(impacts))),
    h("ul", h("li", `from: ${shown(titles.before)}`), h("li", `to: ${shown(titles.after)}`)),
    impacts.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state)).map(partyView),
  ]);
}

const tones = {
  breaks: "failed",
  "broken before": "failed",
  unknown: "untested",
  conforms: "passed",
} as const;

/** One server or client, a line until it is opened. */
function partyView(impact: Impact): VNode {
  const { side, subject, state, evidence } = impact;
  const details = detailsOf(impact);
  const said = details.length === 0 ? ["nothing that its evidence shows breaks"] : details;
  return h(
    `details.problem.${tones[state]}-edge`,
    { open: state === "breaks" },
    h(
      "summary",
      h("span.text", h("strong", `${side} ${shown(subject)}`), h("span.soft.small", ` ${shown(evidence)}`)),
      h(`span.tag.${tones[state]}`, state),
    ),
    h(
      "div.body",
      h(
        "ul",
        said.map((line) => h("li", withCode(shown(line)))),
      ),
    ),
  );
}

/** The most requirements that one line names. */
const shownNames = 5;

function detailsOf({ breaks, brokenBefore, unknown }: Impact): string[] {
  const because = (label: string) => (verdict: ShownVerdict) =>
    `${label} ${[verdict.id, ...(verdict.clause === undefined ? [] : [`(${verdict.clause})`])].join(" ")}: ${verdict.because ?? verdict.text}`;
  return [
    ...breaks.map(because("breaks")),
    ...brokenBefore.map(because("broke already")),
    ...unknown.map(
      ({ requirements, because }) =>
        `not tested: ${[firstNamed(requirements, shownNames), because].filter((text) => text !== "").join(": ")}`,
    ),
  ];
}
