import type { Socket } from "node:net";
import type { Clock } from "#core/exchange/clock/clock.ts";
import {
  ReferenceServer,
  type ReferenceServerOptions,
  type ServerResponse,
} from "#reference-server/server.ts";
import type { BedRequest, Hostility } from "./bed-server.ts";

/** Bytes as Latin-1 where text is given. */
type Bytes = string | Uint8Array;

export function bytesOf(text: Bytes): Uint8Array {
  return typeof text === "string" ? Buffer.from(text, "latin1") : text;
}

/** A whole response: status line, header lines, Content-Length, body. */
export function json(status: string, body: Bytes, headers: readonly string[] = []): Uint8Array {
  const bytes = bytesOf(body);
  const type = "Content-Type: application/json";
  const lines = [`HTTP/1.1 ${status}`, type, ...headers, `Content-Length: ${bytes.length}`];
  return Buffer.concat([bytesOf(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

export function always(bytes: Bytes, andThen?: (socket: Socket) => void): Hostility {
  const answer = bytesOf(bytes);
  return { onRequest: (socket) => socket.write(answer, () => andThen?.(socket)) };
}

/** After `head`, `piece` again and again: every `everyMs`, or as fast as it is taken where that is 0. */
export function endless(head: Bytes, piece: Bytes, everyMs = 0): Hostility {
  return {
    onRequest: (socket, _, clock) => {
      socket.write(bytesOf(head));
      if (everyMs > 0) void writeEach(socket, everyMs, clock, () => bytesOf(piece));
      else pour(socket, bytesOf(piece));
    },
  };
}

function pour(socket: Socket, piece: Uint8Array): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

export function dripInto(socket: Socket, bytes: Uint8Array, everyMs: number, clock: Clock): void {
  void writeEach(socket, everyMs, clock, (nth) => bytes.subarray(nth, nth + 1));
}

/** Writes a piece each `everyMs`, counted from 0, until one is empty or the connection has ended. */
export async function writeEach(
  socket: Socket,
  everyMs: number,
  clock: Clock,
  piece: (nth: number) => Uint8Array,
): Promise<void> {
  for (let nth = 0; ; nth += 1) {
    await clock.sleep(everyMs);
    const bytes = piece(nth);
    if (socket.destroyed || bytes.length === 0) return;
    socket.write(bytes);
  }
}

/** One behaviour for the first requests, another from then on. */
export function first(count: number, before: Hostility, after: Hostility): Hostility {
  return {
    onRequest: (socket: Socket, request: BedRequest, clock: Clock) =>
      (request.nth <= count ? before : after).onRequest?.(socket, request, clock),
  };
}

/** The key of every run in the bed: long, and with what is escaped in a URL, in JSON and in HTML. */
export const bedKey = "sk-Bed/7+aB9&xQ2=zT5~rW8";

interface Exchanged {
  readonly request: BedRequest;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** What the correct server answers. */
  readonly correct: ServerResponse;
  readonly clock: Clock;
}

/** The bytes to send in place of the correct ones; undefined: the answer is written by the callee. */
type Spoil = (exchanged: Exchanged, socket: Socket) => Uint8Array | undefined;

/** The correct service over raw sockets, its time so far behind, each answer in the hands of `spoil` before it goes out. */
export function petstore(
  spoil: Spoil = ({ correct }) => plain(correct),
  options: Partial<ReferenceServerOptions> & { readonly behindMs?: number } = {},
): Hostility {
  const { behindMs = 0, ...given } = options;
  let clock: Clock | undefined;
  const now = () => (clock?.now() ?? 0) - behindMs;
  const server = new ReferenceServer({ now, keys: [bedKey], plan: "business", ...given });
  return {
    onRequest: async (socket, request, itsClock) => {
      clock = itsClock;
      const [line = "", ...lines] = request.head.split("\r\n");
      const [method = "", target = ""] = line.split(" ");
      const headers = lines.map((text) => {
        const colon = text.indexOf(":");
        return [text.slice(0, colon), text.slice(colon + 1).trim()] as const;
      });
      const body = bytesOf(request.body);
      const correct = await server.handle({ method, target, headers, body });
      const bytes = spoil({ request, method, target, correct, clock }, socket);
      if (bytes !== undefined && !socket.destroyed) socket.write(bytes);
    },
  };
}

/** The correct answer, or with some of its parts replaced; Content-Length follows the body. */
export function plain(
  correct: ServerResponse,
  changed: {
    readonly statusLine?: string;
    readonly headers?: readonly string[];
    readonly without?: readonly string[];
    readonly body?: Uint8Array;
  } = {},
): Uint8Array {
  const body = changed.body ?? correct.body;
  const left = ["content-length", ...(changed.without ?? [])];
  const lines = [
    changed.statusLine ?? `HTTP/1.1 ${correct.status} x`,
    ...correct.headers
      .filter(([name]) => !left.includes(name.toLowerCase()))
      .map(([name, value]) => `${name}: ${value}`),
    ...(changed.headers ?? []),
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([bytesOf(`${lines.join("\r\n")}\r\n\r\n`), body]);
}

/** Targets are made anew for each run. */
export const spoiled = (spoil: Spoil) => () => petstore(spoil);
/** The correct answers, their JSON text edited. */
export const edited = (edit: (text: string, exchanged: Exchanged) => string) =>
  spoiled((exchanged) => {
    const text = Buffer.from(exchanged.correct.body).toString("utf8");
    return plain(exchanged.correct, { body: Buffer.from(edit(text, exchanged), "utf8") });
  });
/** The same parts of each answer replaced. */
export const altered = (changed: Parameters<typeof plain>[1]) =>
  spoiled(({ correct }) => plain(correct, changed));

export function isList({ method, target, correct }: Exchanged): boolean {
  return method === "GET" && /\/pets(?:\?|$)/.test(target) && correct.status === 200;
}
