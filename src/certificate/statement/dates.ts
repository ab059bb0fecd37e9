import { holding } from "#report/words/sentences.ts";
import type { Predicate, Validity } from "./statement.ts";

/** Clocks differ by a little. */
export const skewMs = 5 * 60_000;

/** The longest time for which a certificate holds, from when it was signed. */
const mostValidDays = 366;
const dayMs = 86_400_000;

/** `2026-03-05T00:00:00.000Z`, of a day that the calendar has. */
export function isInstant(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

interface Dates extends Validity {
  readonly run: Predicate["run"];
}

/** How the dates contradict each other. Were it signed before its run, it could be dated back to a retired key. */
export function contradictions({ run, issuedAt, expiresAt }: Dates): readonly string[] {
  const [started, ended, issued, expires] = [run.startedAt, run.endedAt, issuedAt, expiresAt].map(
    Date.parse,
  ) as [number, number, number, number];
  return holding([
    [ended < started, `Its run ended at ${run.endedAt}, before it began at ${run.startedAt}.`],
    // A virtual clock runs ahead of all others.
    [
      run.clock === "wall" && issued < ended - skewMs,
      `It was signed at ${issuedAt}, before its run ended at ${run.endedAt}.`,
    ],
    [expires <= issued, `It holds until ${expiresAt}, and was signed at ${issuedAt}.`],
    [
      expires - issued > mostValidDays * dayMs,
      `It holds from ${issuedAt} until ${expiresAt}, longer than ${mostValidDays} days.`,
    ],
  ]);
}
