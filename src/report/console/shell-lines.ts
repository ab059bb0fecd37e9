import { brokenBetweenWords } from "../broken-lines.ts";
import type { CurlCommand } from "../curl.ts";
import { wrap } from "./wrap.ts";

const indent = "    ";

/** A shell command under its comment, indented. */
export function commandLines({ words, comment }: CurlCommand, width: number): string[] {
  const above = comment === undefined ? [] : wrap(comment, width, { first: "    # ", rest: "    # " });
  return [...above, ...brokenBetweenWords(words, width - indent.length).map((line) => indent + line)];
}
