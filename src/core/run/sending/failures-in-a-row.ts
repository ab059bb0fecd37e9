import type { Exchange } from "../../exchange/exchange.ts";

/** So many failures with no answer between them, and the target is given up: each may have taken the whole time-out. */
export const mostFailuresInARow = 12;

/** Is given every exchange as it ends; true from the last of so many on. */
export function createFailuresInARow(): (made: Exchange) => boolean {
  let count = 0;
  return (made) => {
    count = made.outcome.kind === "failure" ? count + 1 : 0;
    return count >= mostFailuresInARow;
  };
}
