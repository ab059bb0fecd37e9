import type { WaitCause } from "../../core/run/result.ts";

/** Waits that end as soon as an answer shows what is waited for. */
const mayEndSooner: readonly WaitCause[] = ["ready", "consistency"];

/** `waiting 41 s: one request is left until the target's limit resets`. */
export function waitInWords(
  wait: { readonly cause: WaitCause; readonly reason: string; readonly untilMs: number },
  nowMs: number,
): string {
  const most = mayEndSooner.includes(wait.cause) ? "at most " : "";
  return `waiting ${most}${durationInWords(wait.untilMs - nowMs)}: ${wait.reason}`;
}

/** Whole seconds, rounded up: a countdown ends with 1 s. */
export function durationInWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function roundInWords(round: number, of: number | undefined): string {
  return of === undefined ? `round ${round}` : `round ${round} of ${of}`;
}
