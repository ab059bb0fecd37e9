import type { Setting } from "../check/facts.ts";
import type { Profile } from "../check/results/verdict.ts";
import { type Contract, removalsOf } from "../contract/contract.ts";
import { isCalendarDay } from "../contract/validation/days.ts";
import { looksLikeWord } from "../secrets/looks.ts";
import type { RunOptions } from "./options.ts";

// Rulings 28 and 29.
const createsByProfile: Readonly<Record<Profile, number>> = { quick: 0, standard: 25, thorough: 140 };
const burstByProfile: Readonly<Record<Profile, number>> = { quick: 0, standard: 120, thorough: 1500 };

const maxDurationMs = 15 * 60_000;

export function maxDuration(options: RunOptions): number {
  return options.maxDurationMs ?? maxDurationMs;
}

export function maxCreates(options: RunOptions): number {
  // A run that only reads sends no write at all, and says so of each: none is left out for the cap.
  if (isReadOnly(options)) return Number.POSITIVE_INFINITY;
  return options.maxCreates ?? createsByProfile[options.profile];
}

export function isReadOnly({ readOnly, profile }: RunOptions): boolean {
  return readOnly || profile === "quick";
}

/** How many requests may store something, by the sender's own count: it does not rest on what steps say of themselves. */
export function mostCreates(options: RunOptions): number {
  return isReadOnly(options) ? 0 : maxCreates(options);
}

export function maxBurst({ maxBurst, probe, profile }: RunOptions): number {
  return maxBurst ?? Math.max(probe ? burstByProfile.standard : 0, burstByProfile[profile]);
}

/** Whether the over-limit probe is part of the run (ruling 29). */
export function probes(options: RunOptions): boolean {
  return options.probe || !isReadOnly(options);
}

/** What is known before the run; `nowMs` is its clock at the start. */
export function makeSetting(
  options: RunOptions,
  contract: Contract,
  baseUrl: URL,
  nowMs: number,
  key?: string,
): Setting {
  const { now } = options;
  return {
    runId: options.runId,
    declared: options.declared,
    rateLimit: options.rateLimit,
    removals: removalsOf(contract, now !== undefined && isCalendarDay(now) ? now : nowMs),
    baseUrl,
    keyHasCase: key !== undefined && /[g-z]/i.test(key),
    keyIsWord: key !== undefined && looksLikeWord(key),
    ...(options.replay === undefined ? {} : { replay: options.replay }),
    readOnly: isReadOnly(options),
    maxBurst: maxBurst(options),
    maxWaitMs: options.maxWaitMs,
    consistencyWaitMs: options.consistencyWaitMs,
    maxBodyBytes: options.maxBodyBytes,
  };
}
