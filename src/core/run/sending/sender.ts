import type { StepRef } from "#core/check/case.ts";
import { answeredWith, isAnswered } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { RootCause } from "#core/check/results/cause.ts";
import { inconclusive, untested } from "#core/check/results/core-reasons.ts";
import { causedBy, isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import { isFailed } from "#core/check/sent-again.ts";
import type { Suite } from "#core/check/suite.ts";
import { type AskedBy, type Client, RequestNotSent } from "#core/exchange/client.ts";
import type { Clock } from "#core/exchange/clock/clock.ts";
import {
  isSafe,
  type Purpose,
  type Rechecked,
  type RequestSpec,
  type WholeExchange,
} from "#core/exchange/exchange.ts";
import type { Gate } from "#core/exchange/pacing/gate.ts";
import { NotStarted } from "#core/exchange/transport/transport.ts";
import type { Trace } from "../journal/trace.ts";
import { causeInThisMachine } from "../judging/root-cause.ts";
import type { RunOptions } from "../options.ts";
import { mostCreates } from "../setting.ts";
import { CreateCap } from "./create-cap.ts";
import { KeyRenewal, type RenewKey } from "./key-renewal.ts";
import { LockOutWatch } from "./lock-out.ts";
import { Recheck } from "./recheck.ts";
import { Silence } from "./silence.ts";

/** What a run sends with. */
export interface Means {
  readonly suite: Suite;
  readonly options: RunOptions;
  readonly client: Client;
  readonly renewKey: RenewKey | undefined;
  readonly gate: Gate;
  readonly trace: Trace;
  readonly clock: Clock;
  /** Aborted when the run ends early. */
  readonly signal: AbortSignal;
  readonly onExchange: (exchange: WholeExchange) => void;
}

interface How extends Purpose {
  readonly repeats?: number;
  readonly urgency?: number | undefined;
  readonly newConnection?: boolean;
  readonly isStep?: boolean;
}

/** After so many waits in a row that end with a 429, the run ends. */
const maxRoundsOf429 = 8;
/** After so many requests that got 5xx twice, failures are permanent and nothing is repeated. */
const mostFailedTwice = 6;

/** Sends the plan's requests: the policy of repeating, of giving up, and of what a lost key means. */
export class Sender {
  readonly recheck: Recheck;
  readonly creates: CreateCap;
  readonly #means: Means;
  readonly #renewal: KeyRenewal;
  readonly #lockOut: LockOutWatch;
  #silence;
  #sent = 0;
  #failedTwice = 0;
  #inFlight = 0;
  #round: number | undefined;
  #stopped: RootCause | undefined;
  #drained: (() => void) | undefined;

  constructor(means: Means) {
    const { options, client, renewKey, gate, trace, suite } = means;
    this.#means = means;
    this.creates = new CreateCap(mostCreates(options));
    this.#renewal = new KeyRenewal(client, renewKey);
    this.#lockOut = new LockOutWatch({ again: (spec) => this.again(spec, "lock-out") }, gate, trace);
    this.#silence = new Silence(trace.facts.contract);
    this.recheck = new Recheck(this, trace, suite.preflight);
  }

  get stopped(): RootCause | undefined {
    return this.#stopped;
  }

  /** Stops the run: nothing more is sent, and nothing waits any longer. The first cause counts. */
  stop(cause: RootCause): void {
    this.#stopped ??= cause;
    this.#means.gate.refuse("the run has stopped");
  }

  /** Resolves after this time, or when the run ends: the next request then says why it is not sent. */
  pause(waitMs: number): Promise<void> {
    const { clock, signal } = this.#means;
    return clock.sleep(waitMs, signal).catch(() => undefined);
  }

  /** What is sent from now on belongs to this round, and goes out on other connections than before. */
  beginRound(begun: number): void {
    this.#round = begun;
    this.#silence = new Silence(this.#means.trace.facts.contract);
    this.#means.client.renewConnections();
  }

  /** The last exchange, or why there is none. Earlier ones that it repeats are in the trace. */
  async send(asked: RequestSpec, step: Step, how: How = {}): Promise<WholeExchange | Unresolved> {
    const { trace } = this.#means;
    const withKey = asked.credential.kind === "valid";
    let spec = asked;
    let repeats: number | undefined;
    let isLost = false;
    let failed: WholeExchange | undefined;
    const unanswered = this.#silence.omission(spec, step);
    if (unanswered !== undefined) return unanswered;
    for (let limited = 0; ; ) {
      const notSent = this.#lockOut.omission(spec);
      if (notSent !== undefined) return notSent;
      const made = await this.once(spec, step, {
        ...(repeats !== undefined && { repeats }),
        ...how,
        isStep: true,
        // A request that got 429 goes before all others, or with a small limit it might never be served.
        urgency: limited > 0 ? Number.POSITIVE_INFINITY : how.urgency,
      });
      if (isUnresolved(made)) return failed ?? made;
      repeats = made.id;
      const { outcome } = made;
      // A write may have been carried out: it is never sent twice (ruling 26).
      if (outcome.kind === "failure" && isSafe(spec) && !isLost && outcome.failure.kind !== "aborted") {
        isLost = true;
        continue;
      }
      this.#silence.hear(made, step);
      if (outcome.kind === "failure") return made;
      const notJudged = withKey ? undefined : await this.#lockOut.notJudged(made, limited);
      if (notJudged !== undefined) {
        // The earlier tries of this request are not judged either.
        trace.setAsideWithRepeats(made);
        return notJudged;
      }
      if (answeredWith(made, 429) && !this.#lockOut.isJudged(made)) {
        limited += 1;
        continue;
      }
      if (isFailed(made) && failed !== undefined) this.#failedTwice += 1;
      const again =
        isFailed(made) && failed === undefined ? this.#requestAfter5xx(made, spec, step) : undefined;
      if (again !== undefined) {
        failed = made;
        spec = again;
        continue;
      }
      // A request that is rejected for its key was not carried out, not even a write.
      if (!this.#renewal.mayRenew(made)) return made;
      if (!(await this.#renewal.renewed(made))) {
        this.recheck.hear(made);
        return made;
      }
      trace.setAside(made);
    }
  }

  /**
   * What is sent once more after a 5xx, and judged in its place (ruling 25): the same, or a create by another name, since the
   * first may be stored. Nothing that may lock the key out; nothing before anything was served, since what
   * is in front of the service may be what fails (ruling 42); and nothing once enough failed twice.
   */
  #requestAfter5xx(
    made: WholeExchange,
    spec: RequestSpec,
    { effect, mayLockOut }: Step,
  ): RequestSpec | undefined {
    const { trace, suite } = this.#means;
    const isServed = trace.everything.some((e) => isAnswered(e) && !isFailed(e));
    if (mayLockOut || !isServed || this.#failedTwice >= mostFailedTwice) return undefined;
    if (effect !== "create") return spec;
    const other = suite.renewed(spec, made.id);
    return other === spec ? undefined : other;
  }

  /** Sends once, but for a read without an answer, whatever comes back (the over-limit probe). */
  async sendOnce(spec: RequestSpec, step: StepRef): Promise<WholeExchange | Unresolved> {
    const made = await this.once(spec, step);
    // Ruling 26 holds for the probe too.
    const lostOnce = !isUnresolved(made) && made.outcome.kind === "failure" && isSafe(spec);
    return lostOnce ? this.once(spec, step, { repeats: made.id }) : made;
  }

  /** A request beside the plan, to find out more. */
  again(spec: RequestSpec, recheck: Rechecked): Promise<WholeExchange | Unresolved> {
    return this.once(spec, { id: undefined, label: `the ${recheck} again` }, { recheck });
  }

  async once(
    spec: RequestSpec,
    by: AskedBy,
    { isStep = false, urgency = 0, ...how }: How = {},
  ): Promise<WholeExchange | Unresolved> {
    const { client, trace, gate, onExchange } = this.#means;
    const mayStore = spec.method === "POST";
    const pass = await this.#enter(mayStore, how.recheck === "key" || how.recheck === "service", urgency);
    if (isUnresolved(pass)) return pass;
    let made: WholeExchange | undefined;
    try {
      made = await client.send(spec, by, {
        ...{ ...how, round: this.#round, mayRepeat: () => this.#countOne(), mayStart: () => gate.isOpen() },
        onHead: (status) => {
          if (status === 429) pass.hold();
        },
      });
      trace.record(made);
      const own = causeInThisMachine(made, trace.facts.exchanges);
      if (own !== undefined) {
        this.stop(own);
        return causedBy(own);
      }
      const isJudged = isStep && spec.credential.kind === "valid" && !this.#renewal.mayRenew(made);
      if (isJudged) this.recheck.hear(made);
      onExchange(made);
      return made;
    } catch (error) {
      if (error instanceof NotStarted) {
        this.#sent -= 1;
        return this.once(spec, by, { isStep, urgency, ...how });
      }
      if (!(error instanceof RequestNotSent)) throw error;
      // The root cause of the run, if there is one, says more than this failure.
      return this.#stopped ? causedBy(this.#stopped) : inconclusive("not-sent", { failure: error.message });
    } finally {
      this.#inFlight -= 1;
      if (mayStore) this.creates.settle(made);
      pass.leave(made);
      const isOfKey = made?.request.credential.kind === "valid";
      if (isOfKey && gate.rate.roundsOf429 > maxRoundsOf429 && answeredWith(made, 429))
        this.stop({ kind: "still-limited", waits: maxRoundsOf429, exchange: made.id });
      if (this.#inFlight === 0) this.#drained?.();
    }
  }

  /** Waits for a place at the gate; behind it, everything that may hold the request back is checked once more. */
  async #enter(mayStore: boolean, isRecheck: boolean, urgency: number) {
    const { gate, options } = this.#means;
    const { maxRequests } = options;
    const recheck = () => (isRecheck ? undefined : this.recheck.underWay);
    for (;;) {
      while (recheck() !== undefined) await recheck();
      await this.#renewal.underWay;
      const full = mayStore ? await this.creates.place() : undefined;
      if (this.#stopped !== undefined) return causedBy(this.#stopped);
      if (full !== undefined) return full;
      // The user's cap: requests that exceed it are untested (ruling 28).
      if (this.#sent >= maxRequests) {
        const more = { options: [{ option: "max-requests", value: maxRequests * 2 }] };
        return untested("requests-spent", { most: maxRequests }, more);
      }
      const pass = await gate.enter(urgency);
      if ("refused" in pass) {
        this.stop({ kind: "wait-too-long", refusal: pass.refused, exchange: undefined });
        continue;
      }
      // Counted in the same turn as it is checked: others may pass the gate before this one is sent.
      const isHeld = this.#renewal.underWay !== undefined || recheck() !== undefined;
      if (this.#stopped === undefined && !isHeld && (!mayStore || this.creates.take())) {
        if (this.#countOne()) {
          this.#inFlight += 1;
          return pass;
        }
        if (mayStore) this.creates.settle(undefined);
      }
      pass.leave(undefined);
    }
  }

  #countOne(): boolean {
    if (this.#sent >= this.#means.options.maxRequests) return false;
    this.#sent += 1;
    return true;
  }

  /** Resolves when nothing is in flight. */
  async drained(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained = resolve;
    if (this.#inFlight > 0) await promise;
  }
}
