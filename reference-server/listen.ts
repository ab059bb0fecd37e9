import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse as Outgoing } from "node:http";
import type { AddressInfo } from "node:net";
import { type HeaderLine, headerValue } from "./message.ts";
import { NoAnswer } from "./refusal.ts";
import type { Responder } from "./server.ts";

export interface Listener {
  /** The base address, ending in `/v1`. */
  readonly url: string;
  close(): Promise<void>;
}

/** More than the server takes as a body; what comes beyond it is read and forgotten. */
const keptAtMost = 2_097_152;

/** Puts a reference server on a loopback port, a free one where none is named. @throws Error when the port cannot be opened. */
export async function listen(server: Responder, { port = 0 } = {}): Promise<Listener> {
  let hasExited = false;
  const http = createServer((incoming, outgoing) => {
    const { socket } = incoming;
    carry(server, incoming, outgoing).catch((error: unknown) => {
      socket.destroy();
      if (!(error instanceof NoAnswer) || error.kind !== "exit") return;
      hasExited = true;
      http.close();
      http.closeAllConnections();
    });
  });
  http.listen(port, "127.0.0.1");
  await once(http, "listening");
  const { port: opened } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${opened}/v1`,
    close: () =>
      new Promise((resolve, reject) => {
        http.close((error) => (error === undefined || hasExited ? resolve() : reject(error)));
        http.closeAllConnections();
      }),
  };
}

async function carry(server: Responder, incoming: IncomingMessage, outgoing: Outgoing): Promise<void> {
  const body = await readBody(incoming);
  const { method = "GET", url = "/" } = incoming;
  // A client may name the origin in the request line, too (RFC 9112, 3.2.2).
  const target = url.replace(/^https?:\/\/[^/?]*/i, "");
  try {
    const response = await server.handle({ method, target, headers: headerLines(incoming.rawHeaders), body });
    const declared = Number(headerValue(response, "content-length") ?? response.body.length);
    outgoing.sendDate = false;
    outgoing.writeHead(response.status, response.headers.flat());
    if (declared > response.body.length && method !== "HEAD") {
      outgoing.write(response.body, () => incoming.socket.destroy());
    } else {
      outgoing.end(response.body);
    }
  } catch (error) {
    if (error instanceof NoAnswer && error.kind === "silence") return;
    throw error;
  }
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= keptAtMost) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headerLines(raw: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    lines.push([raw[index] ?? "", raw[index + 1] ?? ""]);
  return lines;
}
