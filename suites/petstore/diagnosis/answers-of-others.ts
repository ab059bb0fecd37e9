import { type Answered, answeredWith, derived, type Facts, isAnswered } from "#core/check/facts.ts";
import { bodyOf, isList, jsonOf } from "#core/check/json-body.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { type Exchange, timesOf } from "#core/exchange/exchange.ts";
import { announcedRate } from "#core/exchange/pacing/rate-headers.ts";
import { asked, idAsked, isRightList, petIn, petsIn, sentName } from "../pets.ts";
import { petstore } from "../roles.ts";

/**
 * The ids of wrong answers that are right ones to other requests: reads and lists byte for byte, and creates by the name
 * that another create sent.
 */
export const answersOfOthers = derived((facts): ReadonlySet<number> => {
  const gets = [...listsOfOthers(facts), ...otherKinds(facts)];
  // A read of another pet may also have read a wrong id, unless other answers are swapped, too.
  const wrong = [...createsOfOthers(facts), ...gets, ...(gets.length > 0 ? readsOfOthers(facts) : [])];
  return new Set(wrong.map(({ id }) => id));
});

function createsOfOthers({ exchanges }: Facts): readonly Exchange[] {
  const creates = exchanges.filter((e) => e.request.method === "POST");
  const sent = new Set(creates.flatMap((e) => sentName(e) ?? []));
  return creates.filter((e) => {
    const shown = answeredWith(e, 201) ? petIn(e)?.name : undefined;
    return shown !== undefined && shown !== sentName(e) && sent.has(shown);
  });
}

/** A list with the answer to a list that was asked for with other parameters. */
interface Swapped {
  readonly own: Answered;
  readonly other: Answered;
}

function listsOfOthers(facts: Facts): readonly Exchange[] {
  const lists = facts.exchanges.filter(isList).filter((e) => isRightList(e, facts.contract));
  const obeyed = lists.filter((list) => obeys(list, facts));
  const sameText = Map.groupBy(obeyed, (list) => bodyOf(list).text);
  const swapped = lists
    .filter((list) => !obeyed.includes(list))
    .flatMap((own) =>
      (sameText.get(bodyOf(own).text) ?? [])
        .filter((other) => isSentBeforeEndOf(own, other))
        .map((other): Swapped => ({ own, other })),
    );
  return swapped.some((pair) => isTelling(pair, obeyed, facts)) ? swapped.map(({ own }) => own) : [];
}

/**
 * True where no parameter that is ignored or misread explains the answer: it is whole another's, with its Remaining, or
 * it obeys a parameter of the other request, and another list obeys that of its own.
 */
function isTelling({ own, other }: Swapped, obeyed: readonly Answered[], { contract }: Facts): boolean {
  const [rate, otherRate] = [announcedRate(own), announcedRate(other)];
  if (
    rate !== undefined &&
    rate.remaining === otherRate?.remaining &&
    rate.resetAtSeconds === otherRate.resetAtSeconds
  )
    return true;
  const { default: usual, maximum } = petstore(contract).limit;
  const isKept = (name: "limit" | "status") =>
    obeyed.some((list) => asked(list, name) === asked(own, name) && (petsIn(list)?.length ?? 0) > 0);
  const [status, otherStatus] = [asked(own, "status"), asked(other, "status")];
  const shown = petsIn(own)?.length ?? 0;
  if (status !== otherStatus)
    return status !== undefined && otherStatus !== undefined && shown > 0 && isKept("status");
  const isOwnFigure = shown !== usual && shown !== maximum;
  return String(shown) === asked(other, "limit") && isOwnFigure && isKept("limit");
}

/** No more pets than were asked for, and all of the status that was. */
function obeys(list: Answered, { contract }: Facts): boolean {
  const pets = petsIn(list) ?? [];
  const status = asked(list, "status");
  return (
    pets.length <= Number(asked(list, "limit") ?? petstore(contract).limit.default) &&
    pets.every((pet) => status === undefined || pet.status === status)
  );
}

/** Lists that are the answer to a read, and the like, where the operation has its own kind of answer elsewhere. */
function otherKinds({ exchanges, contract }: Facts): readonly Exchange[] {
  const served = exchanges
    .filter((e) => isAnswered(e) && e.request.method === "GET" && e.request.credential.kind === "valid")
    .filter((e) => answeredWith(e, 200))
    .map((answer) => ({ answer, operation: contract.classify(answer.request).operation }));
  const isOfKind = (answer: Answered, operation: OperationId | undefined) => {
    const body = jsonOf(answer);
    if (operation === "listPets") return body?.kind === "array";
    return operation === "getPet" ? petIn(answer)?.id !== undefined : body !== undefined;
  };
  const right = served.filter(({ answer, operation }) => isOfKind(answer, operation));
  // Otherwise a list of one pet may be written as that pet.
  const hasListOfOne = right.some(({ answer }) => petsIn(answer)?.length === 1);
  const isOfSeveral = (list: Exchange) =>
    asked(list, "limit") !== "1" &&
    right.some(
      ({ answer }) =>
        (petsIn(answer)?.length ?? 0) > 1 &&
        asked(answer, "status") === asked(list, "status") &&
        answer.id < list.id,
    );
  const pets = served.flatMap(({ answer, operation }) =>
    operation === "listPets" && petIn(answer)?.id !== undefined ? [answer] : [],
  );
  const areSwapped = hasListOfOne || pets.some(isOfSeveral);
  return served
    .filter(({ answer, operation }) => {
      if (isOfKind(answer, operation) || !right.some((one) => one.operation === operation)) return false;
      if (pets.includes(answer) && !areSwapped) return false;
      return right.some(
        (other) =>
          other.operation !== operation &&
          bodyOf(other.answer).text === bodyOf(answer).text &&
          isSentBeforeEndOf(answer, other.answer),
      );
    })
    .map(({ answer }) => answer);
}

/** Reads that are answered with the pet of another read. */
function readsOfOthers({ exchanges }: Facts): readonly Exchange[] {
  const reads = exchanges.filter((e) => answeredWith(e, 200) && idAsked(e) !== undefined);
  return reads.filter((own) => {
    const shown = petIn(own)?.id;
    return (
      shown !== undefined &&
      shown !== idAsked(own) &&
      reads.some(
        (other) => idAsked(other) === shown && petIn(other)?.id === shown && isSentBeforeEndOf(own, other),
      )
    );
  });
}

function isSentBeforeEndOf(own: Exchange, other: Exchange): boolean {
  return timesOf(other).sentAtMs <= timesOf(own).endedAtMs;
}
