import type { EndedClient, RunningClient } from "./run-command.ts";

/** A client in this process. It rejects where it fails, as a command would end with an exit code. */
export type ClientFunction = (service: {
  /** The base address, ending in `/v1`. */
  readonly url: string;
  readonly key: string;
  /** With `tls`: the certificate of the authority to trust, in PEM. */
  readonly ca: string | undefined;
  /** Aborted when the exam ends the session: the client took too long, or sent too much. */
  readonly signal: AbortSignal;
}) => unknown;

const keptMessage = 2_000;

export function runFunction(
  client: ClientFunction,
  place: { readonly url: string; readonly key: string; readonly ca: string | undefined },
): RunningClient {
  const abort = new AbortController();
  const { promise, resolve } = Promise.withResolvers<EndedClient>();
  Promise.resolve()
    .then(() => client({ ...place, signal: abort.signal }))
    .then(
      () => resolve({ end: { kind: "exited", code: 0 } }),
      (error: unknown) =>
        resolve({ end: { kind: "exited", code: 1 }, output: String(error).slice(0, keptMessage) }),
    );
  return {
    ended: promise,
    stop: (why) => {
      abort.abort();
      resolve({ end: { kind: "ended", why } });
    },
  };
}
