import type { CaseRef } from "#core/check/case.ts";
import type { Lesson, Moment, Reply, Situation } from "#core/check/clients/situation.ts";
import { failures, strangeCode } from "../shared/cases.ts";
import { type Role, roles } from "../shared/requests.ts";
import { creates, each, error, limitHoldMs, lists, reads, sends, tests } from "./lessons.ts";

/** These replies in turn to the first request that it waited for, whenever it comes again; `times` at the most. */
function repeated(times: number, ...replies: readonly Reply[]): () => Lesson {
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
const tries = 8;

function answers(status: number, code: string, times = tries): () => Lesson {
  return repeated(times, error(status, code));
}

/** Every request from now on, so many times. */
function unauthorized(): Lesson {
  let left = tries;
  return () => {
    if (left === 0) return "over";
    left -= 1;
    return error(401, "unauthorized", ["WWW-Authenticate", 'Bearer realm="pets", error="invalid_token"']);
  };
}

/** Everything is answered 401 from the first of these on. */
const rejectsKey = (name: string, about: string, needs: string, ...some: readonly Role[]): Situation => ({
  ...{ name, about, needs, shows: ["CLIENT-21"], longestSeconds: 0 },
  lessons: [{ asked: some, begin: unauthorized, holdMs: limitHoldMs, isLast: true }],
});

const unavailable = answers(503, "unavailable");

/** Before the answer, and in the middle of it. */
const lostConnection = repeated(tries, { kind: "reset", performed: false }, { kind: "cut" });

/** What a client has to do to meet a failure, and what it tests there. */
type Kind = Partial<Situation> & Pick<Situation, "needs" | "shows"> & { readonly asked: readonly Role[] };

const onList = { needs: lists, asked: ["list", "read"] } as const;
const onRead = { needs: reads, asked: ["read"] } as const;
const onCreate = { needs: creates, asked: ["create"] } as const;

/** Of what may be sent again. */
const safe = (of: CaseRef) => ({ ...tests("CLIENT-23", of), longestSeconds: 31 });
const lostCreate: Kind = { ...onCreate, ...tests("CLIENT-24", failures.lostCreate), longestSeconds: 2 };
const failedCreate: Kind = { ...onCreate, ...tests("CLIENT-24", failures.failedCreate), longestSeconds: 31 };
const rejectedRead: Kind = { ...onRead, ...tests("CLIENT-22", failures.notFound) };
const rejectedCreate: Kind = { ...onCreate, ...tests("CLIENT-22", failures.badRequest) };
const besideRejected: Kind = { ...onCreate, ...tests("CLIENT-17"), control: "bad-request" };

/** One request of a kind is not answered as it should be. */
const failure = (name: string, about: string, kind: Kind, begin: () => Lesson): Situation => {
  const { asked, ...others } = kind;
  return { name, about, longestSeconds: 0, ...others, lessons: [{ asked, begin, holdMs: 0 }] };
};

/** The same answer as in the control, but for its code; where that may be sent again, once. */
const unknownCode = (
  name: string,
  answer: string,
  on: Pick<Kind, "needs" | "asked">,
  status: number,
  control: string,
  longestSeconds: number,
): Situation => {
  const about = `${answer} with an Error whose code nobody knows`;
  const kind = { ...on, ...tests("CLIENT-17"), control, longestSeconds };
  return failure(name, about, kind, answers(status, strangeCode, status === 503 ? 1 : tries));
};

export const failureSituations: readonly Situation[] = [
  {
    name: "redirect",
    about: "redirects the first list, create and read to another origin",
    needs: sends,
    shows: ["CLIENT-3"],
    longestSeconds: 0,
    // Many HTTP libraries follow the redirect of a create only with 301, 302 or 303, as a GET.
    ...each((role) => repeated(tries, { kind: "redirect", status: role === "create" ? 303 : 307 }), 0),
  },
  failure("not-found", "answers the read of a pet 404", rejectedRead, answers(404, "not_found")),
  failure("bad-request", "answers a create 400", rejectedCreate, answers(400, "bad_request")),
  failure(
    "not-found-in-capitals",
    "answers the read of a pet 404 with a code in capitals",
    rejectedRead,
    answers(404, "NOT_FOUND"),
  ),
  failure(
    "bad-request-in-capitals",
    "answers a create 400 with a code in capitals",
    rejectedCreate,
    answers(400, "BAD_REQUEST"),
  ),
  failure(
    "lost-create",
    "stores a pet and resets the connection before it answers",
    lostCreate,
    repeated(1, { kind: "reset", performed: true }),
  ),
  failure(
    "dropped-create",
    "resets the connection of a create without storing a pet",
    lostCreate,
    repeated(1, { kind: "reset", performed: false }),
  ),
  failure(
    "cut-create",
    "stores a pet and resets the connection in the middle of its answer",
    lostCreate,
    repeated(1, { kind: "cut" }),
  ),
  unknownCode("unknown-code-400", "answers a create 400", onCreate, 400, "bad-request", 0),
  failure(
    "empty-code-400",
    "answers a create 400 with an Error whose code is empty",
    besideRejected,
    answers(400, ""),
  ),
  unknownCode("unknown-code-404", "answers the read of a pet 404", onRead, 404, "not-found", 0),
  unknownCode("unknown-code-500", "answers a create 500", onCreate, 500, "failed-create", 31),
  unknownCode("unknown-code-503", "answers a list or a read 503, once,", onList, 503, "unavailable", 4),
  unknownCode(
    "unknown-code-503-read",
    "answers the read of a pet 503, once,",
    onRead,
    503,
    "unavailable-read",
    4,
  ),
  failure(
    "unavailable",
    "answers a list or a read 503",
    { ...onList, ...safe(failures.unavailable) },
    unavailable,
  ),
  failure(
    "unavailable-read",
    "answers the read of a pet 503",
    { ...onRead, ...safe(failures.unavailable) },
    unavailable,
  ),
  failure(
    "lost-connection",
    "resets the connection of a list or a read, before the answer or in the middle of it",
    { ...onList, ...safe(failures.lost) },
    lostConnection,
  ),
  failure(
    "lost-read",
    "resets the connection of the read of a pet, before the answer or in the middle of it",
    { ...onRead, ...safe(failures.lost) },
    lostConnection,
  ),
  failure("failed-create", "answers a create 500", failedCreate, answers(500, "internal_error")),
  rejectsKey("unauthorized", "answers everything 401", sends, ...roles),
  rejectsKey("unauthorized-create", "answers everything 401 from the first create on", creates, "create"),
  rejectsKey("unauthorized-read", "answers everything 401 from the first read of a pet on", reads, "read"),
];
