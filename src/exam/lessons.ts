import type { HeaderLine } from "../exchange/exchange.ts";
import type { Asked, Lesson, Moment, Reply } from "./situation.ts";

/** Timers of clients may fire a little early. */
const earlyTimerMs = 20;

/** An answer with a JSON body. */
function json(status: number, body: unknown, ...headers: readonly HeaderLine[]): Reply {
  const lines: readonly HeaderLine[] = [["Content-Type", "application/json"], ...headers];
  return { kind: "answer", status, headers: lines, body: JSON.stringify(body) };
}

function error(status: number, code: string, ...headers: readonly HeaderLine[]): Reply {
  return json(status, { code, message: "see the status", status }, ...headers);
}

/** Makes the body of a 429 with these header lines. */
type LimitBody = (...headers: readonly HeaderLine[]) => Reply;

export const ordinaryLimitBody: LimitBody = (...headers) => error(429, "rate_limit_exceeded", ...headers);

/** The interface leaves the values of `code` open. */
export const strangeCode = "ÆØÅ/429 – «wombat» \u{1f6d1}";

export const unknownCodeBody: LimitBody = (...headers) => error(429, strangeCode, ...headers);

/** The interface leaves the body of a 429 open. */
export const pageBody: LimitBody = (...headers) => ({
  kind: "answer",
  status: 429,
  headers: [["Content-Type", "text/html"], ...headers],
  body: "<html><head><title>429</title></head><body>Slow down.</body></html>",
});

/** Refuses everything until the time that Retry-After names, so many times in a row. */
export function limited(
  waitsMs: readonly number[],
  form: "seconds" | "date",
  body: LimitBody = ordinaryLimitBody,
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
      const value =
        form === "date"
          ? new Date(untilMs).toUTCString()
          : String(Math.max(1, Math.ceil((untilMs - nowMs) / 1000)));
      return body(["Retry-After", value]);
    };
  };
}

/** Refuses so many requests, with this Retry-After, or without one. */
export function refused(times: number, retryAfter?: string): () => Lesson {
  return () => {
    let left = times;
    return () => {
      if (left === 0) return "over";
      left -= 1;
      return ordinaryLimitBody(...(retryAfter === undefined ? [] : [["Retry-After", retryAfter] as const]));
    };
  };
}

/** The same reply to the first request that it waited for, whenever it comes again; `times` at the most. */
function repeated(reply: Reply, times: number): () => Lesson {
  return () => {
    let first: Pick<Moment, "method" | "target"> | undefined;
    let left = times;
    let others = 0;
    return ({ method, target }) => {
      first ??= { method, target };
      if (first.method !== method || first.target !== target) {
        others += 1;
        return others > 2 ? "over" : "service";
      }
      if (left === 0) return "over";
      left -= 1;
      return reply;
    };
  };
}

/** More than a client should try (ruling 39), so that one that never stops is seen. */
const tries = 8;

export const unavailable = repeated(error(503, "unavailable"), tries);
export const failing = repeated(error(500, "internal_error"), tries);
export const lostConnection = repeated({ kind: "reset", performed: false }, tries);
export const lostCreate = repeated({ kind: "reset", performed: true }, 1);
export const badRequest = repeated(error(400, strangeCode), tries);
export const notFound = repeated(error(404, "not_found"), tries);
export const redirected = repeated({ kind: "redirect", status: 307 }, tries);

/** Every request from now on, so many times. */
export function unauthorized(): Lesson {
  let left = tries;
  return () => {
    if (left === 0) return "over";
    left -= 1;
    return error(401, "unauthorized", ["WWW-Authenticate", 'Bearer realm="pets", error="invalid_token"']);
  };
}

export const asks =
  (...some: readonly Asked[]) =>
  ({ asked }: Moment): boolean =>
    some.includes(asked);
