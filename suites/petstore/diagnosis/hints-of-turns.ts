import { type Answered, isAnswered } from "../../../src/core/check/facts.ts";
import { jsonOf } from "../../../src/core/check/json-body.ts";
import { requestName } from "../../../src/core/check/sent-again.ts";
import { isSafe } from "../../../src/core/exchange/exchange.ts";
import { headerValue } from "../../../src/core/exchange/headers.ts";
import { member } from "../../../src/core/json/read.ts";
import { type Clues, hintsOn } from "./clues.ts";

/** Headers and fields of Errors that answers have at one time and not at another, whatever is asked for. */
export const turns = hintsOn(answersOfKind, [
  [
    areSplitByConnection,
    "It depends on the connection: the first answer on each differs in this from those that follow.",
    "Write each answer from its own request, and keep nothing of it with the connection.",
  ],
  [
    isSinceAMoment,
    "From one moment of the run on, every answer is wrong in this, whatever was asked for, and none was before: something changed in the service while it ran (a deployment, a setting, a counter or a cache that is full).",
    "Look in the server's log for the moment of the first of these answers.",
  ],
  [
    doTakeTurns,
    "The same request is answered now correctly, now wrongly: one of several instances differs, or requests share the data that an answer is written from.",
    "Compare the instances (version, settings), and write each answer from variables of its own request.",
  ],
]);

interface Turns {
  readonly right: readonly Answered[];
  readonly wrong: readonly Answered[];
}

/** All answers that should have the same header, or the same field of an Error. */
function answersOfKind({ symptom: { aspect, got = 0 }, seen, facts }: Clues): Turns | undefined {
  if (!("name" in aspect)) return undefined;
  const isMissingRate = /^header x-ratelimit-/.test(seen.at) && seen.found === "nothing";
  const isErrorField = aspect.of === "field" && got >= 400;
  if (!isMissingRate && !isErrorField && seen.at !== "header content-type") return undefined;
  const isOfKind = ({ status }: Answered["outcome"]["answer"]) =>
    isMissingRate || (got < 400 ? status < 300 : status >= 400 && status !== 429);
  const isRight = (e: Answered) => {
    if (isErrorField) return hasErrorField(e, aspect.name);
    const value = headerValue(e.outcome.answer.headers, aspect.name);
    return isMissingRate ? value !== undefined : /^application\/json\b/i.test(value ?? "");
  };
  const answers = facts.exchanges.filter(isAnswered).filter(({ outcome }) => isOfKind(outcome.answer));
  const { right = [], wrong = [] } = Object.groupBy(answers, (e) => (isRight(e) ? "right" : "wrong"));
  return { right, wrong };
}

function hasErrorField(answer: Answered, name: string): boolean {
  const field = member(jsonOf(answer), name);
  if (name !== "status") return field?.kind === "string";
  return field?.kind === "number" && Number(field.raw) === answer.outcome.answer.status;
}

/** So many answers on either side show that it is no chance. */
const answersToShow = 4;

/** What creates goes out on a new connection each time: it shows nothing of connections by itself. */
function areSplitByConnection({ right, wrong }: Turns): boolean {
  const isReused = wrong[0]?.reusedConnection;
  return (
    wrong.every((e) => e.reusedConnection === isReused) &&
    right.every((e) => e.reusedConnection !== isReused) &&
    [right, wrong].every((all) => all.filter(({ request }) => isSafe(request)).length >= answersToShow)
  );
}

function isSinceAMoment({ right, wrong }: Turns, { facts }: Clues): boolean {
  const [first] = wrong;
  const areAll = (all: readonly Answered[]) =>
    all.length >= answersToShow &&
    new Set(all.map(({ request }) => facts.contract.operationAt(request))).size > 1;
  return first !== undefined && areAll(right) && areAll(wrong) && right.every(({ id }) => id < first.id);
}

/** One request was right and then wrong, and one was wrong and then right: nothing that changed for good explains both. */
function doTakeTurns({ right, wrong }: Turns): boolean {
  const isBefore = (some: readonly Answered[], others: readonly Answered[]) =>
    some.filter(isRepeatable).some((e) => others.some((other) => other.id > e.id && isSame(e, other)));
  return isBefore(right, wrong) && isBefore(wrong, right);
}

function isRepeatable({ request }: Answered): boolean {
  return isSafe(request) && request.credential.kind !== "other";
}

function isSame(one: Answered, other: Answered): boolean {
  return (
    one.outcome.answer.status === other.outcome.answer.status &&
    requestName(one.request) === requestName(other.request)
  );
}
