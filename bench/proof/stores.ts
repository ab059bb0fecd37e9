import { loadBed } from "#proof/bed.ts";
import type { Job } from "#proof/job.ts";
import type { Pool } from "#proof/pool.ts";
import record from "../../reports/proof.json" with { type: "json" };
import { whyUnseen } from "./known.ts";

/** How many pets the stores hold on which every green has to be earned. */
export const storeSizes = [0, 1, 24, 1000] as const;

/** Every so many of them are played. */
const nth = 4;

/**
 * Plays faults that a standard run sees within what it promises, as the record of the proof has it, on stores of other sizes, and
 * gives those of which nothing is seen there, and what they break passes, with why no run could see it: else it should be `untested`.
 */
export async function falsePasses(pool: Pool) {
  const { servers } = await loadBed();
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
