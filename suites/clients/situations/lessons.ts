import type { CaseRef } from "#core/check/case.ts";
import type { Lesson, Moment, Reply, Situation, SituationLesson } from "#core/check/clients/situation.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { strangeCodes } from "../shared/cases.ts";
import { type Role, roles } from "../shared/requests.ts";

// What situations are made of: what a client has to do to meet one, how it begins, and what is answered.

export const sends = "sends a request";
export const creates = "creates a pet";
export const reads = "reads a pet by its id";
export const lists = "lists pets or reads one";

/** The requirement that a situation tests, and which case of it. */
export function tests(id: string, of?: CaseRef): Pick<Situation, "shows" | "cases"> {
  return { shows: [id], ...(of && { cases: { [id]: of } }) };
}

/** What came with the request that is refused arrives before the refusal goes out. */
export const limitHoldMs = 60;

/** A lesson from the first list on, one from the first create, and one from the first read. */
export function each(begin: (role: Role) => () => Lesson, holdMs = limitHoldMs) {
  return { lessons: roles.map((role): SituationLesson => ({ asked: [role], begin: begin(role), holdMs })) };
}

/** Timers of clients may fire a little early. */
const earlyTimerMs = 20;

function error(status: number, code: string, ...headers: readonly HeaderLine[]): Reply {
  const lines: readonly HeaderLine[] = [["Content-Type", "application/json"], ...headers];
  const body = JSON.stringify({ code, message: "see the status", status });
  return { kind: "answer", status, headers: lines, body };
}

/** Makes the body of a 429 with these header lines. */
export type LimitBody = (...headers: readonly HeaderLine[]) => Reply;

const ordinaryLimitBody: LimitBody = (...headers) => error(429, "rate_limit_exceeded", ...headers);

export const unknownCodeBody =
  (role: Role): LimitBody =>
  (...headers) =>
    error(429, strangeCodes[role], ...headers);

/** The interface leaves the body of a 429 open. */
const limitBody =
  (body: string, type?: string): LimitBody =>
  (...headers) => ({
    kind: "answer",
    status: 429,
    headers: type === undefined ? headers : [["Content-Type", type], ...headers],
    body,
  });

export const pageBody = limitBody(
  "<html><head><title>429</title></head><body>Slow down.</body></html>",
  "text/html",
);

export const emptyBody = limitBody("");

/** JSON, and no Error. */
export const listBody = limitBody('["slow down", {"retry": true}]', "application/json");

/** In whole seconds, which are never too few. */
const secondsIn = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)));

/**
 * Refuses everything until the time that Retry-After names, so many times in a row.
 * @param firstName how the name of the header is written the first time
 */
export function limited(
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

export const refusedAmongOthers = (waitMs: number) =>
  refusedTogether(waitMs, { kind: "late", afterMs: othersLaterMs });

/** Refuses the others, too, for less time. */
export const refusedApart = (firstWaitMs: number, otherWaitMs: number) =>
  refusedTogether(firstWaitMs, ordinaryLimitBody(["Retry-After", secondsIn(otherWaitMs)]));

/** A request that arrives so soon after the first refusal was under way with it. */
const togetherMs = 300;

/**
 * Refuses one request so many times in a row, with this Retry-After, or without one. Where several were under way together,
 * each of them is refused as often, since the tasks of a client may wait together.
 */
export function refused(times: number, retryAfter?: string): () => Lesson {
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

/** These replies in turn to the first request that it waited for, whenever it comes again; `times` at the most. */
export function repeated(times: number, ...replies: readonly Reply[]): () => Lesson {
  return () => {
    let first: Pick<Moment, "method" | "target"> | undefined;
    let sent = 0;
    let others = 0;
    return ({ method, target, isAlone }) => {
      first ??= { method, target };
      if (first.method !== method || first.target !== target) {
        others += 1;
        // The other tasks of a client go on while one tries again; if more situations wait, it has had its time.
        return !isAlone && others > 2 ? "over" : "service";
      }
      if (sent === times) return "over";
      sent += 1;
      return replies[(sent - 1) % replies.length] ?? "service";
    };
  };
}

/** More than a client should try (ruling 39), so that one that never stops is seen. */
export const tries = 8;

export function answers(status: number, code: string, times = tries): () => Lesson {
  return repeated(times, error(status, code));
}

/** Every request from now on, so many times. */
export function unauthorized(): Lesson {
  let left = tries;
  return () => {
    if (left === 0) return "over";
    left -= 1;
    return error(401, "unauthorized", ["WWW-Authenticate", 'Bearer realm="pets", error="invalid_token"']);
  };
}
