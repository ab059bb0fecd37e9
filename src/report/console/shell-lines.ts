import { brokenBetweenWords, type CurlCommand } from "../curl.ts";
import { wrap } from "./wrap.ts";

const indent = "    ";

/** A longer line is neither read nor pasted; the other reports have it. */
const longestLine = 200;

/** A shell command under its comment, indented. */
export function commandLines({ words, comment }: CurlCommand, width: number): string[] {
  const above = comment === undefined ? [] : wrap(comment, width, { first: "    # ", rest: "    # " });
  const lines = brokenBetweenWords(words, width - indent.length);
  const longest = Math.max(...lines.map((line) => line.length));
  // A snippet of JavaScript is one word, and is not for a shell.
  if (words.length === 1 || longest + indent.length <= longestLine)
    return [...above, ...lines.map((line) => indent + line)];
  const text = `too long for a line, with ${longest.toLocaleString("en")} characters: add --report html, which has the command`;
  return wrap(text, width, { first: `${indent}# `, rest: `${indent}# ` });
}
