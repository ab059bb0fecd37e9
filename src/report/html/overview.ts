import type { ComponentChild, VNode } from "preact";
import { requirementName } from "../../core/check/requirement.ts";
import type { Verdict } from "../../core/check/verdict.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { areasPicture } from "./areas.ts";
import { causeAnchor } from "./causes.ts";
import { h } from "./element.ts";
import { shown } from "./shown.ts";

/** How many failures and warnings are named at first; the others are a click away. */
const mostBrief = 8;

/** What failed, by sentence, beside the areas as a picture. */
export function overview(run: Redacted<Run>, areas: ReadonlyMap<string, readonly Verdict[]>): VNode {
  const broken = [...areas.values()].flat().filter(({ verdict }) => verdict === "fail");
  const failed = [
    ...broken.filter(({ level }) => level === "must"),
    ...broken.filter(({ level }) => level !== "must"),
  ];
  const picture = h("div", null, h("h2", null, "Areas"), areasPicture(run, areas));
  if (failed.length === 0) return h("div", { class: "overview" }, picture);
  const items = failed.map((verdict) => brief(verdict, run));
  const more = items.slice(mostBrief);
  return h(
    "div",
    { class: "overview two" },
    h(
      "div",
      null,
      h("h2", null, "What failed"),
      h("ul", { class: "brief" }, items.slice(0, mostBrief)),
      more.length === 0
        ? null
        : h(
            "details",
            null,
            h("summary", null, h("span", { class: "text" }, `${more.length} more`)),
            h("ul", { class: "brief body" }, more),
          ),
    ),
    picture,
  );
}

function brief(verdict: Verdict, { causes, known }: Run): VNode {
  const { id, level, text } = verdict;
  const by = causes.flatMap(({ leading, consequences }, index) =>
    [leading, ...consequences].includes(id) ? [index] : [],
  );
  const aside = [
    ...(level === "must" ? [] : ["a warning"]),
    ...(known?.includes(id) === true ? ["known"] : []),
    ...(causes.length > 1 ? by.map(causeLink) : []),
  ];
  return h(
    "li",
    level === "must" ? null : { class: "minor" },
    h("a", { href: `#${id}` }, requirementName(verdict)),
    `: ${shown(text)}`,
    aside.length === 0 ? null : h("span", { class: "soft small" }, " (", joined(aside), ")"),
  );
}

function causeLink(index: number): ComponentChild {
  return h("a", { href: `#${causeAnchor(index)}` }, `cause ${index + 1}`);
}

function joined(parts: readonly ComponentChild[]): ComponentChild[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [", ", part]));
}
