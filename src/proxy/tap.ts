import type { Failure, HeaderLine } from "../exchange/exchange.ts";
import type { ForeignBody, ForeignExchange } from "../traffic/foreign-exchange.ts";
import { type Framing, framingOf, type Head, Http1Reader, NotHttp } from "./http1-reader.ts";
import { cutShort, malformed } from "./upstream-failure.ts";

/** What reads along on one connection of a client and its connection to the target. */
export interface Tap {
  /** What the client sent; gives what the target is to be sent, piece by piece. */
  asked(bytes: Buffer): void;
  answered(bytes: Buffer): void;
  /** The target sends no more: what is under way has come to this, unless it ends so. */
  ended(failure: Failure): void;
  /** Requests that are not answered yet. */
  readonly underWay: number;
}

interface TapInput {
  readonly target: URL;
  readonly maxBodyBytes: number;
  readonly now: () => number;
  /** Sends bytes on to the target. */
  readonly pass: (bytes: Buffer) => void;
  readonly onExchange: (exchange: ForeignExchange) => void;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly sentAtMs: number;
  readonly body: Kept;
}

/** A body that is kept while it passes, as long as it is no more than so many bytes. */
interface Kept {
  readonly parts: Buffer[];
  bytes: number;
  isWhole: boolean;
}

const requestLine = /^([!#$%&'*+.^`|~\w-]+) (\S+) HTTP\/1\.[01]$/;
const statusLine = /^HTTP\/1\.[01] ([1-9][0-9][0-9])(?: .*)?$/;

/**
 * Tells the exchanges of a connection from its bytes. The answers pass by themselves; of the requests, the value of Host alone
 * is another on the way. From where one side's bytes are no HTTP/1.1, they pass all the same, and nothing is told of them.
 */
export function createTap({ target, maxBodyBytes, now, pass, onExchange }: TapInput): Tap {
  const waiting: Asked[] = [];
  let asking: Asked | undefined;
  let status = 0;
  let lines: readonly HeaderLine[] = [];
  let answer: Kept | undefined;
  let isOff = false;

  const keep = (kept: Kept | undefined, part: Buffer): void => {
    if (kept === undefined) return;
    kept.bytes += part.length;
    // A copy: the buffer of a socket may be a small part of a large one.
    if (kept.bytes <= maxBodyBytes) kept.parts.push(Buffer.from(part));
    else kept.parts.length = 0;
  };
  const bodyOf = ({ parts, bytes, isWhole }: Kept): ForeignBody =>
    isWhole && bytes <= maxBodyBytes
      ? parts.length === 1 && parts[0]
        ? parts[0]
        : Buffer.concat(parts)
      : undefined;
  const tell = (outcome: ForeignExchange["outcome"]): void => {
    const first = waiting.shift();
    if (first === undefined) return;
    const { method, path, headers, sentAtMs, body } = first;
    onExchange({
      ...{ method, target: belowBase(path, target), headers, body: bodyOf(body) },
      ...{ sentAtMs, endedAtMs: now(), outcome },
    });
  };
  const turnOff = (): void => {
    isOff = true;
    requests.giveUp();
    responses.giveUp();
  };

  const requests = new Http1Reader({
    head: ({ start, lines }, bytes) => {
      const [, method, path] = requestLine.exec(start) ?? [];
      const framing = framingOf(lines) ?? "none";
      if (method === undefined || path === undefined || method === "CONNECT" || framing === "close")
        throw new NotHttp();
      pass(withHost(bytes, target.host));
      const headers = lines.map(
        ([name, value]): HeaderLine => [name, name.toLowerCase() === "host" ? target.host : value],
      );
      asking = { method, path, headers, sentAtMs: now(), body: { parts: [], bytes: 0, isWhole: false } };
      waiting.push(asking);
      return framing;
    },
    body: (part) => keep(asking?.body, part),
    end: () => {
      if (asking !== undefined) asking.body.isWhole = true;
    },
    raw: pass,
  });

  const responses = new Http1Reader({
    head: (head) => {
      status = statusOf(head);
      ({ lines } = head);
      answer = { parts: [], bytes: 0, isWhole: false };
      return framingOfAnswer(status, lines, waiting[0]?.method);
    },
    body: (part) => keep(answer, part),
    end: () => {
      if (status < 200 || answer === undefined) return;
      answer.isWhole = true;
      tell({ kind: "answer", status, headers: lines, body: bodyOf(answer) });
      answer = undefined;
    },
  });

  return {
    asked: (bytes) => {
      if (isOff) pass(bytes);
      else if (!requests.read(bytes)) turnOff();
    },
    answered: (bytes) => {
      if (isOff) return;
      const isHttp = responses.read(bytes);
      if (!isHttp) tell({ kind: "failure", failure: malformed });
      if (!isHttp || status === 101) turnOff();
    },
    ended: (failure) => {
      if (isOff) return;
      if (!responses.end())
        tell({ kind: "failure", failure: failure.kind === "aborted" ? failure : cutShort });
      while (waiting.length > 0) tell({ kind: "failure", failure });
      turnOff();
    },
    get underWay() {
      return isOff ? 0 : waiting.length;
    },
  };
}

function statusOf({ start }: Head): number {
  const [, status] = statusLine.exec(start) ?? [];
  if (status === undefined) throw new NotHttp();
  return Number(status);
}

/** @throws NotHttp */
function framingOfAnswer(status: number, lines: readonly HeaderLine[], method: string | undefined): Framing {
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) return "none";
  return framingOf(lines) ?? "close";
}

/** The same head with another value of Host, its name and the blanks around the value as they were. */
function withHost(head: Buffer, host: string): Buffer {
  const text = head
    .toString("latin1")
    .replace(/(\r\nhost:[ \t]*)[^\r]*?(?=[ \t]*\r\n)/gi, (_, start: string) => start + host);
  return Buffer.from(text, "latin1");
}

/** The path of a request below the base address; where it is elsewhere, its whole address, which is no operation's. */
function belowBase(path: string, { pathname, origin }: URL): string {
  const base = pathname.replace(/\/$/, "");
  if (path.startsWith(`${base}/`)) return path.slice(base.length);
  return path.startsWith("/") ? origin + path : path;
}
