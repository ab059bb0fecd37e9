import type { Played } from "./play.ts";
import type { Subject } from "./sample.ts";
import type { Tool } from "./tool.ts";

/** All that one tool came to, by the id of the server. */
export type Results = ReadonlyMap<string, ReadonlyMap<string, Played>>;

/** One seed's servers, and what each tool came to on them. */
export interface Round {
  readonly seed: number;
  readonly subjects: readonly Subject[];
  readonly results: Results;
}

/** How seldom chance alone may part two tools that are equally good, for the page to call one of them better. */
const chance = 0.01;

/**
 * Which tools differ by more than the luck of the draw, in sentences: for each pair, the broken servers of all seeds that
 * one of them fails and the other does not, by the sign test. A pair that a seed has the other way round is not in it.
 */
export function orderOf(tools: readonly Tool[], rounds: readonly Round[]): string {
  const caught = new Map(tools.map(({ name }) => [name, caughtBy(name, rounds)]));
  const ranked = [...caught].toSorted(([, a], [, b]) => b.size - a.size);
  const isBehind = (name: string, other: string) =>
    rounds.some((round) => caughtBy(name, [round]).size < caughtBy(other, [round]).size);
  const isSameEachTime = ranked.every(([name], at) =>
    ranked.slice(at + 1).every(([other]) => !isBehind(name, other)),
  );
  const lines = ranked.flatMap(([name, its], at) => {
    const worse = ranked.slice(at + 1).filter(([other, others]) => {
      const more = its.difference(others).size;
      const less = others.difference(its).size;
      return more > less && signTest(more, less) < chance && !isBehind(name, other);
    });
    return worse.length === 0
      ? []
      : [`- ${name} catches more than ${worse.map(([other]) => other).join("; ")}.`];
  });
  const servers = new Set(
    rounds.flatMap(({ subjects }) => subjects.flatMap((s) => (s.isConforming ? [] : [s.id]))),
  );
  return `## What the order is worth

Of all ${servers.size} broken servers together, compared pair by pair (sign test, p < ${chance}), and in this order with each seed:

${lines.join("\n")}

${
  isSameEachTime
    ? "No seed has any two of them the other way round; where a pair is not listed here, that may be luck."
    : "The places of the others among themselves depend on which servers are drawn."
}`;
}

function caughtBy(tool: string, rounds: readonly Round[]): ReadonlySet<string> {
  return new Set(
    rounds.flatMap(({ subjects, results }) =>
      subjects.flatMap(({ id, isConforming }) =>
        !isConforming && results.get(tool)?.get(id)?.verdict === "failed" ? [id] : [],
      ),
    ),
  );
}

/** How often a fair coin, thrown once for each server on which two tools differ, lands as unevenly as this (two-sided). */
function signTest(more: number, less: number): number {
  const throws = more + less;
  let ways = 1;
  let asUneven = 0;
  for (let heads = 0; heads <= Math.min(more, less); heads += 1) {
    asUneven += ways;
    ways *= (throws - heads) / (heads + 1);
  }
  return Math.min(1, (2 * asUneven) / 2 ** throws);
}
