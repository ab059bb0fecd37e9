import type { Contract } from "#core/contract/contract.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import type { PlainValue } from "#core/json/plain.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import { exceeds, Unreadable } from "#files/read-bounded.ts";
import { beginningWith, linesOf, type ReadState, readBytes } from "#files/read-lines.ts";
import { BaseAddress } from "../base-address.ts";
import { credentialsIn, knownWords } from "../credentials.ts";
import { type Found, foundIn, readExchange, readHead, ShapeError } from "./traffic-line.ts";

interface PlacedExchange extends WireExchange {
  /** The line that it is, or which of the entries, from 1; empty lines are not counted. */
  readonly line: number;
}

/** What a file holds beside the exchanges that came out of it. */
export interface FileNotes extends Readonly<ReadState> {
  /** What the file is: `traffic`, `HAR of Firefox 128.0`. */
  readonly source: string;
  /** The base address of the service: as given, as the file says it, or guessed; undefined until one was found. */
  readonly base: { readonly text: string | undefined; readonly isGuessed: boolean };
  /** How many exchanges are not the service's, or not from the network, by the reason: `to other addresses`. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Lines that are no exchange, and what is wrong with the first of them. */
  readonly unreadable: { readonly count: number; readonly first: string | undefined };
}

interface Reading {
  /** Of the service; default: as the file says it, else guessed. */
  readonly baseUrl?: string | undefined;
  /** What an exchange holds to authenticate is added before the exchange comes out. */
  readonly secrets?: Secrets | undefined;
}

/** Stands for a key in what a proxy recorded. */
const placeholder = /^\{key [0-9]+\}$/;

/**
 * Reads a file of traffic that others recorded, plain or compressed with gzip or zstd: NDJSON of the form in docs/evidence.md, or
 * a HAR file. `exchanges` are in its order; reading them, once, fills `notes`, and memory does not grow with
 * them. It throws `Unreadable` for a file in which nothing is an exchange, and what reading the file throws.
 * @param contract says what stands below the base address
 */
export function readTraffic(
  path: string,
  contract: Contract,
  { baseUrl, secrets }: Reading = {},
): { readonly exchanges: AsyncIterable<PlacedExchange>; readonly notes: FileNotes } {
  let base = new BaseAddress(baseUrl, contract);
  const leftOut: Record<string, number> = {};
  const notes = {
    isCut: false,
    tooLong: 0,
    source: "traffic",
    get base() {
      return { text: base.text, isGuessed: base.isGuessed };
    },
    leftOut,
    unreadable: { count: 0, first: undefined as string | undefined },
  };
  const leaveOut = (why: string): void => {
    leftOut[why] = (leftOut[why] ?? 0) + 1;
  };
  const known = secrets === undefined ? new Set<string>() : knownWords(contract);
  let barrenBytes = 0;
  async function* untilBarren(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      barrenBytes += chunk.length;
      if (barrenBytes > mostBarrenBytes) {
        notes.isCut = true;
        notes.unreadable.count += 1;
        notes.unreadable.first = `${mostBarrenBytes / 1e6} MB of it hold no exchange, and it was not read on`;
        return;
      }
      yield chunk;
    }
  }
  async function* exchanges(): AsyncGenerator<PlacedExchange> {
    let count = 0;
    for await (const found of exchangesIn(untilBarren(readBytes(path, notes)), notes)) {
      if (found.kind !== "unreadable") barrenBytes = 0;
      switch (found.kind) {
        case "source":
          notes.source = found.text;
          break;
        case "base":
          if (baseUrl === undefined) base = new BaseAddress(found.text, contract);
          break;
        case "unreadable":
          notes.unreadable.count += 1;
          notes.unreadable.first ??= found.why;
          break;
        case "left-out":
          count += 1;
          leaveOut(found.why);
          break;
        case "exchange": {
          count += 1;
          const target = base.below(found.exchange);
          if (target === undefined) {
            leaveOut("to other addresses");
            break;
          }
          const below = { ...found.exchange, target };
          secrets?.add(...credentialsIn(below, known).filter((secret) => !placeholder.test(secret)));
          yield { ...below, line: found.line };
        }
      }
    }
    if (count === 0) throw new Unreadable(notes.unreadable.first ?? "there is no exchange in it");
  }
  return { exchanges: exchanges(), notes };
}

/** So much without one exchange is no traffic: a file of zeros, or of spaces that gzip compresses a thousandfold. */
const mostBarrenBytes = 128_000_000;

/** A HAR file is one object whose first member is `log`, with or without a byte order mark before it. */
const beginsAsHar = /^\ufeff?\s*\{\s*"log"\s*:/;

async function* exchangesIn(bytes: AsyncGenerator<Buffer>, state: ReadState): AsyncGenerator<Found> {
  const first = await bytes.next();
  if (first.done) return;
  const all = beginningWith(first.value, bytes);
  if (!beginsAsHar.test(first.value.toString("utf8", 0, 1000))) return yield* exchangesInLines(all, state);
  const { exchangesInHar } = await import("./har.ts");
  yield* exchangesInHar(all, state);
}

async function* exchangesInLines(bytes: AsyncIterable<Buffer>, state: ReadState): AsyncGenerator<Found> {
  let line = 0;
  for await (const text of linesOf(bytes, state)) {
    line += 1;
    yield foundIn(`line ${line}`, () => readLine(text, line));
  }
}

function readLine(text: Buffer, line: number): Found {
  const value = parsed(text);
  const head = line === 1 ? readHead(value) : undefined;
  return head ?? { kind: "exchange", exchange: readExchange(value), line };
}

/** Shorter lines hold too little to be looked through first. */
const longLine = 1 << 16;
const ofOneExchange = { values: 100_000, levels: 32 };

/** @throws ShapeError for what is no JSON, or has so many parts that it is no exchange */
function parsed(line: Buffer): PlainValue {
  if (line.length > longLine && exceeds(line, ofOneExchange))
    throw new ShapeError("it has too many parts for one exchange");
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    throw new ShapeError("it is not JSON");
  }
}
