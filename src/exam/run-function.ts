import type { EndedClient, RunningClient } from "./run-command.ts";

const keptMessage = 2_000;

/** @param client rejects where it fails, as a command would end with an exit code */
export function runFunction<Access>(
  client: (service: Access & { readonly signal: AbortSignal }) => unknown,
  access: Access,
): RunningClient {
  const abort = new AbortController();
  const { promise, resolve } = Promise.withResolvers<EndedClient>();
  Promise.resolve()
    .then(() => client({ ...access, signal: abort.signal }))
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
