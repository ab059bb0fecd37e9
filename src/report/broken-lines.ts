/** The words of a shell command in lines that can be pasted: broken between words only, each line break escaped. */
export function brokenBetweenWords(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line.trim() !== "" && line.length + word.length + 3 > width) {
      lines.push(`${line} \\`);
      line = " ";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line];
}
