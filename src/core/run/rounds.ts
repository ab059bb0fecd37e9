import { seededRandom } from "../check/inputs/random.ts";
import type { Step } from "../check/inputs/step.ts";
import type { RunOptions } from "./options.ts";
import type { PlayedRound, RoundLimit } from "./result.ts";
import { maxCreates, maxDuration } from "./setting.ts";

export function playsRounds({ rounds = 1, forMs }: RunOptions): boolean {
  return rounds > 1 || forMs !== undefined;
}

/** How many rounds are played at most; without `rounds`, only `for` ends them. */
export function mostRounds({ rounds, forMs }: RunOptions): number {
  return rounds ?? (forMs === undefined ? 1 : Number.POSITIVE_INFINITY);
}

/** The seed of a round: given as `--seed`, it makes the first round of a run choose the same inputs. */
export function seedOfRound(seed: number, round: number): number {
  return round === 1 ? seed : Math.floor(seededRandom(seed, `round ${round}`)() * 2 ** 32);
}

/** Another order in which steps are sent where none has to wait for another. */
export function shuffled(steps: readonly Step[], seed: number): readonly Step[] {
  const random = seededRandom(seed, "order of the round");
  return steps
    .map((step) => ({ step, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ step }) => step);
}

/**
 * How much a round may create. The first may create all that `--max-creates` allows, as a run of one round. The later
 * ones share the rest, less one: a wrong body needs that place while it is in flight (ruling 28).
 */
export function createsForRound(options: RunOptions, round: number, storedBefore: number): number {
  const most = maxCreates(options);
  if (round === 1) return most;
  const left = most - storedBefore - 1;
  // Without a number of rounds, each round takes half of what is left.
  const rounds = options.rounds === undefined ? 2 : options.rounds - round + 1;
  // At least one create, if one is left: many requirements rest on it.
  return Math.max(0, Math.min(left, Math.max(1, Math.floor(left / rounds))));
}

/** How many answers a case has in each later round, unless it stores something: a load balancer rarely sends all to one replica. */
export const answersInLaterRounds = 3;

/**
 * How many requests a round has in flight at most: in every other round one less. A load balancer may take its
 * replicas in turn. If the number in flight were always a multiple of theirs, one replica would give every answer to
 * one request.
 */
export function inFlightInRound(concurrency: number, round: number): number {
  return round % 2 === 0 ? Math.max(1, concurrency - 1) : concurrency;
}

interface SoFar {
  readonly played: readonly PlayedRound[];
  readonly startedAtMs: number;
  readonly nowMs: number;
  readonly requestsSent: number;
}

/**
 * Why no further round begins: all were played, or a cap of the run leaves no room for another as long as the longest
 * so far. A round that is begun is played to its end.
 */
export function whyNoFurtherRound(options: RunOptions, soFar: SoFar): RoundLimit | undefined {
  const { played, startedAtMs, nowMs, requestsSent } = soFar;
  if (played.length >= mostRounds(options)) return "rounds";
  const passedMs = nowMs - startedAtMs;
  if (options.forMs !== undefined && passedMs >= options.forMs) return "for";
  const longest = (of: (round: PlayedRound) => number) =>
    Math.max(...played.map((round) => (round.round === 1 ? answersInLaterRounds : 1) * of(round)));
  const longestMs = longest((round) => round.endedAtMs - round.startedAtMs);
  if (passedMs + longestMs >= maxDuration(options)) return "max-duration";
  const most = longest(({ requests }) => requests);
  return requestsSent + most > options.maxRequests ? "max-requests" : undefined;
}
