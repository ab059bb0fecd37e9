import { type Client, RequestNotSent } from "../exchange/client.ts";
import type { Exchange, RequestSpec } from "../exchange/exchange.ts";
import { answeredWith } from "./facts.ts";
import type { RootCause } from "./run.ts";
import type { Omission } from "./step.ts";
import type { Trace } from "./trace.ts";
import { answerInWords } from "./words.ts";

export interface SenderOptions {
  readonly client: Client;
  readonly trace: Trace;
  readonly maxRequests: number;
  readonly onExchange: (exchange: Exchange) => void;
}

/** Sends the plan's requests: the policy of repeating, of giving up, and of what a lost key means. */
export interface Sender {
  /** The last exchange, or why there is none. Earlier ones that it repeats are in the trace. */
  send(spec: RequestSpec, label: string): Promise<Exchange | Omission>;
  /** Sends once, whatever comes back (the over-limit probe). */
  sendOnce(spec: RequestSpec, label: string): Promise<Exchange | Omission>;
  /** Nothing more is sent; the first cause stands. */
  stop(cause: RootCause): void;
  readonly stopped: RootCause | undefined;
  /** From now on a refusal of the valid key is unexpected (ruling 31); the request is what is sent to make sure. */
  keyWorks(recheck: RequestSpec): void;
  readonly sent: number;
}

/** How often a request that met a 429 is sent again, each time after the wait that the 429 asked for. */
const maxRepeatsAfter429 = 3;
/** Wrong keys answered 401 before a 403 or 429 counts as a lock-out (ruling 14). */
const wrongKeysBeforeLockOut = 3;

const lockedOut: Omission = {
  omitted: "the target locks out after several wrong keys, so no more were sent",
  why: "state",
};

export function createSender({ client, trace, maxRequests, onExchange }: SenderOptions): Sender {
  let sent = 0;
  let inFlight = 0;
  let stopped: RootCause | undefined;
  let recheck: RequestSpec | undefined;
  const refusedBefore: RequestSpec[] = [];
  let locked = false;
  /** Settled while a re-check of the key has the connection for itself. */
  let alone: Promise<void> = Promise.resolve();
  let drained: (() => void) | undefined;

  const stop = (cause: RootCause) => {
    stopped ??= cause;
  };

  const once = async (spec: RequestSpec, label: string, repeats?: number): Promise<Exchange | Omission> => {
    if (stopped !== undefined) return lost(stopped.sentence);
    if (sent >= maxRequests) {
      return {
        omitted: "the request budget was used up",
        why: "lost",
        remedy: `--max-requests ${maxRequests * 2}`,
      };
    }
    sent += 1;
    inFlight += 1;
    try {
      const exchange = await client.send(spec, label, repeats === undefined ? {} : { repeats });
      trace.record(exchange);
      onExchange(exchange);
      return exchange;
    } catch (error) {
      if (!(error instanceof RequestNotSent)) throw error;
      stop({ reason: "rate-limited", sentence: error.message, remedy: undefined, exchange: undefined });
      return lost(error.message);
    } finally {
      inFlight -= 1;
      if (inFlight === 0) drained?.();
    }
  };

  const send = async (spec: RequestSpec, label: string): Promise<Exchange | Omission> => {
    const wrongKey = spec.credential.kind !== "valid";
    let repeats: number | undefined;
    let limited = 0;
    for (;;) {
      await alone;
      if (wrongKey && locked) return lockedOut;
      const made = await once(spec, label, repeats);
      if ("omitted" in made) return made;
      if (made.outcome.kind === "failure") {
        // A POST may have been carried out: it is never sent twice (ruling 26).
        if (spec.method === "POST" || repeats !== undefined || made.outcome.failure.kind === "aborted")
          return made;
        repeats = made.id;
        continue;
      }
      if (wrongKey && (await isLockOut(made))) {
        trace.setAside(made);
        return lockedOut;
      }
      if (answeredWith(made, 429)) {
        limited += 1;
        if (limited > maxRepeatsAfter429) {
          stop(stillLimited(made));
          return made;
        }
        repeats = made.id;
        continue;
      }
      if (wrongKey || !answeredWith(made, 401, 403)) return made;
      await makeSureOfKey(made);
      if (stopped?.reason !== "key-stopped") return made;
      trace.setAside(made);
      return lost(stopped.sentence);
    }
  };

  /**
   * Ruling 14: a 403 or 429 after several wrong keys. A 403 may be a wrong status as well, so a request that was
   * refused with 401 before is sent once more, without a key if there was such a one: still 401 is no lock-out.
   */
  const isLockOut = async (exchange: Exchange): Promise<boolean> => {
    if (locked) return answeredWith(exchange, 403, 429);
    if (answeredWith(exchange, 401)) refusedBefore.push(exchange.request);
    const known = refusedBefore.find((r) => r.credential.kind === "none") ?? refusedBefore[0];
    if (known === undefined || refusedBefore.length < wrongKeysBeforeLockOut) return false;
    if (!answeredWith(exchange, 403, 429)) return false;
    if (answeredWith(exchange, 403)) {
      const again = await once(known, "the lock-out again");
      if ("omitted" in again || !answeredWith(again, 403, 429)) return false;
      trace.setAside(again);
    }
    locked = true;
    return true;
  };

  const drainedSoon = () =>
    new Promise<void>((resolve) => {
      drained = resolve;
    });

  /** Ruling 31: the list request of the preflight once more, alone. */
  const makeSureOfKey = async (refusal: Exchange): Promise<void> => {
    const request = recheck;
    if (request === undefined) return;
    const before = alone;
    let release: () => void = () => undefined;
    alone = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      if (stopped !== undefined) return;
      if (inFlight > 0) await drainedSoon();
      drained = undefined;
      const again = await once(request, "the key again");
      if ("omitted" in again || !answeredWith(again, 401, 403)) return;
      trace.setAside(again);
      stop(keyStopped(refusal));
    } finally {
      release();
    }
  };

  return {
    send,
    sendOnce: async (spec, label) => {
      await alone;
      const made = await once(spec, label);
      // Ruling 26 holds for the probe too.
      const lostOnce = "outcome" in made && made.outcome.kind === "failure" && spec.method === "GET";
      return lostOnce ? once(spec, label, made.id) : made;
    },
    stop,
    get stopped() {
      return stopped;
    },
    keyWorks: (request) => {
      recheck = request;
    },
    get sent() {
      return sent;
    },
  };
}

function lost(reason: string): Omission {
  return { omitted: reason, why: "lost" };
}

function keyStopped(refusal: Exchange): RootCause {
  return {
    reason: "key-stopped",
    sentence: `the key stopped working after request ${refusal.id - 1}; it may be banned or revoked`,
    remedy: "check the key with its issuer before another run",
    exchange: refusal.id,
  };
}

function stillLimited(exchange: Exchange & { outcome: { kind: "answer" } }): RootCause {
  const words = answeredWith(exchange, 429) ? answerInWords(exchange) : "429";
  return {
    reason: "rate-limited",
    sentence: `the target still answers ${words} after ${maxRepeatsAfter429} waits as long as it asked for`,
    remedy: "run again when no one else uses the key, or with a key of a larger plan",
    exchange: exchange.id,
  };
}
