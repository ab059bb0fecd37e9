import type { PreparedSuite } from "#core/check/suite.ts";
import type { Clock } from "#core/exchange/clock/clock.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { Failure } from "#core/exchange/exchange.ts";
import { type InProcessHandler, InProcessTransport } from "#core/exchange/transport/in-process.ts";
import { startRun } from "#core/run/engine.ts";
import type { KeptJournal } from "#core/run/journal/journal.ts";
import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import type { BedServer } from "#reference-server/bed-server.ts";
import { headerValue, type ServerResponse } from "#reference-server/message.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import {
  correctHooks,
  ReferenceServer,
  type ReferenceServerOptions,
  type Responder,
} from "#reference-server/server.ts";
import { petstore } from "#suites/petstore/roles.ts";

/** A server of the bed: the reference server with some hooks replaced, on its stage. */
export type Player = Pick<BedServer, "hooks" | "stage">;

/** One server with the faults of both; of hooks that both replace, the second's. */
export function pairOf(one: BedServer, other: BedServer): Player {
  return {
    hooks: (correct) => ({ ...one.hooks(correct), ...other.hooks(correct) }),
    stage: { ...one.stage, ...other.stage },
  };
}

export interface PlayOptions extends PreparedSuite {
  /** Gets what happens, without secrets. */
  readonly journal?: KeptJournal;
  readonly options?: Partial<RunOptions>;
  /** The way to the server and back, asked for once an exchange, in milliseconds. Default 0. */
  readonly latencyMs?: () => number;
  /** What answers, in place of the one server that these options make. */
  readonly serve?: (options: ReferenceServerOptions) => Responder;
  /** How many idle connections are kept. Default 0. */
  readonly keptConnections?: number;
  /** Takes in what is sent to authenticate; default: one of its own. */
  readonly secrets?: Secrets;
  /** The valid key. Default: always the same. */
  readonly key?: string;
}

/** When no stage says otherwise, the bed lives at this instant, so that runs repeat to the byte. */
const startsAt = "2026-03-04T05:06:07.250Z";

const usualKey = "proof-key-5f2c9a7d41";

/** Runs the suite against one server of the bed, in this process and on a virtual clock. */
export async function play(player: Player, given: PlayOptions): Promise<Redacted<Run>> {
  const clock = new VirtualClock(Date.parse(player.stage?.startsAt ?? startsAt));
  const serverOptions = { ...serverOptionsOf(player, given), now: () => clock.now() };
  const server = given.serve?.(serverOptions) ?? new ReferenceServer(serverOptions);
  const { basePath = "/v1", declares: { plan, categoryIds, ...others } = {} } = player.stage ?? {};
  const host = basePath === "/v1" ? "reference.localhost" : "pets.example.com";
  const { declared, ...asked } = given.options ?? {};
  const options = { ...others, ...asked, declared: { plan, categoryIds, ...declared } };
  return playServer(server, new URL(`https://${host}${basePath}`), clock, { ...given, options });
}

/** What a server of the bed is made with, but for the time. */
function serverOptionsOf(
  { hooks, stage = {} }: Player,
  { contract, key = usualKey }: PlayOptions,
): Omit<ReferenceServerOptions, "now"> {
  const { removalDay } = petstore(contract);
  const { plan = "free", seedPets, firstId } = stage;
  return {
    plan,
    ...(seedPets !== undefined && { seedPets }),
    ...(firstId !== undefined && { firstId }),
    ...(removalDay && { removalDay }),
    keys: [key],
    hooks: hooks(correctHooks),
  };
}

/** The same against any server in this process. */
export function playServer(
  server: { readonly handle: InProcessHandler },
  baseUrl: URL,
  clock: Clock,
  { options, latencyMs, keptConnections, ...given }: PlayOptions,
): Promise<Redacted<Run>> {
  const way = { ...(latencyMs && { latencyMs }), ...(keptConnections && { keptConnections }) };
  return startRun({
    ...{ key: usualKey, secrets: new Secrets(), ...given },
    options: { ...defaultOptions, seed: 1, runId: "0123456789abcdef0123", ...options },
    transport: new InProcessTransport(
      answering((request) => server.handle(request)),
      clock,
      way,
    ),
    ...{ clock, clockKind: "virtual", baseUrl, target: "bed" },
    extraHeaders: [],
    signal: new AbortController().signal,
  });
}

/** What the bed's servers do to a connection, reported as a transport would. */
function answering(handle: InProcessHandler): InProcessHandler {
  let hasExited = false;
  return async (request) => {
    if (hasExited)
      return { failure: { kind: "refused", phase: "connect", message: "the target refused the connection" } };
    try {
      const answer = await handle(request);
      return "failure" in answer ? answer : (cutShort(answer) ?? answer);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const silent = error.kind === "silence";
      hasExited ||= error.kind === "exit";
      return {
        failure: {
          kind: silent ? "timeout" : "reset",
          phase: "headers",
          message: silent
            ? "no answer came within the time-out"
            : "the connection was reset before an answer",
        },
      };
    }
  };
}

function cutShort({ status, headers, body }: ServerResponse): { failure: Failure } | undefined {
  const length = headerValue({ headers }, "content-length");
  if (length === undefined || Number(length) <= body.length) return undefined;
  const message = "the connection closed before the body was whole";
  return { failure: { kind: "truncated", phase: "body", message, partial: { status, headers } } };
}
