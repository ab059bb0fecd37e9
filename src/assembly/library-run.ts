import { randomBytes, randomInt } from "node:crypto";
import type { RequestListener } from "node:http";
import { announcedFigures, planOf } from "../check/pricing-plans.ts";
import { createWallClock } from "../exchange/clock/wall-clock.ts";
import { maxBodyRange } from "../exchange/decoding/answer-size.ts";
import type { HeaderLine } from "../exchange/exchange.ts";
import { type InProcessHandler, inProcessTransport } from "../exchange/transport/in-process.ts";
import { redactRun } from "../report/redact-run.ts";
import { type StartInput, startRun } from "../run/engine.ts";
import { defaultOptions, type RunOptions } from "../run/options.ts";
import type { Run, RunEvent } from "../run/result.ts";
import { createRedactor } from "../secrets/redact.ts";
import { type Prepared, prepare, runOnTarget } from "./assemble.ts";
import { type FetchHandler, fetchHandlerTarget } from "./fetch-handler.ts";
import { nodeListenerTarget } from "./node-listener.ts";
import { redactingEvents } from "./redacting-events.ts";

/** What is checked: a base address ending in `/v1`, or a server in this process, which needs no socket. */
export type Target =
  | string
  | URL
  /** `basePath` is where the interface begins; default `/v1`. */
  | { readonly fetch: FetchHandler; readonly basePath?: string }
  | { readonly listener: RequestListener; readonly basePath?: string };

/** Options of a run by their names on the command line; what is left out has the same default. */
export interface RunInput extends Partial<Omit<RunOptions, "plan" | "planLimits" | "planPerDay">> {
  readonly target: Target;
  readonly apiKey: string;
  /** `free`, `pro`, `business`, or `custom=PER_MINUTE/PER_DAY`. */
  readonly plan?: string;
  /** A file or an address of another revision of the OpenAPI document. */
  readonly spec?: string;
  /** `YYYY-MM-DD`. */
  readonly removalDate?: string;
  /** Sent with every request; values are redacted as the key is. */
  readonly headers?: readonly HeaderLine[];
  /** Ends the run early; what it had found is kept, and the run is marked partial. */
  readonly signal?: AbortSignal;
  /** Told what happens as it happens. Redacted, but not escaped: text of the target's is the target's. */
  readonly onEvent?: (event: RunEvent) => void;
}

/**
 * Checks a target and gives everything that was found, redacted. A target that fails is a result.
 * @throws SpecError for a document that cannot be used, RangeError for an option that makes no sense
 */
export async function run(input: RunInput): Promise<Run> {
  const { target, apiKey, plan, spec, removalDate, headers = [], signal, onEvent, ...given } = input;
  if (apiKey === "") throw new RangeError("apiKey is empty: the interface has no operation without a key");
  const prepared = await prepare({ spec, removalDate });
  const secrets = new Set([apiKey, ...headers.map(([, value]) => value)].filter((value) => value !== ""));
  const common = {
    prepared,
    options: optionsOf(given, plan),
    extraHeaders: headers,
    signal: signal ?? new AbortController().signal,
    onEvent: onEvent === undefined ? () => undefined : redactingEvents(onEvent, secrets),
    onSecrets: (more: readonly string[]) => {
      for (const secret of more) secrets.add(secret);
    },
  };
  const found =
    typeof target === "string" || target instanceof URL
      ? await runOnTarget(common, { ...connection, baseUrl: new URL(target), key: apiKey }, createWallClock())
      : await runInProcess(common, target, apiKey);
  const redacted = redactRun(found, createRedactor([...secrets]));
  onEvent?.({ kind: "finished", run: redacted });
  return redacted;
}

/** What the command line adds to a base address; the library's callers have proxies and certificates in their environment. */
const connection = {
  ca: undefined,
  clientCert: undefined,
  clientKey: undefined,
  waitForReadyMs: 0,
  folder: process.cwd(),
  env: process.env,
};

function optionsOf(given: Partial<RunOptions>, plan: string | undefined): RunOptions {
  const declared = planOf(plan);
  if (plan !== undefined && declared === undefined)
    throw new RangeError(
      `plan must be free, pro, business or custom=PER_MINUTE; got ${JSON.stringify(plan)}`,
    );
  const { maxBodyBytes } = given;
  if (
    maxBodyBytes !== undefined &&
    !(maxBodyBytes >= maxBodyRange.least && maxBodyBytes <= maxBodyRange.most)
  )
    throw new RangeError(
      `maxBodyBytes must be from ${maxBodyRange.least} to ${maxBodyRange.most}; got ${maxBodyBytes}`,
    );
  return {
    ...defaultOptions,
    seed: randomInt(2 ** 32),
    runId: randomBytes(10).toString("hex"),
    ...given,
    plan: declared?.name,
    planLimits: announcedFigures(declared),
    planPerDay: declared?.perDay,
  };
}

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
