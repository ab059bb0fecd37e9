import { stripVTControlCharacters } from "node:util";

/** Lines at the end of a terminal that are written over. */
export interface LiveBlock {
  /** Puts these lines in the place of the last ones; `above` (whole lines) goes over them and stays. */
  draw(lines: readonly string[], above?: string): void;
  /** Takes the lines away; what is printed next begins where they began. */
  erase(above?: string): void;
}

const toEndOfLine = "\u001b[K";
const toEndOfScreen = "\u001b[J";

/**
 * The cursor is never hidden, and between two drawings it stands on the line below the block: whatever prints there,
 * a shell after a second Ctrl-C too, begins on a line of its own. One write a drawing, so that none is seen half.
 * @param columns of the terminal as they are now: lines that were drawn on a wider one take more rows on a narrow one
 */
export function createLiveBlock(write: (text: string) => void, columns: () => number): LiveBlock {
  let drawn: readonly string[] = [];
  const toTop = (): string => {
    const across = Math.max(1, columns());
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / across)), 0);
    return rows === 0 ? "" : `\r\u001b[${rows}A`;
  };
  return {
    draw(lines, above = "") {
      const up = toTop();
      const over = above === "" ? "" : `${toEndOfScreen}${above}`;
      write(`${up}${over}${lines.map((line) => `${line}${toEndOfLine}\n`).join("")}${toEndOfScreen}`);
      drawn = lines.map((line) => stripVTControlCharacters(line));
    },
    erase(above = "") {
      const up = toTop();
      if (up !== "" || above !== "") write(`${up}${up === "" ? "" : toEndOfScreen}${above}`);
      drawn = [];
    },
  };
}
