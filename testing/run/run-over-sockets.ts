import { prepare, runOnTarget } from "#assembly/assemble.ts";
import type { Connection } from "#assembly/target.ts";
import type { Clock } from "#core/exchange/clock/clock.ts";
import type { KeptJournal } from "#core/run/journal/journal.ts";
import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { QuietClock } from "../exchange/quiet-clock.ts";

interface OverSockets {
  readonly baseUrl: URL;
  readonly key: string;
  readonly options?: Partial<RunOptions>;
  readonly signal?: AbortSignal;
  readonly journal?: KeptJournal;
  readonly secrets?: Secrets;
  /** What leads to the target: by default no proxy, and what the machine trusts. */
  readonly route?: Pick<Connection, "env" | "ca">;
  /** Default: a quiet clock, for a server in this process. */
  readonly clock?: Clock;
}

/** A run with the options that a user gets by default, but for its seed and id, over sockets. */
export async function runOverSockets({
  baseUrl,
  key,
  options,
  clock = new QuietClock(),
  route = { env: {} },
  ...given
}: OverSockets): Promise<Redacted<Run>> {
  const way = { folder: import.meta.dirname, ...route, waitForReadyMs: 0, allowInsecure: false };
  return runOnTarget(
    {
      prepared: await prepare(),
      options: { ...defaultOptions, seed: 1, runId: "0123456789abcdef0123", ...options },
      extraHeaders: [],
      signal: new AbortController().signal,
      secrets: new Secrets(),
      ...given,
    },
    { ...way, baseUrl, key },
    clock,
  );
}
