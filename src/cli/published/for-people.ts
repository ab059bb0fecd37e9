import type { Io } from "../io.ts";
import { wantsColour } from "../live/colour-choice.ts";

interface Shown {
  /** True where a report or the events go to standard output. */
  readonly outIsTaken: boolean;
  /** What `--color` or `--no-color` says. */
  readonly color: boolean | undefined;
}

/** Where people read, and how it is written for them: with standard output taken, they read on standard error. */
export function forPeople(
  { outIsTaken, color }: Shown,
  io: Io,
): { readonly print: Io["out"]; readonly width: number; readonly colour: boolean } {
  const terminal = outIsTaken ? io.errIsTerminal : io.outIsTerminal;
  return {
    print: outIsTaken ? io.err : io.out,
    width: lineWidth(io),
    colour: wantsColour(color, io.env, terminal),
  };
}

/** From 60 to 100: longer lines are hard to read. */
export function lineWidth({ columns = 80 }: Pick<Io, "columns">): number {
  return Math.max(60, Math.min(columns, 100));
}
