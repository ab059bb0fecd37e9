import type { Io } from "../io.ts";
import { wantsColour } from "./colour-choice.ts";

/** How text goes to standard output: columns from 60 to 120, and whether it is coloured. */
export function textView(io: Io): { readonly width: number; readonly colour: boolean } {
  return {
    width: Math.max(60, Math.min(io.columns ?? 80, 120)),
    colour: wantsColour(undefined, io.env, io.outIsTerminal),
  };
}
