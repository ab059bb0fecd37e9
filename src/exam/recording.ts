import type { KeyMatcher } from "../core/check/client-check.ts";
import type { ClientExchange, Session } from "../core/check/session.ts";
import { keyOf } from "../core/exchange/bearer-key.ts";
import type { WireExchange } from "../core/exchange/wire-exchange.ts";
import { counted } from "../report/counted.ts";

/** What others recorded of clients, a session for each key. */
export interface RecordedClients {
  readonly sessions: readonly Session[];
  readonly key: KeyMatcher;
  /** What is left out, and why, a sentence each. */
  readonly notes: readonly string[];
}

/** Requests of a recording that are judged: what follows a 429 is looked for among all of them. */
const mostJudged = 20_000;

/** Shorter texts may stand anywhere by chance. */
const shortestKey = 8;

/** Reads what was recorded of clients (ruling 41): without its times or its header lines, a request shows nothing here. */
export async function recordedClients(traffic: AsyncIterable<WireExchange>): Promise<RecordedClients> {
  const byKey = new Map<string | undefined, ClientExchange[]>();
  const left = { late: 0, untimed: 0, headless: 0 };
  let id = 0;
  for await (const wire of traffic) {
    const { sentAtMs, endedAtMs, body } = wire;
    if (wire.unrecorded !== undefined) left.headless += 1;
    else if (sentAtMs === undefined || endedAtMs === undefined) left.untimed += 1;
    else if (id >= mostJudged) left.late += 1;
    else {
      id += 1;
      const exchange: ClientExchange = {
        ...wire,
        ...{ id, sentAtMs, endedAtMs, bodyBytes: body?.length ?? 0 },
        origin: "service",
        connection: undefined,
        situation: undefined,
      };
      const key = keyOf(wire);
      byKey.set(key, [...(byKey.get(key) ?? []), exchange]);
    }
  }
  const keys = [...byKey.keys()].filter((key) => key !== undefined);
  return {
    sessions: [...byKey.values()].map(sessionOf),
    key: matcherOfAll(keys),
    notes: [
      note(left.headless, "their header lines, or what they authenticate with, were not recorded"),
      note(left.untimed, "their times were not recorded"),
      note(left.late, `more than ${mostJudged} are not judged`),
    ].filter((text) => text !== undefined),
  };
}

function note(count: number, why: string): string | undefined {
  return count === 0 ? undefined : `${counted(count, "request")} left out: ${why}`;
}

function sessionOf(found: readonly ClientExchange[]): Session {
  const exchanges = found.toSorted((a, b) => a.sentAtMs - b.sentAtMs || a.id - b.id);
  return {
    situation: undefined,
    isRecorded: true,
    exchanges,
    end: { kind: "open" },
    endedAtMs: Math.max(...exchanges.map(({ endedAtMs }) => endedAtMs)),
    requests: exchanges.length,
  };
}

/** In a recording a placeholder stands for each key (`{key 3}`), or the key itself. */
function matcherOfAll(keys: readonly string[]): KeyMatcher {
  const known = new Set(keys);
  const long = keys.filter((key) => key.length >= shortestKey || key.startsWith("{"));
  const decoded = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return {
    // A mark that stands for any key is taken for the right one.
    isKey: (token) => known.has(token) || /redacted|\*{3}/i.test(token),
    isIn: (text) => {
      const plain = `${text}\n${decoded(text)}`;
      return long.some((key) => plain.includes(key));
    },
  };
}
