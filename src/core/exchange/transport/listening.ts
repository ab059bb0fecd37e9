import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/**
 * Opens a port of this machine and gives where it listens: `127.0.0.1:8080`, `[::1]:8080`. Rejects where it cannot be opened.
 * @param port 0 picks a free one
 */
export async function listening(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, "listening");
  // A connection that cannot be accepted does not end the process.
  server.on("error", () => undefined);
  const { address, port: own, family } = server.address() as AddressInfo;
  return `${family === "IPv6" ? `[${address}]` : address}:${own}`;
}
