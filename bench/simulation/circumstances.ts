import { integerBetween, seededRandom } from "#core/check/inputs/random.ts";
import { limiterKinds } from "#reference-server/limiters/limits.ts";

export type Circumstances = ReturnType<typeof circumstancesOf>;

/** What one simulated run meets; drawn from its seed alone. */
export function circumstancesOf(seed: number) {
  const random = seededRandom(seed, "circumstances");
  const oneOf = <Value>(values: readonly [Value, ...Value[]]): Value =>
    values[integerBetween(random, 0, values.length - 1)] ?? values[0];
  const chance = (share: number) => random() < share;
  const [first = "fixed-window", ...others] = limiterKinds;
  const kind = oneOf([first, ...others]);
  // Even over the orders of magnitude: small limits are where a run is most in the way.
  const limit = Math.round(5 * 200 ** random());
  const windowMs = integerBetween(random, 5, 120) * 1000;
  const skewOf = oneOf(["server", "Date"] as const);
  return {
    seed,
    kind,
    limit,
    windowMs,
    /** A daily limit beside it. */
    perDay: chance(0.15) ? limit * integerBetween(random, 5, 50) : undefined,
    by: chance(0.25) ? "key-and-operation" : "key",
    refunds: chance(0.2),
    countsRefusals: chance(0.2),
    /** How far the server's clock is ahead of the run's. */
    skewMs: integerBetween(random, -4000, 4000),
    /** Whether Date alone is off, and the limiter's clock agrees with the run's. */
    skewOf,
    // A date is recognised by the clock that Date is recognised by, or it means another instant.
    retryAfterAs: skewOf === "server" && chance(0.25) ? "date" : "seconds",
    /** How much of the limit another client with the same key uses. */
    othersShare: chance(0.4) ? 0 : random() * 0.8,
    /** The longest way there and back. */
    latencyMs: integerBetween(random, 1, 300),
    concurrency: integerBetween(random, 1, 16),
    seedPets: oneOf([30, 30, 30, 3, 0, 130]),
    /** Whether responses carry the X-RateLimit headers; a limit may be kept and never announced (ruling 19). */
    announces: !chance(0.1),
    profile: chance(0.1) ? "thorough" : "standard",
  } as const;
}
