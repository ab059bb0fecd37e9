import type { OperationId } from "#core/contract/operations.ts";
import type { Exchange, GeneratedInput, RequestSpec, SeriesPart, StepId } from "#core/exchange/exchange.ts";
import type { StepRef } from "../case.ts";
import type { Facts } from "../facts.ts";
import type { Unresolved } from "../results/unresolved.ts";
import type { Finding, Profile } from "../results/verdict.ts";

/** The smallest profile that sends something. `extended`: `standard` sends it where the service bears more than its base. */
export type Depth = Profile | "extended";

export interface Step extends StepRef {
  readonly profile: Depth;
  /** The target may treat it as an attack: it is not sent again (ruling 14). */
  readonly mayLockOut?: true;
  /** Steps that are planned with this one and answered before it; `request` may read their facts. */
  readonly requires?: readonly StepRef[];
  /** Steps that are answered before this one if they are in the plan; `request` may read their facts, too. */
  readonly waitsFor?: readonly StepRef[];
  /**
   * `opening`: before everything that writes. `again`: after the steps without a phase, to show what they left behind
   * (ruling 32). `closing`: after everything before it that writes, and after `again`. `alone`: after `closing`, when nothing
   * else is sent. `late`: after all others and the over-limit probe, when the last create is ten seconds old.
   */
  readonly phase?: "opening" | "again" | "closing" | "alone" | "late";
  /**
   * What it does to the store. `create`: stores something if the service does as the interface says. `write`: should
   * store nothing, and might. `change`: changes or deletes what is there. Default `read`.
   */
  readonly effect?: "read" | "change" | "write" | "create";
  /** Whether the request is valid by the contract, which is checked before it goes out; undefined where it may be either. */
  readonly expectedValidity?: "valid" | "invalid";
  /** True when the preflight already shows what this step would: it is then left out of the plan. Pure. */
  readonly alreadyShown?: (facts: Facts) => boolean;
  /** Stores something only so that there is enough of it: any valid create that `standard` goes on to takes its place. */
  readonly isFiller?: true;
  /** The request, or why none is sent, or a series of them. Pure. */
  readonly request: (facts: Facts) => RequestSpec | Unresolved | Series;
  /** The operation that it asks for, if the request itself is known only after the first answer. */
  readonly asks?: OperationId;
  /** What a series sends at most while nothing is wrong; any other step sends one request. */
  readonly atMost?: { readonly requests: number };
  /** Behind a balancer each connection may lead to another instance, and one that is used again to the same. */
  readonly newConnection?: true;
  /** The request to send once more after this answer; undefined where the answer counts. Pure. */
  readonly fallback?: (exchange: Exchange, facts: Facts) => RequestSpec | undefined;
  /**
   * False while the answer may still lag behind earlier writes: the request is then repeated, up to
   * `consistency-wait`. Pure.
   */
  readonly retryUntil?: (exchange: Exchange, facts: Facts) => boolean;
}

/** Whether what it sends may change what the service holds. */
export function writes({ effect = "read" }: Step): boolean {
  return effect !== "read";
}

/** Requests of one step, one after the other, each chosen by the answers before it. */
export interface Series {
  readonly series: (send: SendPart) => Promise<void>;
}

/** Sends one request of a series and resolves with what came of it at last; undefined when the run sends no more. */
export type SendPart = (part: SeriesPart, spec: RequestSpec) => Promise<Exchange | undefined>;

export function isSeries(asked: RequestSpec | Unresolved | Series): asked is Series {
  return "series" in asked;
}

/** Whether an input is this one, or was tried in its place because it is smaller. */
export function isMadeFrom(input: SeriesPart["input"], smaller: SeriesPart["input"]): boolean {
  return input.every((step, index) => step === smaller[index]);
}

/** Whether the other was tried in place of this one because it is smaller. */
export function isMadeSmaller(one: GeneratedInput | undefined, other: GeneratedInput | undefined): boolean {
  if (one === undefined || other === undefined || one.step !== other.step) return false;
  return one.input.length < other.input.length && isMadeFrom(one.input, other.input);
}

export function isSamePart(one: SeriesPart | undefined, other: SeriesPart | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.input.length === other.input.length && isMadeFrom(one.input, other.input);
}

/** How an input is shown: `3:0`. */
export function inputName(input: SeriesPart["input"]): string {
  return input.join(":");
}

/** How an exchange is shown: by its step, and which of a series it is (`generated limits #3:0`). */
export function exchangeLabel({ label, part }: Pick<Exchange, "label" | "part">): string {
  return part === undefined ? label : `${label} #${inputName(part.input)}`;
}

/** The steps whose requests were one of a series each. */
export function generatedSteps(exchanges: readonly Exchange[]): readonly StepId[] {
  return [...new Set(exchanges.flatMap(({ step, part }) => (part === undefined ? [] : (step ?? []))))];
}

/** The first of them or, where its generated input was made smaller, the smallest that still fails in the same case. */
export function smallestFailing<T>(
  [first, ...others]: readonly [T, ...T[]],
  findingOf: (one: T) => Finding,
): T {
  return others.reduce((found, one) => {
    const [larger, smaller] = [findingOf(found), findingOf(one)];
    const isSmaller =
      larger.case.id === smaller.case.id && isMadeSmaller(larger.generated, smaller.generated);
    return isSmaller ? one : found;
  }, first);
}
