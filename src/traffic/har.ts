import { Tokenizer, TokenParser, TokenType } from "@streamparser/json";
import type { ReadState } from "../core/files/read-lines.ts";
import { readEntry } from "./har-entry.ts";
import { isMembers, memberOf, ShapeError, textOf } from "./shape.ts";
import type { Found } from "./traffic-line.ts";

/** What is larger is no entry, and could fill the memory: the file ends before it. */
const mostEntryBytes = 64 << 20;
const mostEntryTokens = 500_000;
const mostLevels = 64;

const stringBufferSize = 1 << 16;

/** What the entries of a HAR file hold, as they are read; one that breaks off ends with its last whole entry. */
export async function* exchangesInHar(bytes: AsyncIterable<Buffer>, state: ReadState): AsyncGenerator<Found> {
  const reader = entryReader();
  for await (const chunk of bytes) {
    const why = reader.read(chunk);
    yield* reader.taken();
    if (why === undefined) continue;
    yield { kind: "unreadable", why };
    state.isCut = true;
    return;
  }
  if (!reader.isEnded()) state.isCut = true;
}

function entryReader() {
  let found: Found[] = [];
  let count = 0;
  let [sinceBytes, sinceTokens, levels] = [0, 0, 0];
  const tokenizer = new Tokenizer({ stringBufferSize });
  const parser = new TokenParser({ paths: ["$.log.entries.*", "$.log.creator"], keepStack: false });
  tokenizer.onToken = (token) => {
    sinceTokens += 1;
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) levels += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) levels -= 1;
    if (levels > mostLevels || sinceTokens > mostEntryTokens)
      throw new ShapeError("it has too many parts for one exchange");
    parser.write(token);
  };
  // By default both throw what they meet; only what they throw is looked at here.
  parser.onValue = ({ value, key }) => {
    [sinceBytes, sinceTokens] = [0, 0];
    if (key === "creator") {
      found.push({ kind: "source", text: creatorOf(value) });
      return;
    }
    count += 1;
    found.push(entryOf(value, count));
  };
  return {
    /** Why reading ends here; undefined where it goes on. */
    read: (chunk: Buffer): string | undefined => {
      if (parser.isEnded) return undefined;
      sinceBytes += chunk.length;
      try {
        tokenizer.write(chunk);
      } catch (error) {
        const isDeep = error instanceof ShapeError;
        return `entry ${count + 1}: ${isDeep ? error.message : "it is no JSON"}`;
      }
      return sinceBytes > mostEntryBytes
        ? `entry ${count + 1}: it is larger than ${mostEntryBytes} bytes`
        : undefined;
    },
    taken: (): readonly Found[] => {
      const all = found;
      found = [];
      return all;
    },
    isEnded: () => parser.isEnded,
  };
}

function entryOf(value: unknown, nth: number): Found {
  try {
    if (!isMembers(value)) throw new ShapeError("it is no object");
    return readEntry(value);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    return { kind: "unreadable", why: `entry ${nth}: ${error.message}` };
  }
}

/** The program that wrote the file: `Firefox 128.0`. */
function creatorOf(value: unknown): string {
  const [name, version] = [memberOf(value, "name"), memberOf(value, "version")];
  return `HAR of ${[textOf(name) ?? "an unknown program", textOf(version) ?? ""].join(" ").trim().slice(0, 80)}`;
}
