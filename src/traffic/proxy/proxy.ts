import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Pool } from "undici";
import { linesOfRaw } from "#core/exchange/exchange.ts";
import { listening } from "#core/exchange/transport/private-host.ts";
import { isUpgrade } from "./fields.ts";
import { Passage, type PassageInput, proxyEnded } from "./passage.ts";

export interface ProxyPlace {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Certificates in PEM that the target's is checked against; default the system's. */
  readonly ca?: string;
}

interface ProxyOptions extends PassageInput, ProxyPlace {}

/** A longer head is refused, on either side. */
const maxHeaderSize = 1 << 18;

/** A connection with more requests that wait for their turn is closed. */
const mostWaiting = 100;

/** What a connection of a client is busy with: its requests are passed on one after the other. */
interface Turns {
  last: Promise<void>;
  waiting: number;
  asked?: IncomingMessage;
}

/**
 * A reverse proxy: Node reads what clients send, undici sends it on to the target alone. What is reported is what both sides
 * sent, line by line. Rejects where the port cannot be opened.
 */
export async function startProxy(options: ProxyOptions) {
  const proxy = new ReverseProxy(options);
  const place = await listening(proxy.server, options.port, options.host);
  /** The base address in place of the target's. */
  const url = new URL(`http://${place}${options.target.pathname}`);
  return { url, close: () => proxy.close() };
}

class ReverseProxy {
  readonly server = createServer({ maxHeaderSize, requireHostHeader: false, keepAliveTimeout: 60_000 });
  readonly #options: ProxyOptions;
  readonly #pool: Pool;
  readonly #turns = new WeakMap<Duplex, Turns>();
  readonly #underWay = new Set<Passage>();

  constructor(options: ProxyOptions) {
    this.#options = options;
    const { target, ca } = options;
    // How long an answer may take is between the client and the target.
    const patient = { headersTimeout: 0, bodyTimeout: 0 };
    const connect = ca === undefined ? {} : { connect: { ca } };
    this.#pool = new Pool(target.origin, { allowH2: false, maxHeaderSize, ...patient, ...connect });
    // Node would leave out lines beyond a number of them.
    this.server.maxHeadersCount = 0;
    const take = (asked: IncomingMessage, answer: ServerResponse): void => this.#take(asked, answer);
    this.server.on("request", take);
    this.server.on("checkContinue", (asked, answer) => {
      answer.writeContinue();
      take(asked, answer);
    });
    this.server.on("checkExpectation", (asked, answer) =>
      new Passage(asked, answer, options).refuse(417, "a request with another expectation than 100-continue"),
    );
    this.server.on("connect", (_, socket) => this.#refuse(socket, "501 Not Implemented", "CONNECT"));
    this.server.on("clientError", (error: NodeJS.ErrnoException, socket) => this.#misread(error, socket));
  }

  /** A request waits until those before it on its connection are answered: answers come in their order, and effects, too. */
  #take(asked: IncomingMessage, answer: ServerResponse): void {
    const { socket } = asked;
    const turns = this.#turnsOf(socket);
    if (socket.destroyed) return;
    if (turns.waiting >= mostWaiting) {
      this.#options.onNotJudged(`a connection with more than ${mostWaiting} requests that wait`);
      socket.destroy();
      return;
    }
    turns.waiting += 1;
    turns.asked = asked;
    turns.last = turns.last.then(async () => {
      if (!socket.destroyed) await this.#pass(asked, answer);
      turns.waiting -= 1;
    });
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const passage = new Passage(asked, answer, this.#options);
    if (isUpgrade(linesOfRaw(asked.rawHeaders)))
      return passage.refuse(501, "a request to change the protocol");
    this.#underWay.add(passage);
    await passage.go(this.#pool);
    this.#underWay.delete(passage);
  }

  #turnsOf(socket: Duplex): Turns {
    const turns: Turns = this.#turns.get(socket) ?? { last: Promise.resolve(), waiting: 0 };
    this.#turns.set(socket, turns);
    return turns;
  }

  /** What is no HTTP/1.1, or not all of it. */
  #misread({ code = "" }: NodeJS.ErrnoException, socket: Duplex): void {
    const isOfBody = this.#turnsOf(socket).asked?.complete === false;
    // A client that leaves is no news: its request is reported as given up.
    if (/^ECONNRESET$|EOF_STATE$/.test(code) || !socket.writable) socket.destroy();
    else if (isOfBody) {
      // Its beginning is on its way to the target, and is given up with the connection.
      this.#options.onNotJudged(`a body that Node does not read as HTTP/1.1 (${code})`);
      socket.destroy();
    } else if (code === "ERR_HTTP_REQUEST_TIMEOUT")
      this.#refuse(socket, "408 Request Timeout", "a request that did not end in time");
    else {
      const status =
        code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
      this.#refuse(socket, status, `a request that Node does not read as HTTP/1.1 (${code})`);
    }
  }

  /** Answers after what was asked before, and closes the connection. */
  #refuse(socket: Duplex, status: string, what: string): void {
    this.#options.onNotJudged(what);
    socket.on("error", () => undefined);
    void this.#turnsOf(socket).last.then(() => {
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      (socket as Socket).destroySoon();
    });
  }

  /** Ends every connection. What is not answered yet is reported as given up. */
  async close(): Promise<void> {
    for (const passage of this.#underWay) passage.end(proxyEnded);
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await Promise.all([closed, this.#pool.destroy()]);
  }
}
