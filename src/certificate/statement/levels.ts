import type { Verdict } from "#core/check/results/verdict.ts";
import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import { maxBurst, maxDuration, mostCreates } from "#core/run/setting.ts";

/** How much a certificate covers: of a server the most first, then of a client. */
export const levels = [
  "server thorough",
  "server standard",
  /** The owner says that no rate limits apply, so none were tested. */
  "server limits off",
  /** Fewer requests or creates, a shorter probe or less time than the profile has. */
  "server reduced",
  /** Nothing was created. */
  "server read-only",
  "client",
  /** Some must was not tested. */
  "client partial",
] as const;
export type Level = (typeof levels)[number];

/** Whether nothing was left out that its profile, or its exam, has. */
export function isWholeLevel(level: Level): boolean {
  return level === "server thorough" || level === "server standard" || level === "client";
}

/** What `--require` accepts. */
export const acceptedLevels = {
  standard: ["server standard", "server thorough"],
  thorough: ["server thorough"],
  client: ["client"],
} as const satisfies Readonly<Record<string, readonly Level[]>>;

/** What bounds a run: less than the profile's own tests less. */
const amounts: readonly ((options: RunOptions) => number)[] = [
  mostCreates,
  maxBurst,
  ({ maxRequests }) => maxRequests,
  maxDuration,
  ({ maxWaitMs }) => maxWaitMs,
];

export function serverLevel(options: RunOptions): Level {
  const { profile, rateLimit, seed, runId } = options;
  const usual: RunOptions = { ...defaultOptions, profile, seed, runId };
  if (mostCreates(options) === 0) return "server read-only";
  if (amounts.some((of) => of(options) < of(usual))) return "server reduced";
  if (rateLimit === "off") return "server limits off";
  return profile === "thorough" ? "server thorough" : "server standard";
}

export interface MustsTested {
  readonly tested: number;
  readonly of: number;
}

export function mustsTestedOf(verdicts: readonly Verdict[]): MustsTested {
  const musts = verdicts.filter(({ level, verdict }) => level === "must" && verdict !== "not-applicable");
  return {
    tested: musts.filter(({ verdict }) => verdict === "pass" || verdict === "fail").length,
    of: musts.length,
  };
}
