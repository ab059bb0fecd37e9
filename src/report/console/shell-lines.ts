import type { CurlCommand } from "../curl.ts";
import { wrap } from "./wrap.ts";

/** A shell command that can be pasted: broken between words only, each line break escaped. */
export function commandLines({ words, comment }: CurlCommand, width: number): string[] {
  const lines: string[] =
    comment === undefined ? [] : wrap(comment, width, { first: "    # ", rest: "    # " });
  let line = "   ";
  for (const word of words) {
    if (line.trim() !== "" && line.length + word.length + 3 > width) {
      lines.push(`${line} \\`);
      line = "     ";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
