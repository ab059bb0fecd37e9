/**
 * The words of a shell command in lines that can be pasted: broken between words only, each line break escaped. A word
 * that fits in no line, as a body may be, stays where it is: what shows it breaks it in any case.
 */
export function brokenBetweenWords(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const fitsInALine = word.length + 4 <= width;
    if (line.trim() !== "" && fitsInALine && line.length + word.length + 3 > width) {
      lines.push(`${line} \\`);
      line = " ";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line];
}
