import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import type { ClientEntries, ClientHooks, Wanted } from "../reference-client/client.ts";
import {
  failsAtRefusal,
  isCreate,
  isRead,
  pool,
  retryAfterBy,
  retryAfterOf,
  sameTarget,
} from "../reference-client/parts.ts";

/** Another backoff, for one operation alone. */
const backsOff =
  (isMeant: (request: Wanted) => boolean, waitMs: (attempt: number) => number) =>
  (correct: ClientHooks): Partial<ClientHooks> => ({
    backoffMs: (attempt, random, request) =>
      attempt <= 6 && isMeant(request) ? waitMs(attempt) : correct.backoffMs(attempt, random, request),
  });

const constant = (n: number) => (n > 6 ? undefined : 1000);

const isNumber = (answer: ClientAnswer): boolean => /^\d+$/.test(retryAfterOf(answer) ?? "");

export const faults: ClientEntries = {
  "create-at-once": {
    title: "sends a create again at once where there is no Retry-After, and waits then",
    fails: ["CLIENT-7"],
    why: "the backoff of creates begins with the second refusal",
    hooks: backsOff(isCreate, (n) => (n === 1 ? 0 : 500 * 2 ** (n - 2))),
  },
  "read-at-once": {
    title: "reads a pet again at once where there is no Retry-After, and waits then",
    fails: ["CLIENT-7"],
    why: "the backoff of reads begins with the second refusal",
    hooks: backsOff(isRead, (n) => (n === 1 ? 20 : 500 * 2 ** (n - 2))),
  },
  "zero-obeyed": {
    title: "comes back at once where Retry-After is 0",
    fails: ["CLIENT-7"],
    why: "0 is taken at its word",
    hooks: retryAfterBy((waitMs, answer) => (retryAfterOf(answer) === "0" ? 0 : waitMs)),
  },
  "past-obeyed": {
    title: "comes back at once where the date in Retry-After is past",
    fails: ["CLIENT-7"],
    why: "Math.max(0, date - now)",
    hooks: retryAfterBy((waitMs, answer) =>
      waitMs === undefined && parseHttpDate(retryAfterOf(answer) ?? "") !== undefined ? 0 : waitMs,
    ),
  },
  "tasks-come-at-once": {
    title: "lets six tasks come back at once where there is no Retry-After, and wait then",
    fails: ["CLIENT-7"],
    why: "the backoff begins with the second refusal",
    hooks: () => ({ ...pool(6), backoffMs: (n) => (n > 6 ? undefined : n === 1 ? 0 : 500 * 2 ** (n - 2)) }),
  },
  "backoff-anew": {
    title: "waits 0.5 s and 1 s in turn where there is no Retry-After",
    warns: ["CLIENT-9"],
    why: "an outer retry begins the inner one anew",
    hooks: () => ({ backoffMs: (n) => (n > 6 ? undefined : n % 2 === 1 ? 500 : 1000) }),
  },
  "create-constant-backoff": {
    title: "sends a create again after 1 s each time where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "the retry of creates is written by hand",
    hooks: backsOff(isCreate, () => 1000),
  },
  "read-shrinking-backoff": {
    title: "reads a pet again after less and less time where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "the time that is left is divided by the tries that are left",
    hooks: backsOff(isRead, (n) => 3000 / n),
  },
  "tasks-constant": {
    title: "lets six tasks wait together, 1 s each time, where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "a gate with a fixed delay",
    hooks: () => ({ ...pool(6), backoffMs: constant }),
  },
  "tasks-shrinking": {
    title: "lets four tasks wait together, less and less, where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "the time that is left is divided by the tries that are left",
    hooks: () => ({ ...pool(4), backoffMs: (n) => (n > 6 ? undefined : 3000 / n) }),
  },
  "same-target-constant": {
    title: "lets four tasks that ask for the same list wait 1 s each time where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "a gate with a fixed delay",
    hooks: () => ({ ...sameTarget(4), backoffMs: constant }),
  },
  "backoff-up-and-down": {
    title: "waits 1, 2, 0.9 and 0.5 s where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "a fixed list of delays that somebody reordered",
    hooks: () => ({ backoffMs: (n) => [1000, 2000, 900, 500, 400, 300][n - 1] }),
  },
  "linear-backoff": {
    title: "waits 1, 2, 3, 4, 5 s where there is no Retry-After",
    warns: ["CLIENT-9"],
    why: "the delay is multiplied by the number of the try",
    hooks: () => ({ backoffMs: (n) => (n > 6 ? undefined : 1000 * n) }),
  },
  "retry-after-as-number": {
    title: "ends with an error where Retry-After is no number",
    warns: ["CLIENT-25"],
    why: "int(headers['Retry-After'])",
    hooks: failsAtRefusal((answer) => answer.status === 429 && !isNumber(answer)),
  },
  "date-needed": {
    title: "takes a Retry-After that is no number for a date, and ends with an error where it is none",
    warns: ["CLIENT-25"],
    why: "a parser of dates that throws",
    hooks: failsAtRefusal((answer) => {
      const text = retryAfterOf(answer);
      return text !== undefined && !isNumber(answer) && parseHttpDate(text) === undefined;
    }),
  },
  "seconds-not-read": {
    title: "ends with an error where Retry-After is no date",
    warns: ["CLIENT-25"],
    why: "Time.parse(response['Retry-After'])",
    hooks: failsAtRefusal((answer) => {
      const text = retryAfterOf(answer);
      return text !== undefined && parseHttpDate(text) === undefined;
    }),
  },
  "backoff-dropped": {
    title: "tries again after Retry-After, and drops a request without one as if all were well",
    warns: ["CLIENT-25"],
    why: "a retry that is set up for Retry-After alone, with errors swallowed",
    hooks: () => ({ backoffMs: () => undefined, failedCode: 0 }),
  },
  "create-given-up-without-retry-after": {
    title: "ends with an error where a create is refused without seconds in Retry-After",
    warns: ["CLIENT-25"],
    why: "int(headers['Retry-After']) in the retry of creates",
    hooks: failsAtRefusal(
      (answer, request) => answer.status === 429 && isCreate(request) && !isNumber(answer),
    ),
  },
};
