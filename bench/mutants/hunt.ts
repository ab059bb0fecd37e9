import type { Bed } from "../../src/proof/bed.ts";
import { type BedJob, declared, jobInWords } from "./bed-jobs.ts";
import type { Mutant } from "./instrument.ts";
import type { Order } from "./order.ts";
import { Player, TimeOut } from "./player.ts";
import type { Survey } from "./survey.ts";

/** What became of a mutant. `by`: what distinguished it from the code. */
export type Fate =
  | { readonly kind: "killed" | "timed out"; readonly by: string }
  /** `runs` of the bed that pass its place: none of them ended otherwise. */
  | { readonly kind: "survived"; readonly runs: number };

export interface Ground {
  /** Of a thread, beside the instrumented suites. */
  readonly code: URL;
  readonly bed: Bed;
  readonly jobs: readonly BedJob[];
  readonly survey: Survey;
  readonly order: Order;
}

type Told = "as declared" | "otherwise" | "timed out";

/** Plays with mutants on, in a thread of its own, and compares with what is declared. */
export class Hunter {
  readonly #ground: Ground;
  #player: { readonly player: Player; readonly loadedWith: readonly string[] } | undefined;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** The runs that can tell a mutant at all, those first that are likely to. */
  jobsOf(mutant: Mutant): readonly BedJob[] {
    return this.#ground.order.of(mutant).filter((job) => this.#reaches(mutant, job));
  }

  /** Tries a mutant in so many runs. Undefined: none of them noticed it. */
  async tryAlone(mutant: Mutant, mostRuns: number): Promise<Fate | undefined> {
    for (const job of this.jobsOf(mutant).slice(0, mostRuns)) {
      const reported = await this.#play(job, [mutant]);
      if (reported !== "as declared") return this.#killed(mutant, job, reported);
    }
    return undefined;
  }

  /**
   * Tries many mutants at once in all runs: most change nothing, and then one run answers for all of them. Where
   * it does not, halves of them are played until it is known which they are.
   */
  async tryTogether(
    mutants: readonly Mutant[],
    onKill: (mutant: Mutant, fate: Fate) => void,
    jobs = this.#ground.jobs,
  ): Promise<void> {
    let alive = mutants;
    for (const [at, job] of jobs.entries()) {
      const reaching = alive.filter((mutant) => this.#reaches(mutant, job));
      if (reaching.length === 0 || (await this.#play(job, alive)) === "as declared") continue;
      const culprits = await this.#culprits(job, reaching);
      for (const [mutant, reported] of culprits) onKill(mutant, this.#killed(mutant, job, reported));
      alive = alive.filter((mutant) => !culprits.has(mutant));
      if (culprits.size > 0) continue;
      // Only together do they show: apart they may not.
      const half = Math.ceil(alive.length / 2);
      await this.tryTogether(alive.slice(0, half), onKill, jobs.slice(at));
      await this.tryTogether(alive.slice(half), onKill, jobs.slice(at));
      return;
    }
  }

  async close(): Promise<void> {
    await this.#player?.player.close();
    this.#player = undefined;
  }

  async #culprits(job: BedJob, mutants: readonly Mutant[]): Promise<Map<Mutant, Told>> {
    const [first] = mutants;
    if (first === undefined) return new Map();
    const reported = await this.#play(job, mutants);
    if (reported === "as declared") return new Map();
    if (mutants.length === 1) return new Map([[first, reported]]);
    const half = Math.ceil(mutants.length / 2);
    return new Map([
      ...(await this.#culprits(job, mutants.slice(0, half))),
      ...(await this.#culprits(job, mutants.slice(half))),
    ]);
  }

  #reaches({ id }: Mutant, job: BedJob): boolean {
    const { loaded, reachedIn } = this.#ground.survey;
    return loaded.has(id) || reachedIn.get(id)?.has(job) === true;
  }

  #killed(mutant: Mutant, job: BedJob, reported: Told): Fate {
    this.#ground.order.tellKill(mutant, job);
    return { kind: reported === "timed out" ? reported : "killed", by: jobInWords(job) };
  }

  async #play(job: BedJob, mutants: readonly Mutant[]): Promise<Told> {
    const { bed, survey } = this.#ground;
    const on = mutants.map(({ id }) => id);
    const player = await this.#playerWith(on.filter((id) => survey.loaded.has(id)));
    try {
      const { result } = await player.play(job, on);
      const isDeclared = result !== undefined && declared(job, result, bed) === survey.declared.get(job);
      return isDeclared ? "as declared" : "otherwise";
    } catch (error) {
      // The thread hangs, or died of it, or its suites did not even load.
      await this.close();
      return error instanceof TimeOut ? "timed out" : "otherwise";
    }
  }

  /** A thread whose suites were loaded with these mutants on. */
  async #playerWith(loadedWith: readonly string[]): Promise<Player> {
    if (this.#player?.loadedWith.join() !== loadedWith.join()) await this.close();
    this.#player ??= { player: new Player(this.#ground.code, loadedWith), loadedWith };
    return this.#player.player;
  }
}
