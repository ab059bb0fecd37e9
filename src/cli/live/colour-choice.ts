import type { Io } from "../io.ts";

/** The option, then NO_COLOR and FORCE_COLOR (any value that is not empty), then whether a terminal reads it. */
export function wantsColour(option: boolean | undefined, env: Io["env"], terminal: boolean): boolean {
  if (option !== undefined) return option;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "") return env.FORCE_COLOR !== "0";
  return terminal && env.TERM !== "dumb";
}
