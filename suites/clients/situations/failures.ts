import type { CaseRef } from "#core/check/case.ts";
import type { Lesson, Situation } from "#core/check/clients/situation.ts";
import { failures, strangeCode } from "../shared/cases.ts";
import { type Role, roles } from "../shared/requests.ts";
import {
  answers,
  asks,
  creates,
  lesson,
  limitHoldMs,
  lists,
  reads,
  repeated,
  sends,
  tests,
  tries,
  unauthorized,
} from "./lessons.ts";

/** Everything is answered 401 from the first of these on. */
const rejectsKey = (name: string, about: string, needs: string, ...some: readonly Role[]): Situation => ({
  ...{ name, about, needs, shows: ["CLIENT-21"], longestSeconds: 0 },
  lessons: [{ waitsFor: asks(...some), begin: unauthorized, holdMs: limitHoldMs, isLast: true }],
});

const unavailable = answers(503, "unavailable");

/** Before the answer, and in the middle of it. */
const lostConnection = repeated(tries, { kind: "reset", performed: false }, { kind: "cut" });

type Asking = readonly [needs: string, ...Role[]];

const onList: Asking = [lists, "list", "read"];
const onRead: Asking = [reads, "read"];
const onCreate: Asking = [creates, "create"];

/** One request of a kind is not answered as it should be. */
const failure = (
  name: string,
  about: string,
  [needs, ...asked]: Asking,
  begin: () => Lesson,
  more: Pick<Situation, "shows" | "cases" | "longestSeconds" | "control">,
): Situation => ({ name, about, needs, ...more, ...lesson(asks(...asked), begin) });

const rejected = (of: CaseRef) => ({ ...tests("CLIENT-22", of), longestSeconds: 0 });
const unknown = (control: string, longestSeconds: number) => ({
  ...tests("CLIENT-17"),
  ...{ control, longestSeconds },
});
/** Of what may be sent again. */
const safe = (of: CaseRef) => ({ ...tests("CLIENT-23", of), longestSeconds: 31 });
const doubtful = { ...tests("CLIENT-24", failures.lostCreate), longestSeconds: 2 };

/** The service redirects, rejects, fails, or does not answer at all. */
export const failureSituations: readonly Situation[] = [
  {
    name: "redirect",
    about: "redirects the first list, create and read to another origin",
    needs: sends,
    shows: ["CLIENT-3"],
    longestSeconds: 0,
    lessons: roles.map((one) => ({
      waitsFor: asks(one),
      begin: repeated(tries, { kind: "redirect", status: 307 }),
      holdMs: 0,
    })),
  },
  failure(
    "not-found",
    "answers the read of a pet 404",
    onRead,
    answers(404, "not_found"),
    rejected(failures.notFound),
  ),
  failure(
    "bad-request",
    "answers a create 400",
    onCreate,
    answers(400, "bad_request"),
    rejected(failures.badRequest),
  ),
  failure(
    "not-found-in-capitals",
    "answers the read of a pet 404 with a code in capitals",
    onRead,
    answers(404, "NOT_FOUND"),
    rejected(failures.notFound),
  ),
  failure(
    "bad-request-in-capitals",
    "answers a create 400 with a code in capitals",
    onCreate,
    answers(400, "BAD_REQUEST"),
    rejected(failures.badRequest),
  ),
  failure(
    "lost-create",
    "stores a pet and resets the connection before it answers",
    onCreate,
    repeated(1, { kind: "reset", performed: true }),
    doubtful,
  ),
  failure(
    "dropped-create",
    "resets the connection of a create without storing a pet",
    onCreate,
    repeated(1, { kind: "reset", performed: false }),
    doubtful,
  ),
  failure(
    "cut-create",
    "stores a pet and resets the connection in the middle of its answer",
    onCreate,
    repeated(1, { kind: "cut" }),
    doubtful,
  ),
  failure(
    "unknown-code-400",
    "answers a create 400 with an Error whose code nobody knows",
    onCreate,
    answers(400, strangeCode),
    unknown("bad-request", 0),
  ),
  failure(
    "empty-code-400",
    "answers a create 400 with an Error whose code is empty",
    onCreate,
    answers(400, ""),
    unknown("bad-request", 0),
  ),
  failure(
    "unknown-code-404",
    "answers the read of a pet 404 with an Error whose code nobody knows",
    onRead,
    answers(404, strangeCode),
    unknown("not-found", 0),
  ),
  failure(
    "unknown-code-500",
    "answers a create 500 with an Error whose code nobody knows",
    onCreate,
    answers(500, strangeCode),
    unknown("failed-create", 31),
  ),
  failure(
    "unknown-code-503",
    "answers a list or a read 503, once, with an Error whose code nobody knows",
    onList,
    answers(503, strangeCode, 1),
    unknown("unavailable", 4),
  ),
  failure(
    "unknown-code-503-read",
    "answers the read of a pet 503, once, with an Error whose code nobody knows",
    onRead,
    answers(503, strangeCode, 1),
    unknown("unavailable-read", 4),
  ),
  failure("unavailable", "answers a list or a read 503", onList, unavailable, safe(failures.unavailable)),
  failure(
    "unavailable-read",
    "answers the read of a pet 503",
    onRead,
    unavailable,
    safe(failures.unavailable),
  ),
  failure(
    "lost-connection",
    "resets the connection of a list or a read, before the answer or in the middle of it",
    onList,
    lostConnection,
    safe(failures.lost),
  ),
  failure(
    "lost-read",
    "resets the connection of the read of a pet, before the answer or in the middle of it",
    onRead,
    lostConnection,
    safe(failures.lost),
  ),
  failure("failed-create", "answers a create 500", onCreate, answers(500, "internal_error"), {
    ...tests("CLIENT-24", failures.failedCreate),
    longestSeconds: 31,
  }),
  rejectsKey("unauthorized", "answers everything 401", sends, ...roles),
  rejectsKey("unauthorized-create", "answers everything 401 from the first create on", creates, "create"),
  rejectsKey("unauthorized-read", "answers everything 401 from the first read of a pet on", reads, "read"),
];
