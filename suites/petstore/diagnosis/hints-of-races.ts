import { type Answered, answeredWith, isAnswered } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import { isRepeatable, requestName } from "#core/check/sent-again.ts";
import { type Exchange, isAfter, isSafe, timesOf } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { member } from "#core/json/read.ts";
import { asked, idAsked, petIn, petsIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { type Clues, hints, hintsOn, isAtOnce, isHardlyChance, isNewPet } from "./clues.ts";

const ownVariables =
  "Keep the data of a request and of its answer in variables of that request alone (no static buffers, no fields of a shared object).";

/** What goes wrong only where requests run at the same time. */
export const races = hints([
  [
    { at: "body", operation: "listPets", also: areLostAtOnce },
    "The missing pets were created while another create ran, and those created alone are there: each create reads the whole store and writes it back, and what another has stored meanwhile is lost.",
    "Have each create add a record of its own (an INSERT), or hold a lock from the read to the write.",
  ],
  [
    {
      ...{ at: /^(?:field id|status)$/, got: 200, operation: "getPet" },
      also: (clues) => isAskedForAtOnce(clues) && (clues.seen.at !== "status" || isUnknownElsewhere(clues)),
    },
    "The pet is the one that another request asked for at the same time, and other reads are correct: the id that is asked for is kept in a variable that requests share.",
    ownVariables,
  ],
  [
    { at: /^(?:body|field id|field status)$/, got: 200, operation: "listPets", also: areListsMixed },
    "Lists that are asked for at the same time are mixed up, so that some are not even JSON: they are written into a buffer or a variable that requests share.",
    ownVariables,
  ],
  [
    { ...{ at: "status", got: /^4(?!01|04|29)/, method: "GET", allowed: true }, also: areRejectedNowAndThen },
    "The same request is served at other times of the run: it meets what another request left behind or holds just then (a variable that requests share, parameters or errors that stay with a connection), or one of several instances differs.",
    `${ownVariables} Compare the instances where there are several.`,
  ],
]);

/**
 * Reads of the operation that are rejected in this way are served when they are sent at other times. A pet may be created or
 * deleted meanwhile, and the key and the rate limit are checked by others.
 */
function areRejectedNowAndThen({ symptom: { got = 0, operation }, facts }: Clues): boolean {
  const reads = facts.exchanges.filter(
    (e) => e.request.credential.kind === "valid" && facts.contract.operationAt(e.request) === operation,
  );
  const served = new Set(
    reads.filter((e) => answeredWith(e, 200, 404)).map(({ request }) => requestName(request)),
  );
  return reads.some((e) => answeredWith(e, got) && served.has(requestName(e.request)));
}

/** All pets that the list lacks were created while another create ran, and pets that were created alone are there. */
function areLostAtOnce({ symptom: { exchange, observation }, seen, facts }: Clues): boolean {
  const posts = facts.exchanges.filter(isNewPet);
  if (seen.filter !== undefined || !posts.some(({ id }) => observation.finding.related.includes(id)))
    return false;
  const names = new Set(petsIn(exchange)?.map(({ name }) => name));
  const due = posts.filter((e) => isAfter(exchange, e));
  const lost = due.filter((e) => !names.has(petIn(e)?.name));
  const hasCompany = (e: Exchange) => posts.some((other) => isAtOnce(e, other));
  // Written back by another that read before it and wrote after it.
  const mayBeLost = (e: Exchange) =>
    posts.some((other) => isAtOnce(e, other) && timesOf(other).endedAtMs >= timesOf(e).endedAtMs);
  const drawn = due.filter((e) => !mayBeLost(e)).length;
  return (
    lost.every(hasCompany) &&
    isHardlyChance({ all: due.length, marked: lost.filter(mayBeLost).length, drawn }) &&
    due.some((e) => !lost.includes(e) && hasCompany(e))
  );
}

/** Another read, at the same time, asked for the pet that is answered; and the pet that is due was answered to another. */
function isAskedForAtOnce({ symptom: { exchange }, facts }: Clues): boolean {
  const got = petIn(exchange)?.id;
  const reads = facts.exchanges.filter((e) => e.request.method === "GET" && idAsked(e) !== undefined);
  return (
    got !== undefined &&
    // An id that was rounded is that of the pet beside it, not another's.
    Number(got) !== Number(idAsked(exchange)) &&
    reads.some((e) => isAtOnce(exchange, e) && idAsked(e) === got) &&
    reads.some((e) => idAsked(e) === petIn(e)?.id)
  );
}

/** The same read finds no pet when it comes at another time. */
function isUnknownElsewhere({ symptom: { exchange }, facts }: Clues): boolean {
  const name = requestName(exchange.request);
  return facts.exchanges.some((e) => answeredWith(e, 404) && requestName(e.request) === name);
}

/** Among the lists that came at the same time as others is one that is no JSON and has a status that its filter leaves out elsewhere. */
function areListsMixed({ symptom: { exchange }, facts }: Clues): boolean {
  const { exchanges, contract } = facts;
  const isRight = (e: Exchange) => {
    const pets = asked(e, "status") === undefined ? [] : (petsIn(e) ?? []);
    return pets.length > 0 && pets.every((pet) => pet.status === asked(e, "status"));
  };
  const isMixed = (e: Exchange) =>
    isAnswered(e) &&
    jsonOf(e) === undefined &&
    petstore(contract).statuses.includes(asked(e, "status") ?? "") &&
    petstore(contract).statuses.some(
      (status) => status !== asked(e, "status") && bodyOf(e).text.includes(`"${status}"`),
    );
  const isWithAnother = (e: Exchange) => exchanges.some((other) => isAtOnce(e, other));
  return (
    isWithAnother(exchange) &&
    exchanges.some(isRight) &&
    exchanges.some((e) => isMixed(e) && isWithAnother(e))
  );
}

/** Headers and fields of Errors that answers have at one time and not at another, whatever is asked for. */
export const turns = hintsOn(answersOfKind, [
  [
    areSplitByConnection,
    "It depends on the connection: the first answer on each differs in this from those that follow.",
    "Write each answer from its own request, and keep nothing of it with the connection.",
  ],
  [
    areOfOthersAtOnce,
    "The Error has the status of another request that ran at the same time: requests share the object that it is written from.",
    ownVariables,
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

/** Each Error with another status than its own has that of an answer at the same time, and most have their own. */
function areOfOthersAtOnce({ right, wrong }: Turns, { symptom, facts }: Clues): boolean {
  const statusIn = (e: Answered) => {
    const field = member(jsonOf(e), "status");
    return field?.kind === "number" ? Number(field.raw) : undefined;
  };
  const isOfAnother = (e: Answered) =>
    facts.exchanges.some(
      (other) => isAtOnce(e, other) && isAnswered(other) && other.outcome.answer.status === statusIn(e),
    );
  return (
    "name" in symptom.aspect &&
    symptom.aspect.name === "status" &&
    right.length >= answersToShow &&
    wrong.every(isOfAnother)
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

function isSame(one: Answered, other: Answered): boolean {
  return (
    one.outcome.answer.status === other.outcome.answer.status &&
    requestName(one.request) === requestName(other.request)
  );
}
