/**
 * Breaks a text at spaces into lines of at most `width` characters, prefixes included.
 * A word longer than a line (a URL) stays whole, so that it can be copied.
 * @param first how the first line begins
 * @param rest how those after it begin
 */
export function wrap(text: string, width: number, first = "", rest = "  "): string[] {
  const lines: string[] = [];
  let line = first;
  let taken = characters(first);
  let empty = true;
  for (const word of text.split(" ")) {
    const more = characters(word);
    if (!empty && taken + 1 + more > width) {
      lines.push(withoutTrailingBlanks(line));
      line = rest + word;
      taken = characters(rest) + more;
    } else {
      line += empty ? word : ` ${word}`;
      taken += empty ? more : more + 1;
    }
    empty = false;
  }
  lines.push(withoutTrailingBlanks(line));
  return lines;
}

function withoutTrailingBlanks(line: string): string {
  return line.replace(/(?<! ) +$/u, "");
}

/** Approximate number of visible characters: code points without combining marks. */
function characters(text: string): number {
  return [...text.replace(/\p{Mark}/gu, "")].length;
}
