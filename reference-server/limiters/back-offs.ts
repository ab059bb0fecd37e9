/** What a server saw of its callers' patience. */
export interface PatienceCounts {
  /** Requests that passed the limiter. */
  readonly served: number;
  /** Requests answered 429. */
  readonly refused: number;
  /** Requests that arrived between a 429 and the time in its Retry-After. */
  readonly duringBackOff: number;
  readonly bans: number;
}

export interface Ban {
  /** The request of this number within one back-off bans the key; requests that were on their way count too. */
  readonly afterRequests: number;
  readonly forMs: number;
  readonly status: 401 | 403;
}

interface Caller {
  backOffUntilMs: number;
  sentWithin: number;
  bannedUntilMs: number;
}

/** Remembers who was asked to wait until when, and bans those who do not. */
export class BackOffs {
  readonly #ban: Ban | undefined;
  readonly #callers = new Map<string, Caller>();
  readonly #counts = { served: 0, refused: 0, duringBackOff: 0, bans: 0 };

  constructor(ban: Ban | undefined) {
    this.#ban = ban;
  }

  get counts(): PatienceCounts {
    return { ...this.#counts };
  }

  /** A request arrived. Returns whether its caller is banned. */
  arrived(name: string, nowMs: number, { mayBan }: { readonly mayBan: boolean }): boolean {
    const caller = this.#caller(name);
    if (nowMs < caller.bannedUntilMs) return true;
    if (nowMs >= caller.backOffUntilMs) {
      caller.sentWithin = 0;
      return false;
    }
    caller.sentWithin += 1;
    this.#counts.duringBackOff += 1;
    if (!mayBan || this.#ban === undefined || caller.sentWithin < this.#ban.afterRequests) return false;
    caller.bannedUntilMs = nowMs + this.#ban.forMs;
    this.#counts.bans += 1;
    return true;
  }

  served(): void {
    this.#counts.served += 1;
  }

  /** A 429 went out that named this time. */
  refused(name: string, untilMs: number): void {
    this.#counts.refused += 1;
    const caller = this.#caller(name);
    caller.backOffUntilMs = Math.max(caller.backOffUntilMs, untilMs);
  }

  #caller(name: string): Caller {
    const known = this.#callers.get(name) ?? { backOffUntilMs: 0, sentWithin: 0, bannedUntilMs: 0 };
    this.#callers.set(name, known);
    return known;
  }
}
