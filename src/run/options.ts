import type { PlanName } from "../check/pricing-plans.ts";
import type { Profile } from "../check/verdict.ts";
import { defaultMaxBodyBytes } from "../exchange/decoding/answer-size.ts";

/** What shapes a run, after the command line and the configuration file are merged and checked. Holds no secret. */
export interface RunOptions {
  readonly profile: Profile;
  /** Requirement ids or areas; empty: all. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly require: readonly string[];
  readonly readOnly: boolean;
  readonly strict: boolean;
  readonly seed: number;
  /** The only generated input that is sent, of those that the seed draws; undefined: all of them. */
  readonly replay: { readonly step: string; readonly part: string } | undefined;
  /** 20 hex digits. */
  readonly runId: string;
  /** ISO calendar date (`--now`), read by the deprecation's judging only (ruling 23). */
  readonly now: string | undefined;
  readonly plan: PlanName | undefined;
  /** The limits that the declared plan allows to be announced, per minute and per day; undefined without a plan or for one without figures. */
  readonly planLimits: readonly number[] | undefined;
  /** The declared plan's figure per day; undefined where it has none. */
  readonly planPerDay: number | undefined;
  readonly rateLimit: "auto" | "required" | "off";
  /** True: the over-limit probe was asked for by name. */
  readonly probe: boolean;
  /** Digits of category ids that exist. */
  readonly categoryIds: readonly string[];
  readonly maxRequests: number;
  readonly maxCreates: number | undefined;
  readonly maxDurationMs: number;
  readonly maxBurst: number | undefined;
  readonly maxWaitMs: number;
  readonly consistencyWaitMs: number;
  readonly concurrency: number;
  readonly timeoutMs: number;
  /** How much of one body is read: on the wire, and once its content codings are undone. From 64,000 to 64,000,000. */
  readonly maxBodyBytes: number;
}

/** The defaults of every option, in one place. */
export const defaultOptions: Omit<RunOptions, "seed" | "runId"> = {
  profile: "standard",
  only: [],
  skip: [],
  require: [],
  readOnly: false,
  strict: false,
  replay: undefined,
  now: undefined,
  plan: undefined,
  planLimits: undefined,
  planPerDay: undefined,
  rateLimit: "auto",
  probe: false,
  categoryIds: [],
  maxRequests: 5000,
  maxCreates: undefined,
  maxDurationMs: 15 * 60_000,
  maxBurst: undefined,
  maxWaitMs: 75_000,
  consistencyWaitMs: 2_000,
  concurrency: 6,
  timeoutMs: 10_000,
  maxBodyBytes: defaultMaxBodyBytes,
};
