import type { Bed } from "#proof/bed.ts";
import type { Job } from "#proof/job.ts";
import type { Pool } from "#proof/pool.ts";
import { whyUnseen } from "#testing/proof/unseen.ts";

/** How many pets the stores hold on which every green has to be earned. */
export const storeSizes = [0, 1, 24, 1000] as const;

/** A fault of which nothing is seen on a store of this size, and what it breaks passes there. */
interface FalsePass {
  readonly fault: string;
  readonly seedPets: number;
  readonly passed: readonly string[];
  /** Why no run could see it there; undefined where it should have been `untested`. */
  readonly why: string | undefined;
}

/**
 * Plays faults that a standard run sees within what it promises, on stores of other sizes.
 * @param nth every so many of them
 */
export async function falsePasses(
  pool: Pool,
  { servers }: Pick<Bed, "servers">,
  nth = 1,
): Promise<readonly FalsePass[]> {
  const faults = servers.filter(({ kind, revision }) => kind === "fault" && revision === undefined);
  const sample = faults.filter((_, i) => i % nth === 0);
  const jobOf = ({ kind, id }: (typeof faults)[number]): Job => ({
    ...{ server: { kind, id }, profile: "standard", withRoom: 0 },
  });
  const usual = await pool.play(sample.map(jobOf));
  const seen = sample.filter(({ breaks }, i) => usual[i]?.failed.some(({ id }) => breaks.includes(id)));
  const asked = storeSizes.flatMap((seedPets) => seen.map((fault) => ({ fault, seedPets })));
  const results = await pool.play(asked.map(({ fault, seedPets }) => ({ ...jobOf(fault), seedPets })));
  return asked.flatMap(({ fault: { id: fault, breaks }, seedPets }, i) => {
    const { verdicts = {}, failed = [] } = results[i] ?? {};
    const passed = failed.length > 0 ? [] : breaks.filter((id) => verdicts[id] === "pass");
    return passed.length === 0 ? [] : [{ fault, seedPets, passed, why: whyUnseen(fault, seedPets) }];
  });
}
