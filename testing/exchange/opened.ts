import type { Server } from "node:net";
import { onTestFinished } from "vitest";
import { listening } from "#core/exchange/transport/listening.ts";

/** Where this server listens until the test has ended: `127.0.0.1:8080`. */
export async function opened(server: Server & { closeAllConnections?(): void }): Promise<string> {
  const host = await listening(server, 0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return host;
}
