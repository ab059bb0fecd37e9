import { styleText } from "node:util";
import type { VerdictMark } from "../words/sentences.ts";

/** Colours text for a terminal, or leaves it as it is. */
export interface Palette {
  readonly good: Paint;
  readonly bad: Paint;
  readonly warn: Paint;
  readonly dim: Paint;
  readonly strong: Paint;
}

export interface Look {
  readonly width: number;
  readonly paint: Palette;
}

type Paint = (text: string) => string;

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

/** Verdicts in the colours that they have wherever there is one. */
export function tints({ good, bad, warn, dim }: Palette): Readonly<Record<VerdictMark["tone"], Paint>> {
  return { failed: bad, warning: warn, inconclusive: warn, passed: good, untested: dim, "left-out": dim };
}
