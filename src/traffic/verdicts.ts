import type { Requirement } from "../core/check/requirement.ts";
import { addTally, emptyTally, type Tally } from "./tally.ts";
import type { Judged, TrafficJudgeInput } from "./traffic-judge.ts";

/** What the traffic shows of one requirement. */
export interface TrafficVerdict extends Readonly<Tally> {
  readonly requirement: Requirement;
}

/** What the whole shows, from what its parts do. The order of the parts does not matter. */
export function sumOf(parts: readonly Judged[]): Judged {
  const tallies = new Map<string, Tally>();
  for (const { id, ...tally } of parts.flatMap((part) => part.tallies)) {
    const sum = tallies.get(id) ?? emptyTally();
    tallies.set(id, sum);
    addTally(sum, tally);
  }
  const total = (count: (part: Judged) => number) => parts.reduce((sum, part) => sum + count(part), 0);
  return {
    seen: {
      all: total(({ seen }) => seen.all),
      foreign: total(({ seen }) => seen.foreign),
      keyless: total(({ seen }) => seen.keyless),
    },
    givenUp: {
      keys: total(({ givenUp }) => givenUp.keys),
      partly: total(({ givenUp }) => givenUp.partly),
      moving: total(({ givenUp }) => givenUp.moving),
    },
    tallies: [...tallies].map(([id, tally]) => ({ id, ...tally })),
  };
}

/** Of every requirement that was judged, in the catalogue's order. */
export function trafficVerdicts(
  { tallies }: Judged,
  { requirements, suite }: Pick<TrafficJudgeInput, "requirements" | "suite">,
): readonly TrafficVerdict[] {
  const byId = new Map(tallies.map((tally) => [tally.id, tally]));
  const isKept = (id: string) => (byId.get(id)?.held ?? 0) > 0;
  return requirements.flatMap((requirement): TrafficVerdict[] => {
    const { id } = requirement;
    const tally = byId.get(id);
    if (tally === undefined) return [];
    const { held, broken, first } = tally;
    const { keptByOne, dueWith } = suite.traffic.lone.find(({ about }) => about === id)?.alone ?? {};
    if (dueWith !== undefined && !isKept(dueWith)) return [{ requirement, ...emptyTally() }];
    if (keptByOne === undefined) return [{ requirement, held, broken, first }];
    return [
      {
        requirement,
        ...(held > 0 ? { ...emptyTally(), held } : { ...emptyTally(), broken: Math.min(1, broken), first }),
      },
    ];
  });
}
