import type { VNode } from "preact";
import { brokenBetweenWords, type CurlCommand } from "../curl.ts";
import type { Report } from "../report.ts";
import { h, preformatted, shown } from "./element.ts";

/** Columns of a line; a word that is longer is wrapped by the browser. */
const width = 110;

/** What sends requests again: commands that follow one another, or JavaScript. */
export function againBlock(commands: readonly CurlCommand[], language: Report["language"]): VNode {
  if (language === "js") {
    const snippets = commands.map(({ words }) => words.join(" "));
    return codeBlock(snippets, "JavaScript");
  }
  const lines = commands.flatMap(({ words, comment }) => [
    // On a line of its own, since not every shell knows comments where it is typed into.
    ...(comment === undefined ? [] : [`# ${comment}`]),
    ...brokenBetweenWords(words, width),
  ]);
  return codeBlock(lines, "Shell commands");
}

/** Longer than any line that is made: one that was cut would do something else. */
const longestLine = 200_000;

/** Code with a button that copies it all. The button is hidden until the script has run. */
function codeBlock(lines: readonly string[], label: string): VNode {
  return h(
    "div.shell",
    preformatted(label, lines.map((line) => shown(line, longestLine)).join("\n")),
    h("button", { type: "button", class: "copy", hidden: true }, "Copy"),
  );
}
