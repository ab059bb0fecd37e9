import type { KeptJournal } from "../../src/run/journal.ts";
import type { Run } from "../../src/run/result.ts";
import type { Redacted } from "../../src/secrets/redacted.ts";
import type { Secrets } from "../../src/secrets/secrets.ts";
import { runOverSockets } from "../run-over-sockets.ts";
import { type FastifyOptions, type RunningServer, startFastify } from "./fastify.ts";
import { startScalarMock } from "./scalar-mock.ts";

type Start = (options: FastifyOptions) => Promise<RunningServer>;

export interface ForeignServer {
  readonly start: Start;
  /** Requirements that pass or are untested, as the clock will have it. */
  readonly either: readonly string[];
}

/** The servers that others wrote, or that were written from the interface alone, by the name of their summary. */
export const foreignServers: Readonly<Record<string, ForeignServer>> = {
  fastify: {
    start: startFastify,
    // Its limiter announces the seconds that are left, rounded, and the server adds them to its own rounded
    // clock. Now and then the Reset steps by one second, and then ruling 20 leaves the series unjudged.
    either: ["RATE-5", "RATE-6", "RATE-7", "RATE-8"],
  },
  "scalar-mock": { start: startScalarMock, either: [] },
};

const key = "foreign-key-6b1f0e97";

/** Runs the suite over one of them, over real sockets and with the options that a user gets by default. */
export async function judge(
  { start }: ForeignServer,
  kept: { readonly journal?: KeptJournal; readonly secrets?: Secrets } = {},
): Promise<Redacted<Run>> {
  const server = await start({ key, seedPets: 30 });
  try {
    const baseUrl = new URL(server.url);
    return await runOverSockets({ baseUrl, key, ...kept });
  } finally {
    await server.close();
  }
}
