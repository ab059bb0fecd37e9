import { describe, expect, test } from "vitest";
import { createLiveBlock } from "./progress.ts";

/** A terminal that knows what a block writes, and lays its lines out anew when it is made narrower. */
function terminal() {
  let across = 80;
  let lines: string[] = [""];
  let row = 0;
  let column = 0;
  const obey = (piece: string, up: string | undefined): void => {
    const line = lines[row] ?? "";
    if (up !== undefined) row -= Number(up);
    else if (piece === "␛[K") lines[row] = line.slice(0, column);
    else if (piece === "␛[J") lines = [...lines.slice(0, row), line.slice(0, column)];
    else if (piece === "\r") column = 0;
    else if (piece === "\n") {
      row += 1;
      column = 0;
      lines[row] ??= "";
    } else if (!piece.startsWith("␛")) {
      lines[row] = line.slice(0, column) + piece + line.slice(column + piece.length);
      column += piece.length;
    }
  };
  return {
    write(text: string) {
      const pieces = text.replaceAll("\u001b", "␛").matchAll(/␛\[(\d+)A|␛\[[JK]|␛\[\d+m|[\r\n]|[^␛\r\n]+/g);
      for (const [piece, up] of pieces) obey(piece, up);
    },
    columns: () => across,
    narrow(columns: number) {
      across = columns;
      const cut = (line: string): string[] => line.match(new RegExp(`.{1,${columns}}`, "g")) ?? [""];
      const before = lines.slice(0, row).flatMap(cut);
      lines = [...before, ...lines.slice(row).flatMap(cut)];
      row = before.length;
    },
    shown: () => lines.join("\n"),
  };
}

describe("the block at the end of a terminal", () => {
  test("is written over, and what goes above it stays", () => {
    const screen = terminal();
    const block = createLiveBlock(screen.write, screen.columns);
    screen.write("before\n");
    block.draw(["first line", "second line"]);
    block.draw(["1", "2", "3"], "a notice\n");
    block.draw(["4"]);
    expect(screen.shown()).toBe("before\na notice\n4\n");
  });

  test("is gone when it is erased, and what is printed next begins in its place", () => {
    const screen = terminal();
    const block = createLiveBlock(screen.write, screen.columns);
    block.draw(["\u001b[32mgreen\u001b[39m", "second"]);
    block.erase("a last notice\n");
    screen.write("the report\n");
    expect(screen.shown()).toBe("a last notice\nthe report\n");
  });

  test("takes no line with it that stands above, when the terminal has become narrower", () => {
    const screen = terminal();
    const block = createLiveBlock(screen.write, screen.columns);
    screen.write("before\n");
    block.draw(["x".repeat(79), `\u001b[32m${"y".repeat(40)}\u001b[39m`]);
    screen.narrow(40);
    block.draw(["after"]);
    expect(screen.shown()).toBe("before\nafter\n");
  });

  test("never hides the cursor, and leaves it on a line of its own", () => {
    const written: string[] = [];
    const block = createLiveBlock(
      (text) => void written.push(text),
      () => 80,
    );
    block.draw(["a line"]);
    expect(written.join("")).not.toContain("\u001b[?25l");
    expect(written.join("").endsWith("\n\u001b[J")).toBe(true);
  });

  test("writes nothing where there is nothing to erase", () => {
    const written: string[] = [];
    createLiveBlock(
      (text) => void written.push(text),
      () => 80,
    ).erase();
    expect(written).toEqual([]);
  });
});
