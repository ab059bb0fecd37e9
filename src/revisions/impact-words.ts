import type { VNode } from "preact";
import { escapeForTerminal, jsonText } from "#core/json/escape.ts";
import { palette } from "#report/console/colour.ts";
import { wrap } from "#report/console/wrap.ts";
import { escapeForMarkdown, markdownTable } from "#report/formats/markdown.ts";
import { h, shown, withCode } from "#report/html/element.ts";
import { page } from "#report/html/table-page.ts";
import { firstNamed } from "#report/words/sentences.ts";
import type { Impact, ShownVerdict } from "./impact.ts";
import type { Effect, RevisedRequirement } from "./revised-requirements.ts";
import { revisionSummary, sentences } from "./revision-words.ts";

/** What a revision changes, and what that does to those of whom there is evidence. */
export interface Revised {
  /** The documents, each as title, version and where it was read. */
  readonly before: string;
  readonly after: string;
  readonly lines: readonly RevisedRequirement[];
  /** Undefined where no evidence was given. */
  readonly impacts: readonly Impact[] | undefined;
}

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

/** For a terminal: what changes, then each server and client with what breaks it. */
export function impactForTerminal(revised: Revised, width: number, colour: boolean): string {
  const { before, after, lines, impacts } = revised;
  const paint = palette(colour);
  const tint = (effect: Effect): string =>
    effect === "breaking" ? paint.bad(effect) : effect === "additive" ? paint.warn(effect) : effect;
  const tints = { breaks: paint.bad, "broken before": paint.bad, unknown: paint.warn, conforms: paint.good };
  const item = (text: string) => wrap(escapeForTerminal(text), width, "  - ", "    ");
  const out = [`old  ${escapeForTerminal(before)}`, `new  ${escapeForTerminal(after)}`];
  for (const { id, text, changes, server, client } of lines) {
    out.push("", `${paint.strong(escapeForTerminal(id))}  server ${tint(server)}, client ${tint(client)}`);
    if (text !== undefined) out.push(...wrap(escapeForTerminal(text), width, "  ").map(paint.dim));
    out.push(...sentences(changes).flatMap(item));
  }
  out.push("", escapeForTerminal(revisionSummary(lines)));
  for (const impact of impacts ?? []) {
    const { side, subject, state, evidence } = impact;
    const who = escapeForTerminal(`${subject} (${evidence})`);
    out.push("", `${paint.strong(tints[state](state))}  ${side} ${who}`);
    const details = detailsOf(impact);
    const more = details.length - shownDetails;
    const shownLines =
      more > 0 ? [...details.slice(0, shownDetails), `and ${more} more: --format json`] : details;
    out.push(...shownLines.flatMap(item));
  }
  if (impacts !== undefined) out.push("", impactSummary(impacts));
  return `${out.join("\n")}\n`;
}

/** For a merge request. */
export function impactAsMarkdown({ before, after, lines, impacts }: Revised): string {
  const cell = (parts: readonly string[]) => parts.map((line) => escapeForMarkdown(line)).join("<br>");
  const changed = lines.map(({ id, text, changes, server, client }) => [
    ...[escapeForMarkdown(id), server, client],
    cell([...(text === undefined ? [] : [text]), ...sentences(changes)]),
  ]);
  const affected = impacts?.map((impact) => [
    ...[impact.side, escapeForMarkdown(impact.subject), impact.state],
    cell(detailsOf(impact).slice(0, shownDetails)),
  ]);
  const table = (summary: string, head: readonly string[], rows: readonly (readonly string[])[]) =>
    `\n**${escapeForMarkdown(summary)}**\n${rows.length === 0 ? "" : `\n${markdownTable(head, rows)}`}`;
  return [
    "# What a revision changes\n\n",
    `- old: ${escapeForMarkdown(before)}\n- new: ${escapeForMarkdown(after)}\n`,
    table(revisionSummary(lines), ["Requirement", "Server", "Client", "What"], changed),
    ...(impacts && affected
      ? [table(impactSummary(impacts), ["Side", "Who", "State", "Why"], affected)]
      : []),
  ].join("");
}

/** As JSON: the same as data, a change with its place in the document. */
export function impactAsJson({ before, after, lines, impacts }: Revised): string {
  const affected = impacts && { impactSummary: impactSummary(impacts), impacts };
  return `${jsonText({ before, after, summary: revisionSummary(lines), requirements: lines, ...affected }, 2)}\n`;
}

/** As one HTML file without a script: the worst first, and what a revision breaks open. */
export function impactPage({ before, after, lines, impacts }: Revised): string {
  return page("What a revision changes", [
    h("ul", h("li", `old: ${shown(before)}`), h("li", `new: ${shown(after)}`)),
    h("p", h("strong", revisionSummary(lines))),
    lines.map(({ id, server, client, changes }) =>
      partyView(
        id,
        `server ${server}, client ${client}`,
        [server, client].includes("breaking") ? "breaking" : "additive",
        sentences(changes),
      ),
    ),
    impacts && h("p", h("strong", impactSummary(impacts))),
    impacts
      ?.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state))
      .map((impact) =>
        partyView(`${impact.side} ${impact.subject}`, impact.evidence, impact.state, detailsOf(impact)),
      ),
  ]);
}

const tones = {
  breaking: "failed",
  additive: "passed",
  breaks: "failed",
  "broken before": "failed",
  unknown: "untested",
  conforms: "passed",
} as const;

/** One requirement, server or client, a line until it is opened. */
function partyView(name: string, more: string, state: keyof typeof tones, details: readonly string[]): VNode {
  const said = details.length === 0 ? ["nothing that its evidence shows breaks"] : details;
  return h(
    `details.problem.${tones[state]}-edge`,
    { open: state === "breaks" },
    h(
      "summary",
      h("span.text", h("strong", shown(name)), h("span.soft.small", ` ${shown(more)}`)),
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
