import type { Step } from "#core/check/inputs/step.ts";
import { inconclusive } from "#core/check/results/core-reasons.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { RequestSpec, WholeExchange } from "#core/exchange/exchange.ts";

/** After so many requests of one kind that timed out, no more of it are sent; after one, where the operation answered nothing yet. */
const mostTimedOut = 3;

/**
 * Keeps a run short where an operation hangs: each request would take the whole `timeout`, and a GET twice that. Requests
 * are of one kind where operation, credential and validity are the same. One that is answered shows that others may be.
 */
export class Silence {
  readonly #contract: Contract;
  /** How many requests of an operation, and of a kind, timed out; below zero once one was answered. */
  readonly #timedOut = new Map<string, number>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Why a request is not sent: so many like it were not answered, and none was. */
  omission(spec: RequestSpec, step: Step): Unresolved | undefined {
    const [all = 0, alike = 0] = this.#kindsOf(spec, step).map((kind) => this.#timedOut.get(kind) ?? 0);
    const most = all < mostTimedOut ? mostTimedOut : 1;
    return alike < most ? undefined : inconclusive("operation-silent");
  }

  /** @param made what came of a request in the end: a GET that timed out was sent once more */
  hear({ request, outcome }: WholeExchange, step: Step): void {
    for (const kind of this.#kindsOf(request, step)) {
      if (outcome.kind === "answer") this.#timedOut.set(kind, Number.NEGATIVE_INFINITY);
      else if (outcome.failure.kind === "timeout")
        this.#timedOut.set(kind, (this.#timedOut.get(kind) ?? 0) + 1);
    }
  }

  #kindsOf(spec: RequestSpec, { expectedValidity }: Step): readonly [operation: string, kind: string] {
    const operation = this.#contract.classify(spec).operation ?? spec.path;
    return [operation, `${operation} ${spec.credential.kind} ${expectedValidity}`];
  }
}
