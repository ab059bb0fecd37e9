import type { Requirement } from "#core/check/requirement.ts";
import type { TrafficNotes } from "./files/read-traffic.ts";
import { emptyTally, type Tally } from "./tally.ts";
import type { ClientResult, Judged, TrafficJudgeInput } from "./traffic-judge.ts";

export interface TrafficResult {
  readonly judged: Judged;
  readonly client: ClientResult;
  /** None where a proxy judged what passed. */
  readonly files: readonly FileResult[];
}

export interface FileResult extends Omit<TrafficNotes, "leftOut"> {
  readonly file: string;
  readonly leftOut: readonly (readonly [why: string, count: number])[];
}

export interface TrafficVerdict extends Readonly<Tally> {
  readonly requirement: Requirement;
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
    const shown =
      held > 0 ? { held, broken: 0, first: undefined } : { held, broken: Math.min(1, broken), first };
    return [{ requirement, ...shown }];
  });
}
