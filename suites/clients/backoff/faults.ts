import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import { type ClientEntries, type ClientHooks, failing, type Wanted } from "../reference-client/client.ts";
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
      isMeant(request) ? waitMs(attempt) : correct.backoffMs(attempt, random, request),
  });

const constant = () => 1000;

const isNumber = (answer: ClientAnswer): boolean => /^\d+$/.test(retryAfterOf(answer) ?? "");

const isNoDate = (answer: ClientAnswer): boolean => {
  const text = retryAfterOf(answer);
  return text !== undefined && parseHttpDate(text) === undefined;
};

export const faults: ClientEntries = {
  ...failing(["CLIENT-7"], {
    // Sends a create again at once where there is no Retry-After, and waits then: the backoff of creates
    // begins with the second refusal.
    "create-at-once": backsOff(isCreate, (n) => (n === 1 ? 0 : 500 * 2 ** (n - 2))),
    // Reads a pet again at once where there is no Retry-After, and waits then: the backoff of reads begins
    // with the second refusal.
    "read-at-once": backsOff(isRead, (n) => (n === 1 ? 20 : 500 * 2 ** (n - 2))),
    // Comes back at once where Retry-After is 0: 0 is taken at its word.
    "zero-obeyed": retryAfterBy((waitMs, answer) => (retryAfterOf(answer) === "0" ? 0 : waitMs)),
    // Comes back at once where the date in Retry-After is past: Math.max(0, date - now).
    "past-obeyed": retryAfterBy((waitMs, answer) =>
      waitMs === undefined && parseHttpDate(retryAfterOf(answer) ?? "") !== undefined ? 0 : waitMs,
    ),
    // Lets six tasks come back at once where there is no Retry-After, and wait then: the backoff begins with
    // the second refusal.
    "tasks-come-at-once": () => ({ ...pool(6), backoffMs: (n) => (n === 1 ? 0 : 500 * 2 ** (n - 2)) }),
  }),
  ...failing(["CLIENT-9"], {
    // Waits 0.5 s and 1 s in turn where there is no Retry-After: an outer retry begins the inner one anew.
    "backoff-anew": () => ({ backoffMs: (n) => (n % 2 === 1 ? 500 : 1000) }),
    // Waits 1, 2, 3, 4, 5 s where there is no Retry-After: the delay is multiplied by the number of the try.
    "linear-backoff": () => ({ backoffMs: (n) => 1000 * n }),
  }),
  ...failing(["CLIENT-8", "CLIENT-9"], {
    // Sends a create again after 1 s each time where there is no Retry-After: the retry of creates is written by hand.
    "create-constant-backoff": backsOff(isCreate, () => 1000),
    // Reads a pet again after less and less time where there is no Retry-After: the time that is left is
    // divided by the tries that are left.
    "read-shrinking-backoff": backsOff(isRead, (n) => 3000 / n),
    // Lets six tasks wait together, 1 s each time, where there is no Retry-After: a gate with a fixed delay.
    "tasks-constant": () => ({ ...pool(6), backoffMs: constant }),
    // Lets four tasks wait together, less and less, where there is no Retry-After: the time that is left is
    // divided by the tries that are left.
    "tasks-shrinking": () => ({ ...pool(4), backoffMs: (n) => 3000 / n }),
    // Lets four tasks that ask for the same list wait 1 s each time where there is no Retry-After: a gate
    // with a fixed delay.
    "same-target-constant": () => ({ ...sameTarget(4), backoffMs: constant }),
    // Waits 1, 2, 0.9 and 0.5 s where there is no Retry-After: a fixed list of delays that somebody reordered.
    "backoff-up-and-down": () => ({ backoffMs: (n) => [1000, 2000, 900, 500, 400, 300][n - 1] }),
  }),
  ...failing(["CLIENT-25"], {
    // Ends with an error where Retry-After is no number: int(headers['Retry-After']).
    "retry-after-as-number": failsAtRefusal((answer) => answer.status === 429 && !isNumber(answer)),
    // Takes a Retry-After that is no number for a date, and ends with an error where it is none: a parser of
    // dates that throws.
    "date-needed": failsAtRefusal((answer) => isNoDate(answer) && !isNumber(answer)),
    // Ends with an error where Retry-After is no date: Time.parse(response['Retry-After']).
    "seconds-not-read": failsAtRefusal(isNoDate),
    // Tries again after Retry-After, and drops a request without one as if all were well: a retry that is
    // set up for Retry-After alone, with errors swallowed.
    "backoff-dropped": () => ({ backoffMs: () => undefined, failedCode: 0 }),
    // Ends with an error where a create is refused without seconds in Retry-After:
    // int(headers['Retry-After']) in the retry of creates.
    "create-given-up-without-retry-after": failsAtRefusal(
      (answer, request) => answer.status === 429 && isCreate(request) && !isNumber(answer),
    ),
  }),
};
