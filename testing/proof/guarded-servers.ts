import { integerBetween, seededRandom } from "#core/check/inputs/random.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { pairOf } from "#proof/play.ts";
import { type ServerRequest, type ServerResponse, textResponse } from "#reference-server/message.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import { jsonReport } from "#report/formats/json.ts";
import { type Balance, replicas } from "#testing/reference-server/handlers.ts";
import { inFrontOf, json } from "../reference-server/handlers.ts";
import { correct, playOn, type Served, serverOf } from "./bed.ts";

/** A server of a guarded run, and the way to it. */
export interface GuardedServer extends Served {
  /** Answers take up to so many milliseconds. Default 0. */
  readonly latencyMs?: number;
}

/** What is done to the nth request, counted from 1, in place of the service. Undefined: the service answers. */
type InPlace = (nth: number, request: ServerRequest, nowMs: number) => ServerResponse | undefined;

export const page = (status: number) =>
  textResponse(status, "text/html", `<html><h1>${status}</h1>nginx</html>`);

const isList = ({ method, target }: ServerRequest) => method === "GET" && /\/pets(?:\?|$)/.test(target);

/** True for some of the requests, at random, by a seed of its own. */
function nowAndAgain(share: number, seed: number): () => boolean {
  const random = seededRandom(seed, "guarded");
  return () => random() < share;
}

/** The correct server, or the one of an id, behind something that answers in its place. */
export function behind(inPlace: () => InPlace, id?: string): GuardedServer {
  return {
    ...(id === undefined ? correct : serverOf(id)),
    serve: (options) => {
      const replaced = inPlace();
      return inFrontOf(options, (request, pass, nth) => replaced(nth, request, options.now()) ?? pass());
    },
  };
}

/** A server whose hooks are those of an id for some of its requests only, or of its connections. */
function sometimes(id: string, chosen: () => (nth: number) => boolean, balance?: Balance): GuardedServer {
  return {
    ...serverOf(id),
    serve: (options) => {
      const isMet = chosen();
      return replicas(options, (turn) => isMet(turn + 1), balance);
    },
  };
}

const everyThird = () => (nth: number) => nth % 3 === 0;

/** Both variants at once: they replace different hooks. */
function both(one: string, other: string, latencyMs = 0): GuardedServer {
  return { ...pairOf(serverOf(one), serverOf(other)), latencyMs };
}

/** A gateway that lets so many requests a second through and answers the others with its own page. */
function burstsLimited(perSecond: number): () => InPlace {
  return () => {
    let second = 0;
    let used = 0;
    return (_nth, _request, nowMs) => {
      const now = Math.floor(nowMs / 1000);
      used = now === second ? used + 1 : 1;
      second = now;
      return used > perSecond ? page(429) : undefined;
    };
  };
}

/** The correct server, in whose place this is answered from its nth request on, for so long. */
export function forAWhile(from: number, ms: number, answer: () => ServerResponse): GuardedServer {
  return behind(() => {
    let sinceMs: number | undefined;
    return (nth, _, nowMs) => {
      if (nth >= from) sinceMs ??= nowMs;
      return sinceMs !== undefined && nowMs < sinceMs + ms ? answer() : undefined;
    };
  });
}

/** Twenty servers that conform in unusual ways. */
export const conforming: Readonly<Record<string, GuardedServer>> = {
  "more members, oldest limits forgiven": both("more-members", "limits-forgiven"),
  "gzip, many header fields": both("gzipped", "more-headers", 80),
  "lists lag, names trimmed": both("lists-lag", "names-trimmed", 40),
  "reads lag, sliding log": both("reads-lag", "sliding-log"),
  "token bucket, small identifiers": both("token-bucket", "small-identifiers"),
  "no rate limits, an empty store": both("no-rate-limits", "empty-store", 20),
  "daily limit, full store": both("daily-limit", "full-store"),
  "forty in ten seconds, one pet": both("limit-of-ten-seconds", "one-pet", 120),
  "locks out, unknown fields rejected": both("locks-out", "unknown-members-refused"),
  "locks out with 403, categories of 32 bits": both("locks-out-with-403", "categories-of-32-bits-only", 60),
  "bans the impatient, Retry-After as a date": both("bans-the-impatient", "retry-after-as-date", 250),
  "bans with 401, other order each time": both("bans-with-401", "other-order-each-time", 100),
  "counts rejections, pages of thirty": both("counts-refused-requests", "pages-of-thirty"),
  "counts by operation, no Date": both("counts-by-operation", "no-date", 30),
  "bucket by operation, sold by others": both("bucket-by-operation", "pets-sold-by-others"),
  "removed with 410, scattered identifiers": both("removed-with-410", "scattered-identifiers"),
  "deleted by others, ids by time": both("pets-deleted-by-others", "time-ordered-identifiers", 40),
  "known categories only, no status in the seed": both("known-categories-only", "pets-without-status"),
  "third try served, charset named": both("recovers-at-third-try", "with-charset"),
  "slow and far": { ...correct, latencyMs: 900 },
};

/** Twenty that fail now and then, lag, lock out, or stand behind a gateway. */
const unsteady: Readonly<Record<string, GuardedServer>> = {
  "a gateway's 502 on every 23rd request": behind(() => (nth) => (nth % 23 === 0 ? page(502) : undefined)),
  "a gateway's 503 on three of a hundred": behind(() => {
    const isMet = nowAndAgain(0.03, 2);
    return () => (isMet() ? page(503) : undefined);
  }),
  "a gateway's 504 to every seventh create": behind(() => {
    let creates = 0;
    return (_, { method }) => (method === "POST" && ++creates % 7 === 0 ? page(504) : undefined);
  }),
  "a gateway that limits bursts": behind(burstsLimited(5)),
  "an outage of ten seconds": forAWhile(40, 10_000, () => page(503)),
  "gone from request 60 on": behind(() => (nth) => (nth >= 60 ? page(502) : undefined)),
  "a sign-in page from request 45 on": behind(
    () => (nth) =>
      nth >= 45 ? { ...page(302), headers: [["Location", "https://login.example.com/"]] } : undefined,
  ),
  "a key that stops working": behind(
    () => (nth) =>
      nth >= 50 ? json(401, { code: "expired", message: "Key expired.", status: 401 }) : undefined,
  ),
  "a connection lost on every 31st request": behind(() => (nth) => {
    if (nth % 31 === 0) throw new NoAnswer("reset");
    return undefined;
  }),
  "no answer to every 37th list": behind(() => {
    let lists = 0;
    return (_, request) => {
      if (isList(request) && ++lists % 37 === 0) throw new NoAnswer("silence");
      return undefined;
    };
  }),
  "a 429 without Retry-After, at random": behind(() => {
    const isMet = nowAndAgain(0.04, 3);
    return () => (isMet() ? page(429) : undefined);
  }),
  "a cache that answers an invalid key with a list": {
    ...correct,
    serve: (options) => {
      const kept = new Map<string, ServerResponse>();
      return inFrontOf(options, async (request, pass) => {
        const known = isList(request) ? kept.get(request.target) : undefined;
        const answer = await pass();
        if (isList(request) && answer.status === 200) kept.set(request.target, answer);
        return answer.status === 401 && known !== undefined ? known : answer;
      });
    },
  },
  "the filter off for one of five lists": sometimes("filter-ignored", () => (nth) => nth % 5 === 0),
  "the limit off for one of three": sometimes("one-more", everyThird),
  "ids as text now and then": sometimes("list-ids-as-text", () => nowAndAgain(0.15, 4)),
  "one replica of three stores what it rejects": sometimes("stores-before-refusing", everyThird),
  "one replica of three, by connection, without a filter": sometimes(
    "filter-ignored",
    everyThird,
    "connection",
  ),
  "lags, and is far away": { ...serverOf("lists-lag"), latencyMs: 300 },
  "locks out early, behind a gateway that fails": behind(
    () => (nth) => (nth % 41 === 0 ? page(502) : undefined),
    "locks-out-early",
  ),
  "locks out for long, behind a gateway that limits": behind(burstsLimited(8), "locks-out-for-long"),
};

export const guardedServers: Readonly<Record<string, GuardedServer>> = { ...conforming, ...unsteady };

/** The seeds of the runs follow from the place of a server in the list. */
const firstSeed = 101;

export async function playGuarded(name: string): Promise<Redacted<Run>> {
  const server = guardedServers[name];
  if (server === undefined) throw new Error(`there is no guarded server ${name}`);
  const { latencyMs = 0 } = server;
  const seed = firstSeed + Object.keys(guardedServers).indexOf(name);
  const random = seededRandom(seed, "latency");
  return playOn(
    server,
    { seed },
    { latencyMs: () => integerBetween(random, 0, latencyMs), keptConnections: 6 },
  );
}

/** The runs of a share of them, each as its whole JSON report: one JSON text, by the names of the servers. */
export async function guardedRuns(share: (nth: number) => boolean = () => true): Promise<string> {
  const reports: string[] = [];
  for (const [place, name] of Object.keys(guardedServers).entries()) {
    if (!share(place)) continue;
    const run = await playGuarded(name);
    reports.push(`${JSON.stringify(name)}: ${[...jsonReport(run)].join("").trimEnd()}`);
  }
  return `{\n${reports.join(",\n")}\n}\n`;
}
