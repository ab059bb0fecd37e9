import type { Room } from "../../core/exchange/decoding/body-bytes.ts";
import type { Failure, HeaderLine } from "../../core/exchange/exchange.ts";
import type { WireExchange } from "../../core/exchange/wire-exchange.ts";
import { type Framing, framingOf, linesOf, NoRoom, NotHttp } from "./head-fields.ts";
import { AnswerHead, RequestHead } from "./head-scanners.ts";
import { Http1Reader } from "./http1-reader.ts";
import { KeptBytes } from "./kept-bytes.ts";
import { cutShort, malformed } from "./upstream-failure.ts";

/** What reads along on one connection of a client and its connection to the target. */
export type Tap = ReturnType<typeof createTap>;

/** An exchange that has passed. It is read when it is wanted: until then its heads are texts. */
export interface Passed {
  exchange(): WireExchange;
  /** About how much memory it takes. */
  readonly bytes: number;
}

export interface TapInput {
  readonly onExchange: (passed: Passed) => void;
  /** An exchange passed for which there was no room. */
  readonly onLeftOut: () => void;
  /** From here on, what passes on this connection is not HTTP/1.1, or its head is too long to be kept. */
  readonly onOpaque: () => void;
  /** The base address that is proxied. Requests keep their path. */
  readonly target: URL;
  /** How much of one body is kept to be judged; all of it is passed on. */
  readonly maxBodyBytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** For all that waits: on this connection, or on all of a proxy. */
  readonly room: Room;
}

/** A request as it passes; `kept` is undefined where there was no room for it. */
interface Asked {
  readonly isHead: boolean;
  readonly kept: Kept | undefined;
}

interface Kept {
  readonly head: string;
  readonly sentAtMs: number;
  body: KeptBytes | undefined;
  isWhole: boolean;
}

/** Of these there may be many: they take nothing. */
const leftOut: Asked = { isHead: false, kept: undefined };
const leftOutHead: Asked = { isHead: true, kept: undefined };

/** What an exchange takes beside its heads and bodies. */
const fixedBytes = 1024;

const noBytes = Buffer.alloc(0);
const requestLine = /^\s*([!#$%&'*+.^`|~\w-]+) (\S+) HTTP\/1\.[01]\r?\n/;
const statusLine = /^\s*HTTP\/1\.[01] ([1-9][0-9][0-9])(?: .*)?\r\n/;

/**
 * Reads the exchanges of a connection from its bytes. The answers pass by themselves; of the requests, what names the host alone
 * is another on the way. From where one side's bytes are no HTTP/1.1, they pass all the same, and nothing is read from them.
 */
export function createTap(given: TapInput) {
  const { target, maxBodyBytes, now, room, onExchange, onLeftOut, onOpaque } = given;
  const waiting: Asked[] = [];
  let asking: Kept | undefined;
  let [status, answerHead] = [0, ""];
  let answer: KeptBytes | undefined;
  let [isOff, isOpaque] = [false, false];

  /** Gives back the room of the oldest request, and reports it with its answer where it was kept whole. */
  const report = (outcome: (() => WireExchange["outcome"]) | undefined, bytes = 0): void => {
    const kept = waiting.shift()?.kept;
    if (kept === undefined) {
      onLeftOut();
      return;
    }
    const { head, sentAtMs, body, isWhole } = kept;
    const endedAtMs = now();
    const cost = fixedBytes + head.length + (body?.cost ?? 0) + bytes;
    room.give(fixedBytes + head.length);
    const hasRoom = body?.hasRoom !== false;
    const sent = body === undefined ? noBytes : body.release();
    if (outcome === undefined || !hasRoom) {
      onLeftOut();
      return;
    }
    const exchange = (): WireExchange => {
      const [, method = "", path = ""] = requestLine.exec(head) ?? [];
      const headers = linesOf(head).map(
        ([name, value]): HeaderLine => [name, name.trim().toLowerCase() === "host" ? target.host : value],
      );
      const request = { method, target: belowBase(path, target), headers, body: isWhole ? sent : undefined };
      return { ...request, sentAtMs, endedAtMs, outcome: outcome() };
    };
    onExchange({ exchange, bytes: cost });
  };
  const turnOff = (): void => {
    isOff = true;
    responses.giveUp();
    answer?.release();
    while (waiting.length > 0) report(undefined);
  };
  const goOpaque = (): void => {
    if (!isOpaque) onOpaque();
    isOpaque = true;
  };

  const requestHead = new RequestHead(target.host);
  const requests = new Http1Reader({
    ...{ scanner: requestHead, room, isLenient: true },
    head: (head) => {
      const [, method] = requestLine.exec(head) ?? [];
      const framing = framingOf(head) ?? "none";
      if (method === undefined || method === "CONNECT" || framing === "close") throw new NotHttp();
      if (isOff) return framing;
      asking = room.take(fixedBytes + head.length)
        ? { head, sentAtMs: now(), body: undefined, isWhole: false }
        : undefined;
      const isHead = method === "HEAD";
      waiting.push(asking === undefined ? (isHead ? leftOutHead : leftOut) : { isHead, kept: asking });
      return framing;
    },
    body: (part) => {
      if (asking === undefined || isOff) return;
      asking.body ??= new KeptBytes(room, maxBodyBytes);
      asking.body.add(part);
    },
    end: () => {
      if (asking !== undefined) asking.isWhole = true;
      asking = undefined;
    },
  });

  const responses = new Http1Reader({
    ...{ scanner: new AnswerHead(), room, isLenient: false },
    head: (head) => {
      status = statusOf(head);
      answerHead = head;
      answer = undefined;
      if (status !== 101) return framingOfAnswer(status, head, waiting[0]?.isHead === true);
      // Both sides speak another protocol from here on.
      requests.giveUp();
      turnOff();
      return "opaque";
    },
    body: (part) => {
      // Nobody asked for it.
      if (waiting[0]?.kept === undefined) return;
      answer ??= new KeptBytes(room, maxBodyBytes);
      answer.add(part);
    },
    end: () => {
      if (status < 200) return;
      const [head, ofStatus, hasRoom] = [answerHead, status, answer?.hasRoom !== false];
      const cost = head.length + (answer?.cost ?? 0);
      const body = answer === undefined ? noBytes : answer.release();
      answer = undefined;
      const outcome = () => ({ kind: "answer", status: ofStatus, headers: linesOf(head), body }) as const;
      if (waiting.length > 0) report(hasRoom ? outcome : undefined, cost);
    },
  });

  const fail = (failure: Failure): void => report(() => ({ kind: "failure", failure }));
  return {
    /** What the client sent; returns what the target is to be sent. */
    asked: (bytes: Buffer): Buffer => {
      try {
        requests.read(bytes);
      } catch (error) {
        if (!(error instanceof NotHttp)) throw error;
        goOpaque();
        turnOff();
      }
      return requestHead.written(bytes);
    },
    answered: (bytes: Buffer): void => {
      try {
        if (!isOff) responses.read(bytes);
      } catch (error) {
        if (!(error instanceof NotHttp)) throw error;
        if (waiting.length === 0 || error instanceof NoRoom) goOpaque();
        else fail(malformed);
        turnOff();
      }
    },
    /** The target sends no more, or where that is `aborted`, neither side does: what is under way has come to this. */
    ended: (failure: Failure): void => {
      if (failure.kind === "aborted") requests.giveUp();
      if (isOff) return;
      if (!responses.end() && waiting.length > 0) fail(failure.kind === "aborted" ? failure : cutShort);
      while (waiting.length > 0) fail(failure);
      turnOff();
    },
    /** Requests that are not answered yet. */
    get underWay() {
      return waiting.length;
    },
  };
}

function statusOf(head: string): number {
  const [, status] = statusLine.exec(head) ?? [];
  if (status === undefined) throw new NotHttp();
  return Number(status);
}

/** @throws NotHttp */
function framingOfAnswer(status: number, head: string, isToHead: boolean): Framing {
  if (isToHead || status < 200 || status === 204 || status === 304) return "none";
  return framingOf(head) ?? "close";
}

/** The path of a request below the base address; where it is elsewhere, its whole address, which is no operation's. */
function belowBase(given: string, { pathname, origin }: URL): string {
  const path = given.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  const base = pathname.replace(/\/$/, "");
  if (path.startsWith(`${base}/`)) return path.slice(base.length);
  return path.startsWith("/") ? origin + path : path;
}
