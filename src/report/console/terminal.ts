import { styleText } from "node:util";
import type { VerdictMark } from "../words/sentences.ts";

type Paint = (text: string) => string;

/** Colours text for a terminal, or leaves it as it is. */
export type Palette = Readonly<Record<"good" | "bad" | "warn" | "dim" | "strong", Paint>>;

export interface Look {
  readonly width: number;
  readonly paint: Palette;
}

/** Only the sixteen basic colours, which every terminal theme makes readable. */
export function palette(colour: boolean): Palette {
  const paint =
    (style: Parameters<typeof styleText>[0]): Paint =>
    (text) =>
      // The caller decides whether the stream has colours.
      colour ? styleText(style, text, { validateStream: false }) : text;
  return {
    good: paint("green"),
    bad: paint("red"),
    warn: paint("yellow"),
    dim: paint("dim"),
    strong: paint("bold"),
  };
}

export function tints({ good, bad, warn, dim }: Palette): Readonly<Record<VerdictMark["tone"], Paint>> {
  return { failed: bad, warning: warn, inconclusive: warn, passed: good, untested: dim, "left-out": dim };
}

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
      lines.push(line);
      line = rest + word;
      taken = characters(rest) + more;
    } else {
      line += empty ? word : ` ${word}`;
      taken += empty ? more : more + 1;
    }
    empty = false;
  }
  return [...lines, line].map((one) => one.replace(/(?<! ) +$/u, ""));
}

/** Approximate number of visible characters: code points without combining marks. */
function characters(text: string): number {
  return [...text.replace(/\p{Mark}/gu, "")].length;
}

export function cut(line: string, width: number): string {
  const all = [...line];
  return all.length <= width ? line : `${all.slice(0, width - 1).join("")}…`;
}
