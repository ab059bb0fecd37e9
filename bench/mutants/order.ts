import type { BedJob } from "./bed-jobs.ts";
import type { Mutant } from "./instrument.ts";

/** Which runs come first: those that killed most in the same file, then those that are about its requirements. */
export class Order {
  readonly #jobs: readonly BedJob[];
  readonly #about: ReadonlyMap<string, readonly string[]>;
  readonly #kills = new Map<string, number>();

  /** @param about by file, the requirements that it names. */
  constructor(jobs: readonly BedJob[], about: ReadonlyMap<string, readonly string[]>) {
    this.#jobs = jobs;
    this.#about = about;
  }

  of({ file }: Mutant): readonly BedJob[] {
    const about = this.#about.get(file) ?? [];
    const rank = (job: BedJob): number => {
      const kills = this.#kills.get(key(file, job)) ?? 0;
      const related = job.server.kind === "reference" || job.about.some((id) => about.includes(id));
      return kills * 2 + (related ? 1 : 0);
    };
    return this.#jobs.toSorted((a, b) => rank(b) - rank(a));
  }

  tellKill({ file }: Mutant, job: BedJob): void {
    this.#kills.set(key(file, job), (this.#kills.get(key(file, job)) ?? 0) + 1);
  }
}

function key(file: string, { server, profile }: BedJob): string {
  return `${file} ${server.kind} ${server.id} ${profile}`;
}
