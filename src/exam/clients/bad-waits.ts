import { headerValue } from "../../core/exchange/headers.ts";
import { parseHttpDate } from "../../core/exchange/http-date.ts";
import { type ClientAnswer, ClientError } from "./client.ts";
import type { ClientEntries } from "./client-entry.ts";

const isDate = (answer: ClientAnswer) =>
  answer.headers.some(([name, value]) => name.toLowerCase() === "retry-after" && /GMT$/.test(value));

/** Clients that wait too little, or not at all. */
export const badWaits: ClientEntries = {
  "fixed-delay": {
    title: "waits 1 s after every 429, whatever Retry-After says",
    fails: ["CLIENT-4", "CLIENT-5", "CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "a retry layer that does not read Retry-After",
    hooks: () => ({ retryAfterMs: () => undefined, backoffMs: (n) => (n > 6 ? undefined : 1000) }),
  },
  "own-backoff": {
    title: "doubles its own waits from 0.3 s, and does not read Retry-After",
    fails: ["CLIENT-4", "CLIENT-5"],
    why: "a retry layer with exponential backoff alone",
    hooks: () => ({
      retryAfterMs: () => undefined,
      backoffMs: (n) => (n > 6 ? undefined : 300 * 2 ** (n - 1)),
    }),
  },
  "capped-wait": {
    title: "waits 1.5 s at the most",
    fails: ["CLIENT-4", "CLIENT-5"],
    why: "an upper bound on waits that is below Retry-After",
    hooks: (right) => ({
      afterRefusal: (waitMs, request) => right.afterRefusal(Math.min(waitMs, 1500), request),
      backoffMs: (n) => (n > 6 ? undefined : 100 * 1.9 ** (n - 1)),
    }),
  },
  milliseconds: {
    title: "reads the seconds of Retry-After as milliseconds",
    fails: ["CLIENT-4"],
    why: "a timer that takes milliseconds",
    hooks: (right) => ({
      retryAfterMs: (answer, nowMs, request) => {
        const waitMs = right.retryAfterMs(answer, nowMs, request);
        return waitMs === undefined || isDate(answer) ? waitMs : Math.max(200, waitMs / 1000);
      },
    }),
  },
  "others-go-on": {
    title: "lets other tasks send while one waits",
    fails: ["CLIENT-4", "CLIENT-5", "CLIENT-7"],
    why: "each task has a retry of its own",
    hooks: (right) => ({
      sharesWaits: false,
      flow: async (client, hooks) => {
        const other = async () => {
          await client.clock.sleep(150);
          for (let n = 0; n < 3; n += 1) {
            await client.request({ kind: "list", method: "GET", target: "/v1/pets?status=sold" });
            await client.clock.sleep(400);
          }
        };
        await Promise.all([right.flow(client, hooks), other()]);
      },
    }),
  },
  "creates-go-on": {
    title: "waits after the 429 of a list or a read, and not after that of a create",
    fails: ["CLIENT-4", "CLIENT-5", "CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "the retry of creates is written by hand",
    hooks: () => ({
      afterRefusal: (waitMs, { method }) => (method === "POST" ? Math.min(waitMs, 300) : waitMs),
    }),
  },
  "date-unread": {
    title: "reads Retry-After as seconds only, and waits 1 s for a date",
    fails: ["CLIENT-5"],
    why: "parseInt of a date is no number",
    hooks: (right) => ({
      retryAfterMs: (answer, nowMs, request) =>
        isDate(answer) ? 1000 : right.retryAfterMs(answer, nowMs, request),
    }),
  },
  "date-too-early": {
    title: "comes back a second before the date",
    fails: ["CLIENT-5"],
    why: "a wait in whole seconds, rounded down, and one taken off for the network",
    hooks: (right) => ({
      retryAfterMs: (answer, nowMs, request) => {
        const waitMs = right.retryAfterMs(answer, nowMs, request);
        return waitMs === undefined || !isDate(answer)
          ? waitMs
          : Math.max(200, Math.floor(waitMs / 1000 - 1) * 1000);
      },
    }),
  },
  "gives-up-silently": {
    title: "drops what was answered 429, and ends as if all were well",
    warns: ["CLIENT-6"],
    why: "errors are logged and swallowed",
    hooks: () => ({ afterRefusal: () => undefined, failedCode: 0 }),
  },
  "creates-dropped": {
    title: "drops a create that was answered 429, and goes on",
    warns: ["CLIENT-6"],
    why: "POST is left out of the retries, and nobody looks at the answer",
    hooks: (right) => ({
      afterRefusal: (waitMs, { method }) => (method === "POST" ? undefined : waitMs),
      flow: async (client, hooks) => {
        try {
          await right.flow(client, hooks);
        } catch (error) {
          if (!(error instanceof ClientError) || error.message !== "the limit is reached") throw error;
        }
      },
    }),
  },
  "retry-after-as-number": {
    title: "ends with an error where Retry-After is no number",
    warns: ["CLIENT-25"],
    why: "int(headers['Retry-After'])",
    hooks: () => ({
      readRefusal: ({ status, headers }) => {
        if (status === 429 && !/^\d+$/.test(headerValue(headers, "retry-after") ?? ""))
          throw new ClientError("no number");
      },
    }),
  },
  "date-needed": {
    title: "takes a Retry-After that is no number for a date, and ends with an error where it is none",
    warns: ["CLIENT-25"],
    why: "a parser of dates that throws",
    hooks: () => ({
      readRefusal: ({ headers }) => {
        const text = headerValue(headers, "retry-after") ?? "0";
        if (!/^\d+$/.test(text) && parseHttpDate(text) === undefined) throw new ClientError("no date");
      },
    }),
  },
  "backoff-dropped": {
    title: "tries again after Retry-After, and drops a request without one as if all were well",
    warns: ["CLIENT-25"],
    why: "a retry that is set up for Retry-After alone, with errors swallowed",
    hooks: () => ({ backoffMs: () => undefined, failedCode: 0 }),
  },
  "at-once": {
    title: "tries again at once where there is no Retry-After",
    fails: ["CLIENT-7"],
    why: "a missing header is read as 0, and the backoff begins with the second refusal",
    hooks: () => ({ backoffMs: (n) => (n > 6 ? undefined : n === 1 ? 0 : 500 * 2 ** (n - 2)) }),
  },
  "too-soon": {
    title: "begins its backoff with 20 ms",
    fails: ["CLIENT-7"],
    why: "delays that fit a local network",
    hooks: () => ({ backoffMs: (n) => (n > 6 ? undefined : 20 * 2 ** (n - 1)) }),
  },
  "constant-backoff": {
    title: "waits 1 s each time where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "a retry with a fixed delay",
    hooks: () => ({ backoffMs: (n) => (n > 6 ? undefined : 1000) }),
  },
  "shrinking-backoff": {
    title: "waits less and less where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "the time that is left is divided by the tries that are left",
    hooks: () => ({ backoffMs: (n) => (n > 6 ? undefined : 3000 / n) }),
  },
  "linear-backoff": {
    title: "waits 1, 2, 3, 4, 5 s where there is no Retry-After",
    warns: ["CLIENT-9"],
    why: "the delay is multiplied by the number of the try",
    hooks: () => ({ backoffMs: (n) => (n > 6 ? undefined : 1000 * n) }),
  },
  "linear-backoff-from-300-ms": {
    title: "waits 0.3, 0.6, 0.9 s, and so on, where there is no Retry-After",
    warns: ["CLIENT-9"],
    why: "the delay is multiplied by the number of the try",
    hooks: () => ({ backoffMs: (n) => (n > 6 ? undefined : 300 * n) }),
  },
  "capped-backoff": {
    title: "doubles its waits up to 2 s",
    warns: ["CLIENT-9"],
    why: "an upper bound that is reached with the second try",
    hooks: () => ({ backoffMs: (n) => (n > 6 ? undefined : Math.min(2000, 1000 * 2 ** (n - 1))) }),
  },
};
