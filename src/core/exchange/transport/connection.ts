import { Agent, type ClientRequest, request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import { maxHeadBytes } from "../decoding/answer-size.ts";
import { announcesLength } from "../exchange.ts";
import type { WireRequest } from "./transport.ts";

/** An open connection, for one exchange after another. */
export interface Connection {
  /**
   * Begins a request, which is sent in a later turn of the event loop. `onBytes` learns of all that comes until the next one
   * begins, before it is read. Throws for what cannot be written.
   */
  begin(
    request: Pick<WireRequest, "method" | "target" | "headers" | "body">,
    onBytes: (count: number) => void,
  ): ClientRequest;
  /** True once it has carried a request before the present one. */
  isReused(): boolean;
  /** True while another request can be sent on it. */
  isUsable(): boolean;
  /** False while bytes of the request wait to be sent. */
  hasSentAll(): boolean;
  destroy(): void;
}

/** Gives each request the same socket. */
class SocketAgent extends Agent {
  readonly #socket: Socket;
  constructor(socket: Socket) {
    super({ keepAlive: true });
    this.#socket = socket;
  }
  /** What node:http calls for each request: not in its types, and other agents rely on it too. */
  addRequest(request: ClientRequest): void {
    request.onSocket(this.#socket);
  }
}

/** @param host as in the Host header */
export function createConnection(socket: Socket, host: string): Connection {
  const agent = new SocketAgent(socket);
  let last: ClientRequest | undefined;
  let begun = 0;
  // Bytes that no request asked for: what came next would be taken for its answer.
  const endConnection = () => void socket.destroy();
  let learn: (count: number) => void = endConnection;
  socket.on("data", (chunk: Buffer) => learn(chunk.length));

  return {
    begin({ method, target, headers, body }, onBytes) {
      const length = body?.length ?? 0;
      const request = httpRequest({
        agent,
        method,
        path: target,
        // Explicit: otherwise options of Node itself would decide.
        maxHeaderSize: maxHeadBytes,
        insecureHTTPParser: false,
        setDefaultHeaders: false,
        headers: [
          ...["Host", host, "Connection", "keep-alive", ...headers.flat()],
          ...(announcesLength(method, length) ? ["Content-Length", String(length)] : []),
        ],
      });
      last = request;
      begun += 1;
      learn = onBytes;
      request.once("close", () => {
        if (last === request) learn = endConnection;
      });
      return request.end(body);
    },
    isReused: () => begun > 1,
    isUsable: () => socket.writable && last?.writableFinished !== false,
    hasSentAll: () => socket.writableLength === 0,
    destroy: endConnection,
  };
}
