import { exceeds } from "../core/files/json-extent.ts";
import { linesOf, type ReadState } from "../core/files/read-lines.ts";
import { readAccess } from "./access-log.ts";
import { isMembers, memberOf, ShapeError } from "./shape.ts";
import { type Found, readExchange, readHead } from "./traffic-line.ts";

/** What NDJSON holds, line by line. `passesOver` is asked of each line before it is parsed. */
export async function* exchangesInLines(
  bytes: AsyncIterable<Buffer>,
  state: ReadState,
  passesOver: (line: Buffer) => boolean,
): AsyncGenerator<Found> {
  let line = 0;
  let source: string | undefined;
  for await (const text of linesOf(bytes, state)) {
    line += 1;
    if (passesOver(text)) continue;
    try {
      const value = parsed(text);
      const head = line === 1 ? readHead(value) : undefined;
      if (head !== undefined) {
        yield { kind: "base", text: head.baseUrl };
        continue;
      }
      const logged =
        isMembers(value) && !isMembers(memberOf(value, "request")) ? readAccess(value) : undefined;
      if (logged !== undefined && source === undefined) {
        source = "access log";
        yield { kind: "source", text: source };
      }
      yield { kind: "exchange", exchange: logged ?? readExchange(value) };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      yield { kind: "unreadable", why: `line ${line}: ${error.message}` };
    }
  }
}

/** Shorter lines hold too little to be looked through first. */
const longLine = 1 << 16;
const ofOneExchange = { values: 100_000, levels: 32 };

/** @throws ShapeError for what is no JSON, or has so many parts that it is no exchange */
function parsed(line: Buffer): unknown {
  if (line.length > longLine && exceeds(line, ofOneExchange))
    throw new ShapeError("it has too many parts for one exchange");
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    throw new ShapeError("it is not JSON");
  }
}
