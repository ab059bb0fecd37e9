import { readFile } from "node:fs/promises";
import { createMockServer } from "@scalar/mock-server";
import { parse } from "yaml";
import { prepare } from "#assembly/assemble.ts";
import { fetchHandlerTarget } from "#assembly/in-process-target.ts";
import { createVirtualClock, type VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { InProcessHandler } from "#core/exchange/transport/in-process.ts";
import type { KeptJournal } from "#core/run/journal/journal.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import { playServer } from "#proof/play.ts";
import { runOverSockets } from "../run/run-over-sockets.ts";
import { type FastifyOptions, type RunningServer, startFastify } from "./fastify.ts";

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

const contract = new URL("../../suites/petstore/openapi.yaml", import.meta.url);
const basePath = "/v1";

/**
 * A mock server that others wrote (@scalar/mock-server), fed with our OpenAPI document, as a function. It keeps the shapes and
 * knows no state, no key and no limit: a suite that looks at more than shapes must not call it conforming. It takes any key, holds no pets and counts nothing. The clock stands still while it answers,
 * and its answers are dated by it, as Node's server would date them.
 */
export async function scalarMock(clock: VirtualClock): Promise<InProcessHandler> {
  const app = await createMockServer({ specification: parse(await readFile(contract, "utf8")) });
  const handle = fetchHandlerTarget((request) => app.fetch(request), "http://127.0.0.1");
  return async (request) => {
    const { target } = request;
    const path = target.startsWith(`${basePath}/`) ? target.slice(basePath.length) : "/";
    const release = clock.hold();
    try {
      const answer = await handle({ ...request, target: path });
      if ("failure" in answer) return answer;
      return { ...answer, headers: [...answer.headers, ["Date", new Date(clock.now()).toUTCString()]] };
    } finally {
      release();
    }
  };
}
