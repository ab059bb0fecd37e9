import type { RequestFindings } from "../contract/classification/classification.ts";
import type { Contract, Removals } from "../contract/contract.ts";
import type { OperationId } from "../contract/operations.ts";
import { recorded } from "../contract/recorded.ts";
import type { Answer, Exchange, GeneratedInput } from "../exchange/exchange.ts";
import { derivedFrom } from "../memory/derived-from.ts";
import type { Declared } from "../options/option.ts";
import type { ExchangesOf, StepIdentity } from "./case.ts";
import type { Unresolved } from "./results/unresolved.ts";

/** What judging needs besides the exchanges: the owner's declarations, and the run's options. */
export interface Setting {
  readonly runId: string;
  /** With `rounds` the round that the facts are about, from 2; undefined for the first, and for the whole run. */
  readonly round?: number;
  /** What was declared of the service, by the suite's own settings. */
  readonly declared: Declared;
  readonly rateLimit: "auto" | "required" | "off";
  /** For each operation with a removal day, where the run stands to it (ruling 23). */
  readonly removals: Removals;
  readonly baseUrl: URL;
  /** False for a key that is the same in any letter case: hex digits, a UUID, no letter at all. */
  readonly keyHasCase: boolean;
  /**
   * True for a key that may be a word. Invalid keys that are words are then replaced, since one of them could be the
   * key.
   */
  readonly keyIsWord: boolean;
  readonly readOnly: boolean;
  readonly maxBurst: number;
  readonly maxWaitMs: number;
  /** The only generated input that is sent (`--replay`); undefined: all that are drawn. */
  readonly replay?: GeneratedInput;
  /** For how long a read may lag behind a write (ruling 6). */
  readonly consistencyWaitMs: number;
  readonly maxBodyBytes: number;
}

export interface Answered extends Exchange {
  readonly outcome: { readonly kind: "answer"; readonly answer: Answer };
}

/** What is known at some point of the run: the contract, the setting, and the exchanges so far. */
export interface Facts {
  readonly contract: Contract;
  readonly setting: Setting;
  /**
   * In the order of sending; another array as soon as there are others. Within `Step.request`: only those of the steps
   * that it requires or waits for.
   */
  readonly exchanges: readonly Exchange[];
  /** Every exchange of a step, or of one request of a series, retries and re-reads too, in the order of sending. */
  all(step: ExchangesOf): readonly Exchange[];
  /** The last answer of a step; undefined when there was none. */
  answer(step: StepIdentity): Answered | undefined;
  /** Why a step sent nothing; undefined where it sent something, or has not been run yet. */
  notSent(step: StepIdentity): Unresolved | undefined;
  /** Numbers in [0, 1) that depend only on the seed and on their purpose. */
  random(purpose: string): () => number;
}

export function isAnswered<Given extends Exchange>(exchange: Given): exchange is Given & Answered {
  return exchange.outcome.kind === "answer";
}

/** An answer by its status; 429 is never judged as the answer to what was asked (ruling 21). */
export function answeredWith(exchange: Exchange | undefined, ...statuses: number[]): exchange is Answered {
  return exchange !== undefined && isAnswered(exchange) && statuses.includes(exchange.outcome.answer.status);
}

/** The same for an exchange that is known to be answered. */
export function hasStatus({ outcome }: Answered, ...statuses: number[]): boolean {
  return statuses.includes(outcome.answer.status);
}

/** The first digit of an answer's status; undefined where there was none. */
export function statusClass({ outcome }: Exchange): number | undefined {
  return outcome.kind === "answer" ? Math.floor(outcome.answer.status / 100) : undefined;
}

/** What the contract says about a request. @throws NotRecorded */
export function findingsOn({ request }: Exchange, contract: Contract): RequestFindings {
  return recorded(contract.classify(request).findings);
}

/** A request for an operation that is removed, or may be: nothing but its removal is judged on it (ruling 23). */
export function isRemoved({ request }: Exchange, { contract, setting }: Facts): boolean {
  const { operation } = contract.classify(request);
  return operation !== undefined && (setting.removals[operation] ?? "before") !== "before";
}

/** The operation that an exchange is judged by; undefined for none of the interface's, and for a removed one. */
export function judgedOperation(exchange: Exchange, facts: Facts): OperationId | undefined {
  return isRemoved(exchange, facts) ? undefined : facts.contract.classify(exchange.request).operation;
}

/** Remembers what is derived from facts for as long as their exchanges stay the same. */
export function derived<Result>(derive: (facts: Facts) => Result): (facts: Facts) => Result {
  return derivedFrom(derive, ({ exchanges }) => exchanges);
}
