import type { TlsOptions } from "node:tls";
import type { RunReason } from "#core/check/results/cause.ts";
import type { Hostility } from "./bed-server.ts";

/** Long enough for what does answer on a busy machine, and short enough to be waited for many times. */
export const waitingMs = 900;
export const defaultTimeoutMs = 20_000;

/** One hostile target and the verdict that it is owed. */
export interface HostileTarget {
  /** What the target does. */
  readonly does: string;
  /** Made anew for each run. */
  readonly hostility: () => Hostility;
  readonly tls?: TlsOptions;
  /** Of the address, where the server does not speak what it says. */
  readonly scheme?: "https";
  /** The target stands behind this server, which is the proxy: it is `http://pets.test/v1`, which does not exist. */
  readonly isProxy?: boolean;
  /** PEM of an authority to trust. */
  readonly ca?: string;
  /** Milliseconds for one exchange: `waitingMs` where the target only keeps the run waiting. Default `defaultTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly expect: Expected;
}

export interface HostileCase extends HostileTarget {
  /** Stable: stands in the table and in `-t`. */
  readonly id: string;
}

/** By their ids. */
export type HostileCases = Readonly<Record<string, HostileTarget>>;

/** Targets that only keep the run waiting: each exchange has so many milliseconds. */
export const waitedFor =
  (timeoutMs: number) =>
  (does: string, hostility: HostileTarget["hostility"], expect: Expected): HostileTarget => ({
    ...{ does, hostility, timeoutMs, expect },
  });

interface Expected {
  readonly exitCode: 0 | 1 | 3;
  /** Why, where it is not 0 or 1. */
  readonly reason?: RunReason;
  /** Part of the root cause's sentence. */
  readonly says?: string;
  /** The musts that fail, exactly. Not held against the run where it is left out. */
  readonly fails?: readonly string[];
}

export const unreachable = (says: string): Expected => ({ exitCode: 3, reason: "unreachable", says });
/** The list and the create are both wrong, and nothing else is asked. */
export const notTheService: Expected = {
  exitCode: 1,
  reason: "not-the-service",
  fails: ["HTTP-2", "LIST-1", "CREATE-1"],
};
/** The list and the create are answered as the service never does: that is not held against it (ruling 42). */
export const inFront = (reason: "not-the-service" | "outage", says: string): Expected => ({
  exitCode: 3,
  reason,
  says,
  fails: [],
});
/** The lists show nothing, since they are larger than what is read; that creates are answered 200 shows in the status. */
export const moreThanIsRead: Expected = { exitCode: 1, reason: "not-the-service", fails: ["CREATE-1"] };
/** An answer that is truncated by a bound of the suite's own is nobody's failure. */
export const tooMuchToRead: Expected = { exitCode: 3, reason: "evidence-lost", fails: [] };
export const conforming: Expected = { exitCode: 0, fails: [] };
export const fails = (...ids: readonly string[]): Expected => ({ exitCode: 1, fails: ids });
