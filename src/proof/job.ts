import type { Profile, VerdictKind } from "#core/check/results/verdict.ts";
import type { Run } from "#core/run/result.ts";
import type { Revision } from "#reference-server/bed-server.ts";
import type { ServerKind } from "#suites/servers.ts";

/**
 * A server of the bed, by name. `stage`: the correct server on the stage of the server of this id; `revision`: of the
 * reference, the later one that it implements.
 */
export interface ServerRef {
  readonly revision?: Revision;
  readonly kind: "reference" | "stage" | ServerKind | "trivial";
  /** Empty for `reference`. */
  readonly id: string;
}

/** One run to be played, as plain data: it goes to another thread. */
export interface Job {
  readonly server: ServerRef;
  /** The id of a second fault that the same server has too; the two replace different hooks. */
  readonly and?: string;
  readonly profile: Profile;
  /** Ids for `--only`; none for a run of everything. Where it is given, the server is played once, as a user would. */
  readonly only?: readonly string[];
  /** The run's seed. Default 1. */
  readonly seed?: number;
  readonly concurrency?: number;
  /**
   * Whether its plan has room for all that standard goes on to; else for what a minute of the smallest plan allows. Where it
   * is left out, it is found: a fault that fewer requests do not show is sent more.
   */
  readonly withRoom?: boolean;
  /** How many pets the store holds at first, in place of what its stage says. */
  readonly seedPets?: number;
  /** Answers take up to so many milliseconds, at random, by the run's seed. */
  readonly jitterMs?: number;
}

export interface FailedRequirement {
  readonly id: string;
  readonly expected: string;
  readonly seen: string;
  readonly case: string;
  /** In the case of the first finding: the exchanges that broke the requirement as it says, and those judged. */
  readonly broken: number;
  readonly of: number;
}

export interface JobResult {
  readonly outcome: Run["outcome"];
  readonly exitCode: Run["exitCode"];
  readonly reason: Run["reason"] | null;
  readonly verdicts: Readonly<Record<string, VerdictKind>>;
  /** In the catalogue's order. */
  readonly failed: readonly FailedRequirement[];
  /** Mistakes of the suite's own: none. */
  readonly suiteErrors: readonly string[];
  readonly conduct: Conduct;
  /** As in `Job`. */
  readonly withRoom: boolean;
}

/** How a run went about it: what a change of structure must leave as it is, besides the verdicts. */
export interface Conduct {
  readonly requests: number;
  /** Requests that may store something. */
  readonly creates: number;
  /**
   * Requests that were sent after a 429 had come, and before the moment that its Retry-After names, with the same key: how
   * many, by operation and key (`listPets valid`). What leaves at the instant at which a 429 comes was in flight.
   */
  readonly inBackOff: Readonly<Record<string, number>>;
  /** From the start to the end of the run, in milliseconds of its clock, rounded. */
  readonly ms: number;
  /** The root cause of the run, else the first cause of its failures: `key-stopped`, `LIST-3`. */
  readonly cause: string | null;
}
