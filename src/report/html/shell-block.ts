import type { VNode } from "preact";
import { brokenBetweenWords } from "../broken-lines.ts";
import type { CurlCommand } from "../curl.ts";
import { h } from "./element.ts";
import { shown } from "./shown.ts";

/** Longer than any command that is made: one that was cut would do something else. */
const longestCommand = 200_000;

/** Columns of a line; a word that is longer is wrapped by the browser. */
const width = 110;

/**
 * Shell commands that follow one another, with a button that copies them all. The button is hidden until the script
 * has run.
 */
export function shellBlock(commands: readonly CurlCommand[]): VNode {
  const lines = commands.flatMap(({ words, comment }) => [
    // On a line of its own, since not every shell knows comments where it is typed into.
    ...(comment === undefined ? [] : [`# ${comment}`]),
    ...brokenBetweenWords(words, width),
  ]);
  return h(
    "div",
    { class: "shell" },
    // It scrolls, so it must be focusable.
    h(
      "pre",
      { tabIndex: 0, role: "group", "aria-label": "Shell commands" },
      h("code", null, lines.map((line) => shown(line, longestCommand)).join("\n")),
    ),
    h("button", { type: "button", class: "copy", hidden: true }, "Copy"),
  );
}
