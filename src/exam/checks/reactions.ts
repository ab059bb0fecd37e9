import type { Observation } from "../../check/verdict.ts";
import { type ClientExchange, isSameRequest, type Session, statusOf } from "../exchange.ts";
import { strangeCode } from "../lessons.ts";
import { answerHeader, codeOf, petsOf } from "./answers.ts";
import { type ClientCheck, type Evidence, endInWords, observing, requestsIn, sentAfter } from "./check.ts";
import { stepLeftOut } from "./steps.ts";

/** What a client meets that is permitted and unusual, and that must not stop it. */
interface Met {
  readonly about: string;
  readonly label: string;
  /** It completes "… was answered". */
  readonly what: string;
  /** The situation that differs from the one with this in nothing else. */
  readonly control: string;
  /** Whether this answer holds it. */
  readonly holds: (exchange: ClientExchange) => boolean;
  /** Whether the request is to be tried again: then its return shows that the client goes on. */
  readonly isTriedAgain?: true;
}

const met: readonly Met[] = [
  {
    about: "CLIENT-16",
    label: "a pet without a status",
    what: "a pet without a status",
    control: "plain",
    holds: (exchange) => petsOf(exchange).some(({ hasStatus }) => !hasStatus),
  },
  {
    about: "CLIENT-17",
    label: "an Error with an unknown code",
    what: "an Error with a code that nobody knows",
    control: "retry-seconds",
    holds: (exchange) => statusOf(exchange) === 429 && codeOf(exchange) === strangeCode,
    isTriedAgain: true,
  },
  {
    about: "CLIENT-18",
    label: "a 429 without an Error body",
    what: "a 429 with another body than an Error",
    control: "retry-seconds",
    holds: (exchange) => statusOf(exchange) === 429 && codeOf(exchange) === undefined,
    isTriedAgain: true,
  },
  {
    about: "CLIENT-19",
    label: "fields and header fields that it need not know",
    what: "fields or header fields that it need not know",
    control: "plain",
    holds: (exchange) =>
      petsOf(exchange).some(({ hasMore }) => hasMore) || answerHeader(exchange, "deprecation") !== undefined,
  },
  {
    about: "CLIENT-20",
    label: "a charset and chunks",
    what: "an answer in pieces, with a charset in its Content-Type",
    control: "plain",
    holds: (exchange) => {
      const type = answerHeader(exchange, "content-type") ?? "";
      return (
        petsOf(exchange).length > 0 &&
        /;\s*charset=/i.test(type) &&
        answerHeader(exchange, "content-length") === undefined
      );
    },
  },
];

function reaction(row: Met): ClientCheck {
  const { about, label } = row;
  return {
    about,
    cases: [label],
    judge: (evidence) => evidence.sessions.flatMap((session) => reacted(row, session, evidence)),
  };
}

/** A session of one situation is compared with its control; in one of many, a request that follows shows that it goes on. */
function reacted(row: Met, session: Session, { sessions }: Evidence): readonly Observation[] {
  const { held, untested } = observing(row.about, row.label);
  const subjects = requestsIn(session).filter((exchange) => row.holds(exchange));
  const [first] = subjects;
  if (first === undefined) return [];
  const control = sessions.find(({ situation }) => situation === row.control);
  if (session.situation !== undefined && session.end.kind !== "open")
    return control === undefined || control === session
      ? []
      : [besideControl(row, session, control, first, subjects)];
  const goesOn = subjects.filter((subject) =>
    sentAfter(subject, session).some((next) => row.isTriedAgain === true || !isSameRequest(next, subject)),
  );
  return goesOn.length > 0
    ? goesOn.map((subject) => held(subject))
    : [
        untested(
          subjects.some((subject) => sentAfter(subject, session).length > 0)
            ? `after ${row.what} the client sent nothing but the same request again, which does not show whether it could use the answer`
            : `${row.what} was the last that the client was answered: it ${endInWords(session)}`,
          first,
        ),
      ];
}

function besideControl(
  row: Met,
  session: Session,
  control: Session,
  first: ClientExchange,
  subjects: readonly ClientExchange[],
): Observation {
  const { held, broken, untested } = observing(row.about, row.label);
  if (!endsWell(control))
    return untested(
      `the client does not get through the situation ${row.control} either, where nothing else differs: it ${endInWords(control)}`,
      first,
    );
  if (isEndedByExam(session))
    return untested(`whether the client goes on is not known: it ${endInWords(session)}`, first);
  const left = endsWell(session) ? stepLeftOut(first, session, control) : undefined;
  if (endsWell(session) && left === undefined) return held(...subjects);
  const without = left === undefined ? "" : `sent no ${left.step}, and `;
  const seen = `${row.what}, after which the client ${without}${endInWords(session)}`;
  return left?.isCertain === false
    ? untested(`${seen}: that may come of the answer or of a failure`, first)
    : broken(
        first,
        `the same as in the situation ${row.control}, where the client ${left === undefined ? "" : "sent it and "}${endInWords(control)}`,
        seen,
        ...requestsIn(control).slice(0, 1),
      );
}

/** For a reason that says nothing of how the client took this answer. */
function isEndedByExam({ end }: Session): boolean {
  return end.kind === "ended" && ["interrupted", "given-up", "time"].includes(end.why);
}

function endsWell({ end }: Session): boolean {
  return end.kind === "exited" && end.code === 0;
}

export const reactionChecks: readonly ClientCheck[] = met.map(reaction);
