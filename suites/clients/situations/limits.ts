import { type Lesson, plain, type Situation } from "#core/check/clients/situation.ts";
import { retryAfterForms } from "../shared/cases.ts";
import { type Role, roles } from "../shared/requests.ts";
import {
  creates,
  each,
  emptyBody,
  type LimitBody,
  limited,
  limitHoldMs,
  listBody,
  pageBody,
  refused,
  refusedAmongOthers,
  refusedApart,
  sends,
  unknownCodeBody,
} from "./lessons.ts";

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

/** A 429 whose Retry-After cannot be used. */
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
    refusedAmongOthers(2000),
  ),
  together(
    "burst-apart",
    "answers several requests under way 429, the first with Retry-After: 3, the others with Retry-After: 1",
    refusedApart(3000, 1000),
  ),
  likeSeconds("limit-body", "answers 429 with an HTML page as the body", "CLIENT-18", () => pageBody),
  likeSeconds("limit-body-empty", "answers 429 with an empty body", "CLIENT-18", () => emptyBody),
  likeSeconds("limit-body-list", "answers 429 with a JSON array as the body", "CLIENT-18", () => listBody),
  likeSeconds(
    "unknown-code",
    "answers 429 with an Error whose code nobody knows",
    "CLIENT-17",
    unknownCodeBody,
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
