import { type Lesson, plain, type Reply, type Situation } from "#core/check/clients/situation.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { retryAfterForms, strangeCodes } from "../shared/cases.ts";
import { type Role, roles } from "../shared/requests.ts";
import { creates, each, error, limitHoldMs, sends } from "./lessons.ts";

/** Timers of clients may fire a little early. */
const earlyTimerMs = 20;

type LimitBody = (...headers: readonly HeaderLine[]) => Reply;

const ordinaryLimitBody: LimitBody = (...headers) => error(429, "rate_limit_exceeded", ...headers);

/** The interface leaves the body of a 429 open. */
const limitBody =
  (body: string, ...type: readonly HeaderLine[]): LimitBody =>
  (...headers) => ({ kind: "answer", status: 429, headers: [...type, ...headers], body });

const page = "<html><head><title>429</title></head><body>Slow down.</body></html>";
const pageBody = limitBody(page, ["Content-Type", "text/html"]);

/** JSON, and no Error. */
const listBody = limitBody('["slow down", {"retry": true}]', ["Content-Type", "application/json"]);

/** In whole seconds, which are never too few. */
const secondsIn = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)));

/**
 * Refuses everything until the time that Retry-After names, so many times in a row.
 * @param firstName how the name of the header is written the first time
 */
function limited(
  waitsMs: readonly number[],
  form: "seconds" | "date",
  body: LimitBody = ordinaryLimitBody,
  firstName = "Retry-After",
): () => Lesson {
  return () => {
    const left = [...waitsMs];
    let untilMs: number | undefined;
    return ({ nowMs }) => {
      if (untilMs === undefined || nowMs >= untilMs - earlyTimerMs) {
        const next = left.shift();
        if (next === undefined) return "over";
        untilMs = form === "date" ? Math.ceil((nowMs + next) / 1000) * 1000 : nowMs + next;
      }
      const name = left.length + 1 === waitsMs.length ? firstName : "Retry-After";
      return body([name, form === "date" ? new Date(untilMs).toUTCString() : secondsIn(untilMs - nowMs)]);
    };
  };
}

/** Refuses the first of the requests that are under way together, and what comes during its wait; the others get this reply. */
function refusedTogether(waitMs: number, toOthers: Reply): () => Lesson {
  return () => {
    let firstMs: number | undefined;
    return ({ nowMs, sentAtMs }) => {
      const isOther = firstMs !== undefined && sentAtMs <= firstMs;
      firstMs ??= nowMs;
      const leftMs = firstMs + waitMs - nowMs;
      if (leftMs <= earlyTimerMs) return "over";
      return isOther ? toOthers : ordinaryLimitBody(["Retry-After", secondsIn(leftMs)]);
    };
  };
}

/** By then a client has read the 429 on another connection, even on a busy machine, and sends the next in spite of it. */
const othersLaterMs = 600;

/** A request that arrives so soon after the first refusal was under way with it. */
const togetherMs = 300;

/**
 * Refuses one request so many times in a row, with this Retry-After, or without one. Where several were under way together,
 * each of them is refused as often, since the tasks of a client may wait together.
 */
function refused(times: number, retryAfter?: string): () => Lesson {
  return () => {
    const left = new Map<string, number>();
    const tasks = new Map<string, number>();
    let allLeft = 0;
    let firstMs: number | undefined;
    return ({ nowMs, sentAtMs, method, target }) => {
      const key = `${method} ${target}`;
      const isTogether = firstMs === undefined || sentAtMs <= firstMs + togetherMs;
      if (isTogether && !(left.has(key) && firstMs !== undefined && sentAtMs > firstMs)) {
        left.set(key, (left.get(key) ?? 0) + times);
        tasks.set(key, (tasks.get(key) ?? 0) + 1);
        allLeft += times;
      }
      firstMs ??= nowMs;
      const ownLeft = left.get(key) ?? times;
      if (ownLeft === 0 || allLeft === 0) return "over";
      left.set(key, ownLeft - 1);
      allLeft -= 1;
      // A client may wait for this in place of a Retry-After: so its waits grow, too.
      const refusedBefore = times - Math.ceil(ownLeft / (tasks.get(key) ?? 1));
      const reset = Math.ceil(nowMs / 1000) + 2 ** refusedBefore;
      return ordinaryLimitBody(
        ["X-RateLimit-Reset", String(reset)],
        ...(retryAfter === undefined ? [] : [["Retry-After", retryAfter] as const]),
      );
    };
  };
}

const triesAgain = "sends a request, and tries it again";

/** HTTP libraries that cap Retry-After do so at 30 s, if not before. */
const longSeconds = 32;

/** Neither seconds nor a date (RFC 9110, 10.2.3). */
const unusable: Readonly<Record<Role, string>> = { list: "soon", create: "-1", read: "1.5" };

const pastDate = "Sun, 06 Nov 1994 08:49:37 GMT";

/** A 429 that differs from that of `retry-seconds` in its body alone. */
const likeSeconds = (
  name: string,
  about: string,
  shows: string,
  bodyOf: (role: Role) => LimitBody,
): Situation => ({
  ...{ name, about, needs: sends, shows: [shows], longestSeconds: 4, control: "retry-seconds" },
  ...each((role) => limited([1000], "seconds", bodyOf(role))),
});

const unusableAs = (name: string, about: string, textOf: (role: Role) => string): Situation => ({
  ...{ name, about, needs: triesAgain, longestSeconds: 4, control: "retry-seconds" },
  shows: ["CLIENT-7", "CLIENT-25"],
  cases: { "CLIENT-25": retryAfterForms.unusable },
  ...each((role) => refused(1, textOf(role))),
});

const backoff = (name: string, about: string, needs: string, ...asked: readonly Role[]): Situation => ({
  ...{ name, about, needs, longestSeconds: 31, control: "retry-seconds" },
  shows: ["CLIENT-7", "CLIENT-8", "CLIENT-9", "CLIENT-25"],
  cases: { "CLIENT-25": retryAfterForms.none },
  lessons: [{ asked, begin: refused(5), holdMs: limitHoldMs }],
});

/** Of each kind: the tasks that list may end with their list, and those that read go on. */
const together = (name: string, about: string, begin: () => Lesson): Situation => ({
  ...{ name, about, needs: "has two requests under way at the same time", shows: ["CLIENT-4"] },
  ...{ longestSeconds: 9, control: plain },
  lessons: roles.map((role) => ({ asked: [role], begin, holdMs: limitHoldMs, gathers: true })),
});

export const limitSituations: readonly Situation[] = [
  {
    name: "retry-seconds",
    about: "answers 429 with Retry-After: 2, then a create and a read with Retry-After: 1",
    needs: sends,
    shows: ["CLIENT-4", "CLIENT-6", "CLIENT-25"],
    cases: { "CLIENT-25": retryAfterForms.seconds },
    longestSeconds: 5,
    control: plain,
    ...each((role) => limited([role === "list" ? 2000 : 1000], "seconds")),
  },
  {
    name: "retry-date",
    about: "answers 429 with a date in Retry-After, about 3 s ahead",
    needs: sends,
    shows: ["CLIENT-5", "CLIENT-6", "CLIENT-25"],
    cases: { "CLIENT-25": retryAfterForms.date },
    longestSeconds: 9,
    control: "retry-seconds",
    ...each((role) => limited([role === "list" ? 2500 : 2000], "date")),
  },
  {
    name: "retry-create",
    about: "answers a create 429 with Retry-After: 1",
    needs: creates,
    shows: ["CLIENT-4", "CLIENT-6"],
    longestSeconds: 2,
    control: plain,
    lessons: [{ asked: ["create"], begin: limited([1000], "seconds"), holdMs: limitHoldMs }],
  },
  together(
    "burst",
    "answers one of several requests under way 429 with Retry-After: 2, and the others later",
    refusedTogether(2000, { kind: "late", afterMs: othersLaterMs }),
  ),
  together(
    "burst-apart",
    "answers several requests under way 429, the first with Retry-After: 3, the others with Retry-After: 1",
    refusedTogether(3000, ordinaryLimitBody(["Retry-After", "1"])),
  ),
  likeSeconds("limit-body", "answers 429 with an HTML page as the body", "CLIENT-18", () => pageBody),
  likeSeconds("limit-body-empty", "answers 429 with an empty body", "CLIENT-18", () => limitBody("")),
  likeSeconds("limit-body-list", "answers 429 with a JSON array as the body", "CLIENT-18", () => listBody),
  likeSeconds(
    "unknown-code",
    "answers 429 with an Error whose code nobody knows",
    "CLIENT-17",
    (role) =>
      (...headers) =>
        error(429, strangeCodes[role], ...headers),
  ),
  {
    name: "retry-twice",
    about: "answers 429 with retry-after: 1 in lower case, and with Retry-After: 1 when it is tried again",
    needs: sends,
    shows: ["CLIENT-4"],
    longestSeconds: 8,
    control: plain,
    // Proxies that speak HTTP/2 write names in lower case.
    ...each(() => limited([1000, 1000], "seconds", undefined, "retry-after")),
  },
  {
    name: "retry-long",
    about: `answers 429 with Retry-After: ${longSeconds}`,
    needs: sends,
    shows: ["CLIENT-4"],
    longestSeconds: longSeconds + 1,
    silentSeconds: longSeconds,
    control: plain,
    lessons: [{ asked: roles, begin: limited([longSeconds * 1000], "seconds"), holdMs: limitHoldMs }],
  },
  unusableAs(
    "unusable-retry-after",
    "answers 429 with a Retry-After that is neither seconds nor a date",
    (role) => unusable[role],
  ),
  unusableAs("zero-retry-after", "answers 429 with Retry-After: 0", () => "0"),
  unusableAs("past-retry-after", "answers 429 with a date in Retry-After that is past", () => pastDate),
  backoff("no-retry-after", "answers 429 without Retry-After, five times", triesAgain, ...roles),
  backoff(
    "no-retry-after-create",
    "answers a create 429 without Retry-After, five times",
    "creates a pet, and tries it again",
    "create",
  ),
  backoff(
    "no-retry-after-read",
    "answers the read of a pet 429 without Retry-After, five times",
    "reads a pet by its id, and tries it again",
    "read",
  ),
];
