import { counted } from "../../core/check/counted.ts";
import type { WaitCause } from "../../core/run/result.ts";
import type { LiveState, Wait } from "./live-state.ts";

export function failingInWords({ failing }: LiveState): string | undefined {
  return failing === 0 ? undefined : `${counted(failing, "must")} failed so far`;
}

export function sumsInWords(state: LiveState, nowMs: number): readonly string[] {
  const { startedAtMs, round, requests, most, budget, trouble } = state;
  const parts = round === undefined ? [] : [roundInWords(round.now, round.of)];
  const atMost = most && (requests > most.planned ? most.withProbe : most.planned);
  parts.push(atMost === undefined ? `${requests} requests` : `${requests} of at most ${atMost} requests`);
  const failing = failingInWords(state);
  if (failing !== undefined) parts.push(failing);
  if (budget !== undefined) {
    const of = budget.limit === undefined ? "" : ` of ${budget.limit}`;
    parts.push(`rate limit: ${budget.remaining}${of} left`);
  }
  if (trouble > 0) parts.push(`${trouble} failed or answered 5xx`);
  return [...parts, `${durationInWords(nowMs - startedAtMs)} so far`];
}

/** Waits of the whole run first, then those of single requests, in one line. */
export function waitsInWords(waits: readonly Wait[], nowMs: number): readonly string[] {
  const open = waits.filter(({ untilMs }) => untilMs > nowMs);
  const lines = open.filter(({ step }) => step === undefined).map((wait) => waitInWords(wait, nowMs));
  const single = open.filter(({ step }) => step !== undefined);
  const [last] = single.toSorted((a, b) => b.untilMs - a.untilMs);
  if (last === undefined) return lines;
  const others = single.length > 1 ? `, and ${single.length - 1} more` : "";
  return [...lines, `${waitInWords(last, nowMs)}${others}`];
}

/** Waits that end as soon as an answer shows what is waited for. */
const mayEndSooner: readonly WaitCause[] = ["ready", "consistency"];

/** `waiting 41 s: one request is left until the target's limit resets`. */
export function waitInWords(wait: Pick<Wait, "cause" | "reason" | "untilMs">, nowMs: number): string {
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
