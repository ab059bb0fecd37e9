import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createReferenceServer } from "../../reference-server/server.ts";

const bin = new URL("../../src/cli/bin.ts", import.meta.url).pathname;
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
  const server = createServer(async (incoming, outgoing) => {
    received += 1;
    if (received === given.at) child.kill("SIGKILL");
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
    const { method = "", url: target = "" } = incoming;
    const answer = await reference.handle({
      method,
      target,
      headers,
      body: new Uint8Array(await buffer(incoming)),
    });
    if ("failure" in answer) return void incoming.destroy();
    outgoing.writeHead(answer.status, answer.headers.flat());
    outgoing.end(answer.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const args = [`http://127.0.0.1:${port}/v1`, "--record", given.name, "--concurrency", "1", "--quiet"];
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
    server.close();
    server.closeAllConnections();
  }
}
