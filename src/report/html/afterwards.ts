import type { ComponentChild, VNode } from "preact";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { counted } from "../counted.ts";
import { createdInWords } from "../created-in-words.ts";
import { leftOutInWords } from "../reach.ts";
import { budgetPlot } from "./budget-plot.ts";
import { h } from "./element.ts";
import { mapInBrief, mapSection } from "./map-section.ts";
import { shown } from "./shown.ts";

const mostPets = 200;

/** Notes, then, folded, the plot of the rate limit, what was looked at and the created pets. */
export function afterwards(run: Redacted<Run>): (VNode | null)[] {
  const plot = budgetPlot(run.exchanges);
  return [
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
    plot === undefined ? null : folded("Rate-limit budget", plot),
    run.map === undefined || run.map.length === 0
      ? null
      : folded("What was looked at", mapSection(run.map), mapInBrief(run.map)),
    run.cases.leftOut.length === 0 ? null : folded("Cases left out", leftOutList(run)),
    run.created.length === 0 ? null : folded("Pets that this run created", createdList(run)),
  ];
}

/** A section that is a line until it is opened. */
function folded(title: string, content: ComponentChild | ComponentChild[], aside?: string): VNode {
  return h(
    "details",
    { class: "group" },
    h(
      "summary",
      null,
      h("h2", null, title),
      aside === undefined ? null : h("span", { class: "soft" }, aside),
    ),
    h("div", { class: "body" }, content),
  );
}

/** The cases of the profile that were not tested, by why. */
function leftOutList({ cases: { total, tested, leftOut } }: Redacted<Run>): VNode[] {
  return [
    h("p", { class: "soft small" }, `${tested} of ${total} cases of this profile were tested.`),
    h(
      "ul",
      null,
      leftOut.map((group) => {
        const names = group.cases.map(({ requirement, case: label }) => `${requirement} ${label}`);
        return h(
          "li",
          null,
          `${counted(names.length, "case")}: `,
          shown(leftOutInWords(group)),
          h("br", null),
          h("span", { class: "soft small" }, shown(names.join(", "), 8000)),
        );
      }),
    ),
  ];
}

function createdList(run: Redacted<Run>): VNode {
  const pets = createdInWords(run, mostPets);
  return h(
    "p",
    { class: "small" },
    `The interface has no way to remove them. ${pets.count}: `,
    h("code", null, pets.shown.map((text) => shown(text, 80)).join(", ")),
    pets.more,
  );
}
