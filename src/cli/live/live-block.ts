import { stripVTControlCharacters } from "node:util";

const toEndOfLine = "\u001b[K";
const toEndOfScreen = "\u001b[J";

/**
 * Lines at the end of a terminal that are overwritten.
 * The cursor is never hidden, and between two frames it is on the line below the block, so that any other output (a
 * shell after a second Ctrl-C, for example) starts on its own line. Each frame is one write, so none is seen half drawn.
 * @param columns the current columns of the terminal: lines drawn on a wider terminal wrap when it gets narrower
 */
export function createLiveBlock(write: (text: string) => void, columns: () => number) {
  let drawn: readonly string[] = [];
  const toTop = (): string => {
    const across = Math.max(1, columns());
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / across)), 0);
    return rows === 0 ? "" : `\r\u001b[${rows}A`;
  };
  return {
    /** Replaces the previous lines by these; `above` (complete lines) is printed above them and stays. */
    draw(lines: readonly string[], above = ""): void {
      const up = toTop();
      const over = above === "" ? "" : `${toEndOfScreen}${above}`;
      write(`${up}${over}${lines.map((line) => `${line}${toEndOfLine}\n`).join("")}${toEndOfScreen}`);
      drawn = lines.map((line) => stripVTControlCharacters(line));
    },
    /** Removes the lines; the next output starts where they started. */
    erase(above = ""): void {
      const up = toTop();
      if (up !== "" || above !== "") write(`${up}${up === "" ? "" : toEndOfScreen}${above}`);
      drawn = [];
    },
  };
}
