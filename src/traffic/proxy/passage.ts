import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { BodyBytes, type Room } from "#core/exchange/decoding/evidence-room.ts";
import { type Failure, type HeaderLine, linesOfRaw } from "#core/exchange/exchange.ts";
import { connectFailure, exchangeFailure, type Phase } from "#core/exchange/failure.ts";
import { codeOf } from "#core/exchange/own-machine.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { belowBase, isPlainlyFramed, passedOn, pathOf } from "./fields.ts";

export interface PassageInput {
  /** Called once what came of the request has gone on to the client. */
  readonly onExchange: (exchange: WireExchange) => void;
  /** Something was refused, or could not be passed on: what it was, and why. */
  readonly onNotJudged: (what: string) => void;
  /** The base address that is proxied. Requests keep their path. */
  readonly target: URL;
  /** How much of one body is kept to be judged; all of it is passed on. */
  readonly maxBodyBytes: number;
  readonly room: Room;
}

const clientLeft: Failure = { kind: "aborted", phase: "body", message: "the client left" };

export const proxyEnded: Failure = { kind: "aborted", phase: "body", message: "the proxy was ended" };

class NotPassable extends Error {
  override readonly name = "NotPassable";
}

const noBytes = Buffer.alloc(0);

/** One request on its way to the target, and its answer on the way back. */
export class Passage implements Dispatcher.DispatchHandler {
  readonly #asked: IncomingMessage;
  readonly #answer: ServerResponse;
  readonly #given: PassageInput;
  readonly #lines: readonly HeaderLine[];
  readonly #sent: BodyBytes;
  readonly #came: BodyBytes;
  #sentAtMs = 0;
  #isSentWhole = false;
  #controller: Dispatcher.DispatchController | undefined;
  #head: { readonly status: number; readonly headers: readonly HeaderLine[] } | undefined;
  /** Nothing more is reported of it. */
  #isOver = false;

  constructor(asked: IncomingMessage, answer: ServerResponse, given: PassageInput) {
    this.#asked = asked;
    this.#answer = answer;
    this.#given = given;
    this.#lines = linesOfRaw(asked.rawHeaders);
    const { maxBodyBytes, room } = given;
    this.#sent = new BodyBytes(Number.POSITIVE_INFINITY, maxBodyBytes, room);
    this.#came = new BodyBytes(Number.POSITIVE_INFINITY, maxBodyBytes, room);
  }

  /** Sends the request on. Resolves when its answer, or the connection of the client, has ended. */
  go(dispatcher: Dispatcher): Promise<void> {
    const path = pathOf(this.#asked.url ?? "");
    const isFramed = isPlainlyFramed(this.#lines);
    if (path === undefined || !isFramed) {
      this.refuse(
        isFramed ? 400 : 501,
        `a request ${isFramed ? "without a path" : "with a transfer coding"}`,
      );
      return Promise.resolve();
    }
    this.#sentAtMs = Date.now();
    const headers = passedOn(this.#lines).filter(([name]) => name.toLowerCase() !== "host");
    const { "transfer-encoding": coding, "content-length": length = 0 } = this.#asked.headers;
    const hasBody = coding !== undefined || Number(length) > 0;
    if (!hasBody) this.#isSentWhole = true;
    return new Promise((resolve) => {
      this.#answer.on("drain", () => this.#controller?.resume());
      this.#answer.on("close", () => {
        this.end(clientLeft);
        resolve();
      });
      dispatcher.dispatch(
        {
          path,
          method: (this.#asked.method ?? "") as Dispatcher.HttpMethod,
          headers: [["Host", this.#given.target.host], ...headers].flat(),
          body: hasBody ? Readable.from(this.#body()) : null,
        },
        this,
      );
    });
  }

  /** Answers in place of the target, and closes the connection. */
  refuse(status: number, what: string): void {
    this.#isOver = true;
    this.#given.onNotJudged(what);
    this.#answer.writeHead(status, { Connection: "close", "Content-Type": "text/plain" });
    this.#answer.end(`petstore-conformance proxy: not passed on: ${what}\n`);
  }

  /** Gives up what is not over: the exchange has come to this. */
  end(failure: Failure): void {
    if (this.#isOver) return;
    this.#report({ kind: "failure", failure });
    this.#controller?.abort(new Error(failure.message));
  }

  async *#body(): AsyncGenerator<Buffer> {
    // Where the target answers before it has read all, the answer still goes out.
    for await (const part of this.#asked.iterator({ destroyOnReturn: false })) {
      this.#keep(this.#sent, part);
      yield part;
    }
    this.#isSentWhole = true;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error(clientLeft.message));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _: unknown,
    reason?: string,
  ): void {
    // Interim answers end here, as trailers do.
    if (status < 200 || this.#isOver) return;
    const headers = linesOfRaw(Array.isArray(controller.rawHeaders) ? controller.rawHeaders : []);
    try {
      if (!isPlainlyFramed(headers)) throw new NotPassable("a transfer coding beside chunked");
      const lines = passedOn(headers).filter(
        ([name]) => status !== 204 || name.toLowerCase() !== "content-length",
      );
      this.#answer.sendDate = false;
      this.#answer.writeHead(status, reason ?? "", lines.flat());
      // The head goes out at once. `flushHeaders` would write it in UTF-8.
      this.#answer.write(noBytes);
      this.#head = { status, headers };
    } catch (error) {
      controller.abort(
        error instanceof NotPassable ? error : new NotPassable("a head that Node does not send"),
      );
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    if (this.#isOver) return;
    this.#keep(this.#came, part);
    if (!this.#answer.write(part)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#head === undefined || this.#isOver) return;
    this.#answer.end();
    this.#report({ kind: "answer", ...this.#head, body: this.#came.end() });
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#isOver) return;
    const begun = this.#head === undefined ? "headers" : "body";
    const phase = this.#controller === undefined ? "connect" : begun;
    const found = failureOf(error, phase, this.#given.target);
    if (!("notJudged" in found)) {
      this.#answer.destroy();
      this.#report({ kind: "failure", failure: found });
    } else if (found.isRequest && !this.#answer.headersSent) this.refuse(400, found.notJudged);
    else {
      this.#isOver = true;
      this.#given.onNotJudged(found.notJudged);
      this.#answer.destroy();
    }
    this.#sent.end();
    this.#came.end();
  }

  /** What of a body is kept to be judged, as long as there is room for it. */
  #keep(body: BodyBytes, part: Uint8Array): void {
    const { maxBodyBytes, onNotJudged } = this.#given;
    const wasKept = body.isKept;
    body.add(part);
    if (wasKept && !body.isKept)
      onNotJudged(`a body of more than ${maxBodyBytes} bytes, or without room to keep it`);
  }

  #report(outcome: WireExchange["outcome"]): void {
    this.#isOver = true;
    const { target, onExchange } = this.#given;
    const sent = this.#sent.end();
    this.#came.end();
    const { method = "", url = "" } = this.#asked;
    onExchange({
      ...{ method, target: belowBase(pathOf(url) ?? url, target) },
      headers: this.#lines.map(([name, value]) => [
        name,
        name.toLowerCase() === "host" ? target.host : value,
      ]),
      body: this.#isSentWhole ? sent : undefined,
      ...{ sentAtMs: this.#sentAtMs, endedAtMs: Date.now(), outcome },
    });
  }
}

/** Where nobody can say what the target did: it sent what undici, or Node, does not read or pass on. */
interface Refused {
  /** What is not judged: "a request that undici does not send (UND_ERR_INVALID_ARG)". */
  readonly notJudged: string;
  readonly isRequest: boolean;
}

/** What an error of undici says of the target. Holds no text of the target's. */
function failureOf(error: Error, phase: Phase, target: URL): Failure | Refused {
  const code = codeOf(error);
  if (/^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_)/.test(code))
    return { notJudged: `a request that undici does not send (${code})`, isRequest: true };
  const failure =
    phase === "connect"
      ? connectFailure(error, target.protocol === "https:" ? "https" : "http")
      : exchangeFailure(error, phase);
  const isUnread = failure.kind === "malformed" || failure.kind === "too-large";
  if (!isUnread && !(error instanceof NotPassable)) return failure;
  const [, why = error.message] = /\((.+)\)$/.exec(error.message) ?? [];
  return { notJudged: `an answer that is not passed on as HTTP/1.1 (${why})`, isRequest: false };
}
