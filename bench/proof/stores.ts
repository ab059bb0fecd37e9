import type { Bed } from "#proof/bed.ts";
import type { Job } from "#proof/job.ts";
import type { Pool } from "#proof/pool.ts";
import record from "../../reports/proof.json" with { type: "json" };

/** How many pets the stores hold on which every green has to be earned. */
export const storeSizes = [0, 1, 24, 1000] as const;

/**
 * Plays faults that a standard run sees within what it promises, as the record of the proof has it, on stores of other sizes, and
 * gives those of which nothing is seen there, and what they break passes, with why no run could see it: else it should be `untested`.
 * @param nth every so many of them
 */
export async function falsePasses(pool: Pool, { servers }: Pick<Bed, "servers">, nth = 1) {
  const inStandard = new Set(
    record.servers.flatMap(({ id, caughtBy }) => (caughtBy === "standard" ? id : [])),
  );
  const faults = servers.filter(({ kind, revision }) => kind === "fault" && revision === undefined);
  const seen = faults.filter(({ id }, i) => i % nth === 0 && inStandard.has(id));
  const asked = storeSizes.flatMap((seedPets) => seen.map((fault) => ({ fault, seedPets })));
  const results = await pool.play(
    asked.map(
      ({ fault: { kind, id }, seedPets }): Job => ({
        ...{ server: { kind, id }, profile: "standard", withRoom: false, seedPets },
      }),
    ),
  );
  return asked.flatMap(({ fault: { id: fault, breaks }, seedPets }, i) => {
    const { verdicts = {}, failed = [] } = results[i] ?? {};
    const passed = failed.length > 0 ? [] : breaks.filter((id) => verdicts[id] === "pass");
    return passed.length === 0 ? [] : [{ fault, seedPets, passed, why: whyUnseen(fault, seedPets) }];
  });
}

/** Faults of which no run sees anything on stores of some sizes, though what they break passes there: each with the reason. */
const unseen: readonly (readonly [sizes: readonly number[], why: string, faults: readonly string[]])[] = [
  [
    [0, 1],
    "no pet is in the second category, which could only be guessed, and may be refused (ruling 9)",
    ["list-joined-twice"],
  ],
  [
    [0],
    "it spoils pets that were there before the run, and there are none",
    ["filter-writes-the-status", "got-with-first-word", "got-with-status-of-another"],
  ],
  [
    [0],
    "the list that is empty comes in no time after the creates, and may lag behind them (ruling 6)",
    ["rejected-letters-empty-the-next", "wrong-filter-empties-the-next", "rejected-filter-sticks"],
  ],
  [
    [24, 1000],
    "there are pets of every status, so that no list is empty",
    [
      ...["empty-filter-404", "list-null-when-empty", "empty-list-with-204", "empty-list-with-404"],
      "every-pet-where-none-match",
    ],
  ],
  [
    [1000],
    "every list is full of other pets: it shows neither what it lacks nor the pets that it would spoil",
    [
      ...["list-repeats-last", "stored-twice", "filter-sticks", "list-takes-out", "sold-hidden"],
      ...["created-hidden-in-status", "filter-searches-names", "filter-assigns-created-pets"],
      ...["list-ids-as-doubles", "filtered-category-as-double", "unfiltered-category-as-double"],
    ],
  ],
];

/** Undefined where no reason is stated. */
function whyUnseen(fault: string, seedPets: number): string | undefined {
  return unseen.find(([sizes, , faults]) => sizes.includes(seedPets) && faults.includes(fault))?.[1];
}
