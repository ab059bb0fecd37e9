import { prepare } from "../../src/assembly/assemble.ts";
import { createVirtualClock, type VirtualClock } from "../../src/core/exchange/clock/virtual-clock.ts";
import { type InProcessHandler, inProcessTransport } from "../../src/core/exchange/transport/in-process.ts";
import { startRun } from "../../src/core/run/engine.ts";
import type { KeptJournal } from "../../src/core/run/journal.ts";
import { defaultOptions } from "../../src/core/run/options.ts";
import type { Run } from "../../src/core/run/result.ts";
import type { Redacted } from "../../src/core/secrets/redacted.ts";
import { createSecrets, type Secrets } from "../../src/core/secrets/secrets.ts";
import { runOverSockets } from "../run-over-sockets.ts";
import { type FastifyOptions, type RunningServer, startFastify } from "./fastify.ts";
import { scalarMock } from "./scalar-mock.ts";

/** One that listens on a port, or one that has no time of its own: it answers in this process, so that no run is like another by luck. */
type Way =
  | { readonly start: (options: FastifyOptions) => Promise<RunningServer> }
  | { readonly answerBy: (clock: VirtualClock) => Promise<InProcessHandler> };

type ForeignServer = Way & {
  /** Requirements that pass or are untested, as the clock will have it. */
  readonly either: readonly string[];
};

/** The servers that others wrote, or that were written from the interface alone, by the name of their summary. */
export const foreignServers: Readonly<Record<string, ForeignServer>> = {
  fastify: {
    start: startFastify,
    // Its limiter announces the seconds that are left, rounded, and the server adds them to its own rounded
    // clock. Now and then the Reset steps by one second, and then ruling 20 leaves the series unjudged.
    either: ["RATE-5", "RATE-6", "RATE-7", "RATE-8"],
  },
  "scalar-mock": { answerBy: scalarMock, either: [] },
};

const key = "foreign-key-6b1f0e97";

interface Kept {
  readonly journal?: KeptJournal;
  readonly secrets?: Secrets;
}

/** Runs the suite against one of them, with the options that a user gets by default. */
export async function judge(server: ForeignServer, kept: Kept = {}): Promise<Redacted<Run>> {
  return "start" in server ? judgeListening(server.start, kept) : judgeInProcess(server.answerBy, kept);
}

async function judgeListening(start: (options: FastifyOptions) => Promise<RunningServer>, kept: Kept) {
  const server = await start({ key, seedPets: 30 });
  try {
    const baseUrl = new URL(server.url);
    return await runOverSockets({ baseUrl, key, ...kept });
  } finally {
    await server.close();
  }
}

async function judgeInProcess(
  answerBy: (clock: VirtualClock) => Promise<InProcessHandler>,
  { secrets = createSecrets(), ...kept }: Kept,
): Promise<Redacted<Run>> {
  const clock = createVirtualClock(Date.UTC(2026, 2, 4, 5, 6, 7, 250));
  const prepared = await prepare();
  return startRun({
    ...prepared,
    options: { ...defaultOptions, seed: 1, runId: "0123456789abcdef0123" },
    transport: inProcessTransport(await answerBy(clock), clock),
    clock,
    clockKind: "virtual",
    baseUrl: new URL("http://127.0.0.1/v1"),
    target: "http://127.0.0.1/v1",
    key,
    extraHeaders: [],
    signal: new AbortController().signal,
    secrets,
    ...kept,
  });
}
