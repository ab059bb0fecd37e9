import type { IncomingMessage } from "node:http";
import { type Clock, startDeadline } from "../clock/clock.ts";
import { maxHeadBytes, maxHeaderLines, mostBytesFor } from "../decoding/answer-size.ts";
import { bodyBytes, type Room } from "../decoding/body-bytes.ts";
import type { Failure, HeaderLine } from "../exchange.ts";
import {
  answerTooLarge,
  bodyTooLarge,
  endedFailure,
  exchangeFailure,
  headTooLarge,
  malformedHead,
  maxInterimResponses,
  type Phase,
  tooManyHeaderLines,
  tooManyInterimResponses,
} from "../failure.ts";
import { headerValues, linesOfRaw } from "../headers.ts";
import { codeOf } from "../own-machine.ts";
import { type Connection, createConnection } from "./connection.ts";
import { type Attempt, ConnectError, openSocket, type Route } from "./open-socket.ts";
import type { WireRequest, WireResult } from "./transport.ts";

/** What all exchanges of a transport share. */
export interface ExchangeSetting {
  readonly clock: Clock;
  readonly route: Route;
  /** How many bytes of a body are read, as they are on the wire. */
  readonly maxBodyBytes: number;
  /** For all bodies in flight. */
  readonly room: Room;
}

interface Head {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
}

/**
 * One request and what comes back. Rejects only for a request that cannot be written.
 * @param held the connection to use; undefined: a new one
 * @param release takes the connection after a whole answer; after a failure it is closed
 */
export function exchangeOver(
  request: WireRequest,
  held: Connection | undefined,
  release: (connection: Connection) => void,
  { clock, route, maxBodyBytes, room }: ExchangeSetting,
): Promise<WireResult> {
  return new Promise((resolve, reject) => {
    let connection = held;
    const attempt: Attempt = { isGivenUp: false, giveUp: () => undefined };
    let sentAtMs = clock.now();
    let firstByteAtMs: number | undefined;
    let isSent = false;
    let isOver = false;
    let head: Head | undefined;
    let interim = 0;
    let bytes = 0;
    const mostBytes = mostBytesFor(maxBodyBytes);
    const body = bodyBytes(maxBodyBytes, Math.min(maxBodyBytes, request.mostKeptBytes), room);

    const phase = (): Phase => {
      if (!isSent) return "connect";
      if (head !== undefined) return "body";
      return connection?.hasSentAll() ? "headers" : "sending";
    };
    const end = (result: WireResult["result"]) => {
      isOver = true;
      deadline.cancel();
      const reusedConnection = isSent && connection?.isReused() === true;
      resolve({ sentAtMs, firstByteAtMs, endedAtMs: clock.now(), reusedConnection, result });
    };
    const endWhole = (answer: Head) => {
      end({ kind: "response", ...answer, body: body.end(), ...(body.isUnkept && { isUnkept: true }) });
    };
    const close = () => {
      body.end();
      attempt.isGivenUp = true;
      attempt.giveUp();
      connection?.destroy();
    };
    const fail = (failure: Failure) => {
      if (isOver) return;
      end({ kind: "failure", failure });
      close();
    };
    const failFrom = (error: unknown) => {
      if (isOver) return;
      const at = phase();
      if (head !== undefined && isEndOfConnection(error) && endsWithConnection(head)) {
        endWhole(head);
        close();
      } else if (error instanceof ConnectError) fail(error.failure);
      else fail(exchangeFailure(error, at === "connect" ? "sending" : at, head));
    };

    const count = (more: number) => {
      // The parser does not bound the whitespace before a value, nor what stands around the chunks of a body.
      if (head === undefined && bytes > maxHeadBytes) fail(headTooLarge);
      bytes += more;
      if (head !== undefined && bytes > mostBytes) fail(answerTooLarge(mostBytes, head));
    };
    const read = (response: IncomingMessage, on: Connection) => {
      firstByteAtMs = clock.now();
      const { statusCode: status = 0, rawHeaders } = response;
      if (status < 200) fail(malformedHead);
      if (rawHeaders.length > 2 * maxHeaderLines) fail(tooManyHeaderLines);
      const answer = { status, headers: linesOfRaw(rawHeaders) };
      head = answer;
      response.on("data", (chunk: Buffer) => {
        if (!isOver && !body.add(chunk)) fail(bodyTooLarge(maxBodyBytes, answer));
      });
      response.on("error", failFrom);
      response.on("end", () => {
        if (isOver) return;
        endWhole(answer);
        release(on);
      });
    };
    const send = (on: Connection) => {
      connection = on;
      let response: IncomingMessage | undefined;
      const sending = on.begin(request, count);
      sending.on("socket", () => {
        isSent = true;
        sentAtMs = clock.now();
      });
      sending.on("information", () => {
        interim += 1;
        if (interim > maxInterimResponses) fail(tooManyInterimResponses);
      });
      // Nobody asked for another protocol.
      sending.on("upgrade", () => fail(malformedHead));
      sending.on("response", (begun) => {
        response = begun;
        read(begun, on);
      });
      sending.on("error", (error) => {
        // What follows a whole answer is no part of it.
        if (response?.complete !== true) failFrom(error);
      });
    };
    /** @throws what `Connection.begin` throws */
    const sendOrClose = (on: Connection) => {
      if (isOver) {
        on.destroy();
        return;
      }
      try {
        send(on);
      } catch (error) {
        isOver = true;
        deadline.cancel();
        close();
        reject(error);
      }
    };

    const deadline = startDeadline(clock, request.timeoutMs, request.signal, (why) =>
      fail(endedFailure(why, phase(), request.timeoutMs, head)),
    );
    if (request.signal?.aborted) fail(endedFailure("aborted", "connect", request.timeoutMs));
    else if (held !== undefined) sendOrClose(held);
    else
      openSocket(route, attempt).then(
        (socket) => sendOrClose(createConnection(socket, route.target.host)),
        failFrom,
      );
  });
}

/** Simple servers close a connection before they have read the whole request: for the client, that is a reset. */
function isEndOfConnection(error: unknown): boolean {
  return codeOf(error) === "ECONNRESET";
}

/** RFC 9112, section 6.3: where nothing else says how long a body is, it goes on to the end of the connection. */
function endsWithConnection({ headers }: Head): boolean {
  const isChunked = headerValues(headers, "transfer-encoding").some((value) => /chunked\s*$/i.test(value));
  return !isChunked && headerValues(headers, "content-length").length === 0;
}
