import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { listen } from "../../reference-server/listen.ts";
import { createReferenceServer } from "../../reference-server/server.ts";

const bin = new URL("../../src/cli/bin.js", import.meta.url).pathname;
const key = "key-of-the-killed-runs";

/**
 * Records a run that is killed, with a signal that no process can catch, when the target gets its request number `at`:
 * with one request in flight, all before that have been answered. Gives the path of the recording.
 */
export async function killedRun(given: {
  readonly at: number;
  readonly folder: string;
  readonly name: string;
}): Promise<string> {
  const reference = createReferenceServer({ now: () => Date.now(), keys: [key], plan: "none" });
  let received = 0;
  const server = await listen({
    ...reference,
    handle: (request) => {
      received += 1;
      if (received === given.at) child.kill("SIGKILL");
      return reference.handle(request);
    },
  });
  const args = [server.url, "--record", given.name, "--concurrency", "1", "--quiet"];
  const child = spawn(process.execPath, [bin, "run", ...args, "--rate-limit", "off"], {
    cwd: given.folder,
    env: { PATH: process.env.PATH ?? "", PETSTORE_API_KEY: key },
    stdio: "ignore",
  });
  try {
    const [, signal] = await once(child, "close");
    if (signal !== "SIGKILL") throw new Error(`the run ended before request ${given.at}`);
    return join(given.folder, given.name);
  } finally {
    await server.close();
  }
}
