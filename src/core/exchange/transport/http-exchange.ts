import type { Dispatcher } from "undici";
import { type Clock, startDeadline } from "../clock/clock.ts";
import { BodyBytes, type Room } from "../decoding/body-bytes.ts";
import type { Failure, HeaderLine } from "../exchange.ts";
import {
  bodyTooLarge,
  endedFailure,
  exchangeFailure,
  isParserError,
  malformedHead,
  maxHeaderLines,
  type Phase,
  TransportError,
  tooManyHeaderLines,
} from "../failure.ts";
import { linesOfRaw } from "../headers.ts";
import { codeOf } from "../own-machine.ts";
import type { Connection } from "./connection.ts";
import type { WireRequest, WireResult } from "./transport.ts";

/** What all exchanges of a transport share. */
export interface ExchangeSetting {
  readonly clock: Clock;
  /** How many bytes of a body are read, as they are on the wire. */
  readonly maxBodyBytes: number;
  /** For all bodies in flight. */
  readonly room: Room;
}

export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #settled = Promise.withResolvers<WireResult>();
  readonly #request: WireRequest;
  readonly #connection: Connection;
  readonly #setting: ExchangeSetting;
  readonly #body: BodyBytes;
  readonly #deadline: ReturnType<typeof startDeadline>;
  #sentAtMs: number;
  #firstByteAtMs: number | undefined;
  #reusedConnection = false;
  #isSent = false;
  #isOver = false;
  #head: { readonly status: number; readonly headers: readonly HeaderLine[] } | undefined;

  constructor(request: WireRequest, connection: Connection, setting: ExchangeSetting) {
    this.#request = request;
    this.#connection = connection;
    this.#setting = setting;
    const { clock, maxBodyBytes, room } = setting;
    this.#sentAtMs = clock.now();
    this.#body = new BodyBytes(maxBodyBytes, Math.min(maxBodyBytes, request.mostKeptBytes), room);
    this.#deadline = startDeadline(clock, request.timeoutMs, request.signal, (why) =>
      this.#fail(endedFailure(why, this.#phase(), request.timeoutMs)),
    );
  }

  /** Rejects only for a fault of this project: a request that cannot be written. */
  send(): Promise<WireResult> {
    const { method, target: path, headers, body = null, signal, timeoutMs } = this.#request;
    if (signal?.aborted) this.#fail(endedFailure("aborted", "connect", timeoutMs));
    else this.#connection.dispatch({ method, path, headers: headers.flat(), body }, this);
    return this.#settled.promise;
  }

  onRequestStart(): void {
    this.#isSent = true;
    this.#reusedConnection = this.#connection.begin();
    this.#sentAtMs = this.#setting.clock.now();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    this.#firstByteAtMs = this.#setting.clock.now();
    const headers = linesOfRaw(rawText(controller.rawHeaders));
    if (status < 200) this.#fail(malformedHead);
    else if (headers.length > maxHeaderLines) this.#fail(tooManyHeaderLines);
    else this.#head = { status, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isOver && !this.#body.add(chunk)) this.#fail(bodyTooLarge(this.#setting.maxBodyBytes));
  }

  onResponseEnd(): void {
    if (this.#isOver || this.#head === undefined) return;
    this.#connection.end();
    this.#end({
      ...{ kind: "response", ...this.#head, body: this.#body.end() },
      ...(this.#body.isUnkept && { isUnkept: true }),
    });
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#isOver) return;
    const phase = this.#phase();
    if (error instanceof TransportError) this.#fail(error.failure);
    else if (isOurs(error)) {
      this.#close();
      this.#settled.reject(error);
    } else this.#fail(exchangeFailure(error, phase === "connect" ? "sending" : phase));
  }

  #phase(): Phase {
    if (!this.#isSent) return "connect";
    if (this.#head !== undefined) return "body";
    return this.#connection.hasSentAll() ? "headers" : "sending";
  }

  #end(result: WireResult["result"]): void {
    this.#isOver = true;
    this.#deadline.cancel();
    this.#settled.resolve({
      ...{ sentAtMs: this.#sentAtMs, firstByteAtMs: this.#firstByteAtMs },
      ...{ endedAtMs: this.#setting.clock.now(), reusedConnection: this.#reusedConnection, result },
    });
  }

  #fail(failure: Failure): void {
    if (this.#isOver) return;
    this.#end({ kind: "failure", failure: { ...failure, ...(this.#head && { partial: this.#head }) } });
    this.#close();
  }

  #close(): void {
    this.#isOver = true;
    this.#deadline.cancel();
    this.#body.end();
    void this.#connection.destroy();
  }
}

/** A mistake of this project, or a request that undici does not send: what comes of the target has another code. */
function isOurs(error: Error): boolean {
  return (
    !isParserError(error) && ["", "UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"].includes(codeOf(error))
  );
}

/** undici has them as bytes of Latin-1. */
function rawText(raw: Dispatcher.DispatchController["rawHeaders"]): string[] {
  if (!Array.isArray(raw)) throw new TypeError("undici gave no raw headers");
  return raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")));
}
