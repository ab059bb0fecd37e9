import type { WireExchange } from "../../core/exchange/wire-exchange.ts";

/** The position of an instant of the run on an axis from 0 to 1000. */
export type TimeAxis = (atMs: number) => number;

/** Longer idle times are drawn this long: a wait for a rate limit would dwarf everything else. */
const longestIdleMs = 300;

/** A time axis over exchanges, with long waits shortened. */
export function timeAxis(exchanges: readonly WireExchange[]): TimeAxis {
  const spans = exchanges
    .flatMap(({ sentAtMs, endedAtMs }) =>
      sentAtMs === undefined || endedAtMs === undefined
        ? []
        : [[sentAtMs, Math.max(sentAtMs, endedAtMs)] as const],
    )
    .toSorted(([a], [b]) => a - b);
  /** Busy periods: first and last instant, and the position of the first. */
  const busy: { readonly from: number; to: number; readonly at: number }[] = [];
  for (const [from, to] of spans) {
    const last = busy.at(-1);
    if (last !== undefined && from - last.to <= longestIdleMs) last.to = Math.max(last.to, to);
    else
      busy.push({ from, to, at: last === undefined ? 0 : last.at + (last.to - last.from) + longestIdleMs });
  }
  const end = busy.at(-1);
  const length = end === undefined ? 0 : end.at + (end.to - end.from);
  return (atMs) => {
    const stretch = busy.findLast(({ from }) => from <= atMs);
    if (stretch === undefined || length === 0) return 0;
    const at = stretch.at + Math.min(atMs - stretch.from, stretch.to - stretch.from);
    return Math.round((at / length) * 1000);
  };
}
