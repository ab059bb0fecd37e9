import { prepare } from "#assembly/assemble.ts";
import { createVirtualClock, type VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { InProcessHandler } from "#core/exchange/transport/in-process.ts";
import type { KeptJournal } from "#core/run/journal/journal.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import { playServer } from "#proof/play.ts";
import { runOverSockets } from "../run/run-over-sockets.ts";
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
  kept: Kept,
): Promise<Redacted<Run>> {
  const clock = createVirtualClock(Date.UTC(2026, 2, 4, 5, 6, 7, 250));
  const server = { handle: await answerBy(clock) };
  return playServer(server, new URL("http://127.0.0.1/v1"), clock, { ...(await prepare()), key, ...kept });
}
