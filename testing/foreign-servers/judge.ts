import { readFile } from "node:fs/promises";
import { createMockServer } from "@scalar/mock-server";
import { parse } from "yaml";
import { prepare } from "#assembly/assemble.ts";
import { fetchHandlerTarget } from "#assembly/in-process-target.ts";
import { createVirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { InProcessRequest } from "#core/exchange/transport/in-process.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { playServer } from "#proof/play.ts";
import { runOverSockets } from "../run/run-over-sockets.ts";
import { startFastify } from "./fastify.ts";

interface ForeignServer {
  /** Runs the suite against it, with the options that a user gets by default. */
  readonly judge: () => Promise<Redacted<Run>>;
  /** Requirements that pass or are untested, as the clock will have it. */
  readonly either: readonly string[];
}

/** The servers that others wrote, or that were written from the interface alone, by the name of their summary. */
export const foreignServers: Readonly<Record<string, ForeignServer>> = {
  fastify: {
    judge: judgeFastify,
    // Its limiter announces the seconds that are left, rounded, and the server adds them to its own rounded
    // clock. Now and then the Reset steps by one second, and then ruling 20 leaves the series unjudged.
    either: ["RATE-5", "RATE-6", "RATE-7", "RATE-8"],
  },
  "scalar-mock": { judge: judgeScalarMock, either: [] },
};

const key = "foreign-key-6b1f0e97";

async function judgeFastify(): Promise<Redacted<Run>> {
  const server = await startFastify({ key, seedPets: 30 });
  try {
    return await runOverSockets({ baseUrl: new URL(server.url), key });
  } finally {
    await server.close();
  }
}

const contract = new URL("../../suites/petstore/openapi.yaml", import.meta.url);
const basePath = "/v1";

/**
 * A mock server that others wrote (@scalar/mock-server), fed with our OpenAPI document, as a function. It keeps the shapes and
 * knows no state, no key and no limit: a suite that looks at more than shapes must not call it conforming. It takes any key, holds no pets and counts nothing. The clock stands still while it answers,
 * and its answers are dated by it, as Node's server would date them: no run is like another by luck.
 */
async function judgeScalarMock(): Promise<Redacted<Run>> {
  const clock = createVirtualClock(Date.UTC(2026, 2, 4, 5, 6, 7, 250));
  const app = await createMockServer({ specification: parse(await readFile(contract, "utf8")) });
  const answer = fetchHandlerTarget((request) => app.fetch(request), "http://127.0.0.1");
  const handle = async (request: InProcessRequest) => {
    const { target } = request;
    const path = target.startsWith(`${basePath}/`) ? target.slice(basePath.length) : "/";
    const release = clock.hold();
    try {
      const answered = await answer({ ...request, target: path });
      if ("failure" in answered) return answered;
      return {
        ...answered,
        headers: [...answered.headers, ["Date", new Date(clock.now()).toUTCString()] as const],
      };
    } finally {
      release();
    }
  };
  return playServer({ handle }, new URL("http://127.0.0.1/v1"), clock, { ...(await prepare()), key });
}
