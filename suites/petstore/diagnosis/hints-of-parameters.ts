import { type Facts, isAnswered } from "#core/check/facts.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { asked, petIn, petsIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { before, type Clues, hints, hintsOn, isSeen, onePetMore, statusInAnotherCase } from "./clues.ts";

/** How the parameters of a list are regarded: pets of another status, or more of them than the limit. */
export const parameters = [
  ...hints([
    [
      { at: /^(?:body|field status)$/, operation: "listPets", limit: /^/, filter: /^/, also: areBothLost },
      "This list is as one without any parameter, and others obey theirs: the query is lost now and then on its way (by one of several instances, or by a proxy that rewrites the URL).",
      "Send the request several times, and compare the instances and what is in front of them.",
    ],
    [
      {
        at: /^(?:body|field status)$/,
        operation: "listPets",
        limit: /^/,
        filter: /^/,
        also: isOneParameterRead,
      },
      "Where limit and status are given, only the first of them is read, or only the last.",
      "Split the query at each &, and build one query of all parameters, in whatever order they come.",
    ],
  ]),
  ...hintsOn(filtered, [
    [
      ({ status, shown }) => shown === status,
      "The status that was asked for is written into pets that have another: it is assigned where it should be compared, in the answer or in the store.",
      "Compare the stored status with the one that was asked for, and change nothing where pets are listed.",
    ],
    [
      ({ wrong, status }) => wrong.every((pet) => pet.status?.toLowerCase() === status),
      ...statusInAnotherCase,
    ],
    [
      (_, { facts }) => isLeftOutOfLists(facts),
      "No list shows the status of any pet: the code that writes lists leaves it out (a view, a SELECT or a serialiser of its own).",
      "Write pets with one serialiser everywhere.",
    ],
    [
      ({ wrong }) => wrong.every((pet) => pet.status === undefined),
      "Pets without a status pass the filter: a missing value is taken for this one, or for any.",
      "Compare the stored status for equality; a pet without one is in no filtered list.",
    ],
    [
      ({ wrong, status }) => wrong.every((pet) => pet.name?.includes(status)),
      "The filter searches other fields too: these pets have the word in their name.",
      "Compare the status alone, for equality.",
    ],
    [
      ({ status, wrong }, { symptom, facts }) =>
        wrong.length === petsIn(symptom.exchange)?.length && isNewStatus(symptom.exchange, status, facts),
      "No pet was seen with this status before, and pets of others are listed: an empty result is treated as a missing filter.",
      "Answer with an empty array where no pet has the status.",
    ],
    [
      ({ wrong }, { symptom }) => wrong.length === 1 && (petsIn(symptom.exchange)?.length ?? 0) > 5,
      "One pet does not belong among many that do: an index or a cache has another status for it than the pet itself, or it changed while the list was written.",
      "Filter by the status that the pet itself has, and write the list from the same read.",
    ],
    [
      ({ status }, { facts }) => isRightElsewhere(facts, status),
      "The status filter is applied in another list and not in this one: another parameter replaces it, their order matters, or one of several instances loses it.",
      "Build one query of all parameters, in whatever order they come. If the request fails only now and then, compare the instances, and what is in front of them.",
    ],
    [
      (_, clues) => leavesOutAStatus(clues),
      "The filter lets one other status through, and not every one: two statuses are treated as one, or only the third is excluded.",
      "Compare the stored status for equality with the one that was asked for.",
    ],
    [
      ({ status }, { facts }) =>
        petstore(facts.contract).statuses.some((other) => other !== status && isRightElsewhere(facts, other)),
      "Other lists obey their filter, and this one shows pets of every status: one of several instances, or what is in front of them, loses the query, or the filter does not know this status.",
      "Send the request several times. If it fails now and then, compare the instances, and what is in front of them; if it always does, see how this status is compared.",
    ],
    [
      () => true,
      "The filter is not applied: pets of every status are listed.",
      "Read the query parameter status, and compare the stored status for equality.",
    ],
  ]),
  ...hints([
    [{ shape: "too-many", limit: /^[1-9]/, filter: /^/, also: isOneTooMany }, ...onePetMore],
    [
      { shape: "too-many", limit: /^/, filter: /^/, also: (clues) => hasMoreOfStatus(clues) },
      "The list is longer than its limit and shorter than all pets of the status: another limit is in effect (a page size of its own, the limit of another request, one of several instances that differs).",
      "Apply the limit of this request to the filtered pets, on every instance.",
    ],
    [
      { shape: "too-many", limit: /^/, filter: /^/ },
      "The limit is not applied where a status is asked for.",
      "Build one query of both, the filter first.",
    ],
    [
      {
        shape: "too-many",
        also: ({ seen, facts }) =>
          seen.limit === String(petstore(facts.contract).limit.default) && hasShorterList(facts),
      },
      "A limit that equals the default is treated as no limit, and more pets are listed.",
      "Apply the limit that was asked for, the default as well.",
    ],
    [
      { shape: "too-many", limit: /infinity|^[0-9]+e[0-9]+$/i },
      "The value is converted to infinity, which passes as an integer, and the bounds are not applied to it (ajv with coerceTypes).",
      "Accept only digits before limit is converted, for example with a pattern, and compare the number with both bounds.",
    ],
    [
      {
        shape: "too-many",
        limit: /^[0-9]{1,9}$/,
        also: ({ seen, facts }) =>
          Number(seen.limit) > (petstore(facts.contract).limit.maximum ?? Number.POSITIVE_INFINITY),
      },
      "The maximum of limit is not applied, or another one is.",
      "Reject a limit above the maximum with 400, or apply the maximum in its place.",
    ],
  ]),
];

/** Limit and status are both disobeyed, and elsewhere both are obeyed together. */
function areBothLost({ symptom: { exchange }, seen, facts: { exchanges } }: Clues): boolean {
  const isOf = (e: Exchange, status?: string) => petsIn(e)?.every((pet) => pet.status === status) === true;
  const length = petsIn(exchange)?.length ?? 0;
  return (
    length > Number(seen.limit) &&
    !isOf(exchange, seen.filter) &&
    exchanges.some((e) => {
      const [limit, status] = [asked(e, "limit"), asked(e, "status")];
      return petsIn(e)?.length === Number(limit) && status !== undefined && isOf(e, status);
    })
  );
}

/** Of two parameters the one that comes first is obeyed and the other is not, in either order; or the last one alone. */
function isOneParameterRead({ facts: { exchanges } }: Clues): boolean {
  const obeyed = exchanges.flatMap((e) => {
    const [limit, status] = [asked(e, "limit"), asked(e, "status")];
    const pets = petsIn(e);
    if (!/^[0-9]{1,3}$/.test(limit ?? "") || status === undefined || pets === undefined) return [];
    const kept = { limit: pets.length <= Number(limit), status: pets.every((pet) => pet.status === status) };
    return e.request.query?.[0]?.[0] === "limit"
      ? { first: "limit", of: [kept.limit, kept.status] }
      : { first: "status", of: [kept.status, kept.limit] };
  });
  return [0, 1].some(
    (read) =>
      obeyed.every(({ of }) => of[read]) &&
      ["limit", "status"].every((name) => obeyed.some(({ first, of }) => first === name && !of[1 - read])),
  );
}

/** One pet more than the limit, of a status that more pets have. */
function isOneTooMany(clues: Clues): boolean {
  return petsIn(clues.symptom.exchange)?.length === Number(clues.seen.limit) + 1 && hasMoreOfStatus(clues);
}

/** Lists before this one show more pets of its status than it does. */
function hasMoreOfStatus(clues: Clues): boolean {
  const { symptom, seen } = clues;
  const pets = before(clues).flatMap((e) => petsIn(e) ?? []);
  const known = new Set(pets.filter((pet) => pet.status === seen.filter).map(({ id }) => id));
  return known.size > (petsIn(symptom.exchange)?.length ?? 0);
}

/** A list is as long as a limit below the default allows. */
function hasShorterList({ exchanges, contract }: Facts): boolean {
  const usual = petstore(contract).limit.default ?? 0;
  return exchanges.some((e) => {
    const limit = asked(e, "limit");
    return limit !== undefined && Number(limit) < usual && petsIn(e)?.length === Number(limit);
  });
}

/** A filtered list that shows a pet which does not belong there, of which its place may show the status. */
function filtered(clues: Clues) {
  const { symptom, seen, facts } = clues;
  const status = seen.filter;
  if (status === undefined || !petstore(facts.contract).statuses.includes(status)) return undefined;
  if (symptom.pet?.id === undefined || (seen.shown !== "string" && seen.shown !== undefined))
    return undefined;
  if (!isSeen({ at: "field status", operation: "listPets" }, clues)) return undefined;
  const wrong = (petsIn(symptom.exchange) ?? []).filter((pet) => pet.status !== status);
  return { status, shown: seen.value, wrong };
}

/** Only other answers than lists have the field. */
function isLeftOutOfLists({ exchanges }: Facts): boolean {
  return (
    exchanges.every((e) => (petsIn(e) ?? []).every(({ status }) => status === undefined)) &&
    exchanges.some((e) => isAnswered(e) && petIn(e)?.status !== undefined)
  );
}

/** A long list without pets of a status that other lists show. */
function leavesOutAStatus({ symptom, facts }: Clues): boolean {
  const listed = petsIn(symptom.exchange) ?? [];
  const here = new Set(listed.map((pet) => pet.status));
  return (
    listed.length > 5 &&
    facts.exchanges
      .flatMap((e) => petsIn(e) ?? [])
      .some(({ status }) => status !== undefined && !here.has(status))
  );
}

/** Nothing that came before shows a pet of it, and something that came later does. */
function isNewStatus({ id }: Exchange, status: string, { exchanges }: Facts): boolean {
  const shown = exchanges.filter((e) =>
    [petIn(e), ...(petsIn(e) ?? [])].some((pet) => pet?.status === status),
  );
  return shown.length > 0 && shown.every((e) => e.id > id);
}

/** Another list with the same filter shows that status alone. */
function isRightElsewhere({ exchanges }: Facts, status: string): boolean {
  return exchanges.some((e) => {
    const pets = asked(e, "status") === status ? petsIn(e) : undefined;
    return pets !== undefined && pets.length > 1 && pets.every((pet) => pet.status === status);
  });
}

/** Lists that are as long as their limit, and shorter than another: the parameter is read. */
function obeyedLimits({ exchanges }: Facts): readonly Exchange[] {
  const lengths = exchanges.flatMap((e) => petsIn(e)?.length ?? []);
  const longest = Math.max(0, ...lengths);
  return exchanges.filter((e) => {
    const length = petsIn(e)?.length ?? 0;
    return length > 0 && length < longest && asked(e, "limit") === String(length);
  });
}

export function isLimitObeyed(facts: Facts): boolean {
  return obeyedLimits(facts).length > 0;
}

/** Lists obey their limit where they have a status filter, and several others do not, none of which does. */
export function isObeyedBesideFilter(facts: Facts): boolean {
  const usual = String(petstore(facts.contract).limit.default);
  const obeyed = obeyedLimits(facts).filter((e) => asked(e, "limit") !== usual);
  const isFiltered = (e: Exchange) => asked(e, "status") !== undefined;
  const ignored = facts.exchanges.filter((e) => (petsIn(e)?.length ?? 0) > Number(asked(e, "limit")));
  return ignored.length > 1 && !ignored.some(isFiltered) && obeyed.length > 0 && obeyed.every(isFiltered);
}
