import type { RequestListener } from "node:http";
import { createWallClock } from "../exchange/clock/wall-clock.ts";
import type { HeaderLine } from "../exchange/exchange.ts";
import { type InProcessHandler, inProcessTransport } from "../exchange/transport/in-process.ts";
import { redactRun } from "../report/redact-run.ts";
import { type StartInput, startRun } from "../run/engine.ts";
import { runOptionsOf } from "../run/options.ts";
import type { Run, RunEvent } from "../run/result.ts";
import { createRedactor } from "../secrets/redact.ts";
import { type Prepared, prepare, runOnTarget } from "./assemble.ts";
import { type FetchHandler, fetchHandlerTarget } from "./fetch-handler.ts";
import { nodeListenerTarget } from "./node-listener.ts";
import { checkCertificate, draw, libraryOptions } from "./options/library-options.ts";
import { optionsOfRun, readLibraryOptions } from "./options/read-library-options.ts";
import type { LibraryOptions } from "./options/run-input.ts";
import { withCheckedSelectors } from "./options/selectors.ts";
import { redactingEvents } from "./redacting-events.ts";
import { UsageError } from "./usage-error.ts";

/** What is checked: a base address ending in `/v1`, or a server in this process, which needs no socket. */
export type Target =
  | string
  | URL
  /** `basePath` is where the interface begins; default `/v1`. */
  | { readonly fetch: FetchHandler; readonly basePath?: string }
  | { readonly listener: RequestListener; readonly basePath?: string };

/** Options of a run; what is left out has the default of the command line. */
export interface RunInput extends LibraryOptions {
  readonly target: Target;
  readonly apiKey: string;
  /** Sent with every request; values are redacted as the key is. */
  readonly headers?: readonly HeaderLine[];
  /** Ends the run early; what it had found is kept, and the run is marked partial. */
  readonly signal?: AbortSignal;
  /** Told what happens as it happens. Redacted, but not escaped: text of the target's is the target's. */
  readonly onEvent?: (event: RunEvent) => void;
}

/** What stands beside the table of options. */
const others = ["target", "apiKey", "headers", "signal", "onEvent"];

/**
 * Checks a target and gives everything that was found, redacted. A target that fails is a result.
 * @throws UsageError for an unknown option or one that makes no sense, SpecError for a document that cannot be used
 */
export async function run(input: RunInput): Promise<Run> {
  const { target, apiKey, headers = [], signal, onEvent, ...given } = input;
  const options = readLibraryOptions(libraryOptions, given, others);
  checkCertificate(options, (name) => name);
  if (typeof apiKey !== "string" || apiKey === "")
    throw new UsageError({
      what: "apiKey is empty: the interface has no operation without a key",
      where: optionsOfRun,
      remedy: "Give the key alone, as text.",
    });
  const prepared = await prepare(options);
  const secrets = new Set([apiKey, ...headers.map(([, value]) => value)].filter((value) => value !== ""));
  const common = {
    prepared,
    options: withCheckedSelectors(runOptionsOf(options, draw()), prepared.requirements, (name) => name),
    extraHeaders: headers,
    signal: signal ?? new AbortController().signal,
    onEvent: onEvent === undefined ? () => undefined : redactingEvents(onEvent, secrets),
    onSecrets: (more: readonly string[]) => {
      for (const secret of more) secrets.add(secret);
    },
  };
  const found =
    typeof target === "string" || target instanceof URL
      ? await runOnTarget(
          common,
          { ...options, ...surroundings, baseUrl: new URL(target), key: apiKey },
          createWallClock(),
        )
      : await runInProcess(common, target, apiKey);
  const redacted = redactRun(found, createRedactor([...secrets]));
  onEvent?.({ kind: "finished", run: redacted });
  return redacted;
}

/** Proxies and relative files are those of the process that calls. */
const surroundings = { folder: process.cwd(), env: process.env };

interface Common extends Pick<StartInput, "options" | "extraHeaders" | "signal" | "onEvent"> {
  readonly prepared: Prepared;
  readonly onSecrets: (secrets: readonly string[]) => void;
}

/** Any name that is nobody's: `.localhost` is set aside for this machine (RFC 6761). */
const host = "in-process.localhost";

async function runInProcess(
  { prepared, ...common }: Common,
  target: Exclude<Target, string | URL>,
  key: string,
): Promise<Run> {
  const clock = createWallClock();
  const handler: InProcessHandler =
    "fetch" in target
      ? fetchHandlerTarget(target.fetch, `http://${host}`)
      : nodeListenerTarget(target.listener, host);
  return startRun({
    ...prepared,
    ...common,
    transport: inProcessTransport(handler, clock),
    clock,
    clockKind: "wall",
    baseUrl: new URL(`http://${host}${target.basePath ?? "/v1"}`),
    target: "server in this process",
    key,
  });
}
