/**
 * A mock server that others wrote (@scalar/mock-server), fed with our OpenAPI document. It keeps the shapes and
 * knows no state, no key and no limit: a suite that looks at more than shapes must not call it conforming.
 */
import { readFile } from "node:fs/promises";
import { createMockServer } from "@scalar/mock-server";
import { parse } from "yaml";
import { fetchHandlerTarget } from "#assembly/in-process-target.ts";
import type { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { InProcessHandler } from "#core/exchange/transport/in-process.ts";

const contract = new URL("../../suites/petstore/openapi.yaml", import.meta.url);
const basePath = "/v1";

/**
 * The mock, as a function. It takes any key, holds no pets and counts nothing. The clock stands still while it answers,
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
