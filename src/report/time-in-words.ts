import type { Run } from "../core/run/result.ts";

/** `2026-01-02 03:04:05 UTC`. */
export function instantInWords(atMs: number): string {
  return new Date(atMs)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z/u, " UTC");
}

/** `2.5 s`. */
export function secondsInWords({ startedAtMs, endedAtMs }: Pick<Run, "startedAtMs" | "endedAtMs">): string {
  return `${((endedAtMs - startedAtMs) / 1000).toFixed(1)} s`;
}
