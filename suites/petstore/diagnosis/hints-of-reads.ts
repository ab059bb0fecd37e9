import { answeredWith, type Facts } from "../../../src/core/check/facts.ts";
import type { Exchange } from "../../../src/core/exchange/exchange.ts";
import { idAsked, type PetView, petIn } from "../pets.ts";
import { type Clues, hasId, hints, hintsOn, isNewPet, where } from "./clues.ts";

/** What a read by id answers, compared with what was asked for. */
export const reads = [
  ...hintsOn(another, [
    [
      ({ got, due }) => Number(got) === Number(due),
      "The id in the path passes through a double, which has 53 bits, so that the pet next to it is found.",
      "Parse the id as a 64-bit integer (BigInt in JavaScript), and compare it exactly.",
    ],
    [
      ({ got, due }) => got === 2n ** 53n - 1n || BigInt.asIntN(32, got) === BigInt.asIntN(32, due),
      "The id in the path is cut to fewer bits than it has, or capped.",
      "Parse the id as a 64-bit integer, and compare it exactly.",
    ],
    [
      ({ due }, { symptom, facts }) => {
        const name = createdWith(facts, due)?.name;
        return name !== undefined && name === petIn(symptom.exchange)?.name;
      },
      "The pet is looked up by its name: another pet of the same name is returned.",
      "Look the pet up by its id.",
    ],
    [
      () => true,
      "A pet other than the one that was asked for is returned: the id in the path is not part of the query, or not of the cache key.",
      "Look the pet up by the id in the path, and cache it under that id.",
    ],
  ]),
  ...hints([
    [
      { requirement: "GET-1", at: /^field /, also: ({ symptom }) => symptom.isValid },
      "The read takes this field from a different source than lists do: another model, an older table, or what an earlier request left there.",
      "Read and list pets from one store, with one serialiser.",
    ],
  ]),
  ...hintsOn(where({ requirement: "GET-1", at: "status", operation: "getPet" }), [
    [
      { got: /^[3-9]/, also: ({ symptom: { exchange } }) => isAskedFor(exchange) },
      "The pet is found and written, but the HTTP status is that of another request, left in a variable that outlives it.",
      "Set the HTTP status of each answer in its own request.",
    ],
    [
      {
        got: /405|410/,
        also: ({ facts }) => !facts.exchanges.some((e) => answeredWith(e, 200) && isAskedFor(e)),
      },
      "No pet is served by its id, though lists show them: the route is missing or removed already.",
      "Serve GET /pets/{petId} until the day of its removal.",
    ],
    [
      { got: /400|422/ },
      "An id that the service itself gave is rejected: the path is read into a type that is too small (32 bits), or by a pattern.",
      "Accept every 64-bit integer in the path.",
    ],
  ]),
  ...hintsOn(where({ requirement: "GET-4", at: "status", operation: "getPet" }), [
    [
      { got: 200, also: ({ body }) => body !== undefined && !hasId(body) },
      "The result is returned without a check that anything was found.",
      "Answer 404 with an Error body where no pet is found.",
    ],
  ]),
  ...hintsOn(where({ requirement: "GET-2", at: "status", operation: "getPet" }), [
    [
      { got: 200, also: ({ body }) => hasId(body) },
      "A pet is returned for an id that no pet has: the id is altered before it is looked up, or a record is made up.",
      "Compare the whole id, and answer 404 with an Error body where no pet has it.",
    ],
    [
      { got: /^2/ },
      "The result is returned without a check that anything was found.",
      "Answer 404 with an Error body where no pet is found.",
    ],
    [
      { got: /400|422/, also: isTooLongFor },
      "The id is a 64-bit integer that no pet has, and it is rejected as too large, though shorter unknown ids get 404: the validation of the path allows only what a double holds exactly (2^53), or 32 bits.",
      "Accept every 64-bit integer in the path, and answer 404 where no pet has it. Have a validator that knows only safe integers (Joi, zod) check the digits as a string.",
    ],
    [
      { got: /^4/ },
      "The handler answers a missing pet with another status.",
      "Answer 404 with an Error body where no pet is found.",
    ],
  ]),
];

/** A read that answers a pet of another id. */
function another({ symptom: { exchange }, seen }: Clues) {
  if (seen.operation !== "getPet" || seen.at !== "field id") return undefined;
  const [due, got] = [idAsked(exchange), petIn(exchange)?.id];
  return due === undefined || got === undefined || got === due ? undefined : { due, got };
}

/** An unknown id with fewer digits was answered 404. */
function isTooLongFor({ symptom: { exchange }, facts }: Clues): boolean {
  const length = (id: bigint | undefined) => String(id ?? "").length;
  return facts.exchanges.some(
    (e) => answeredWith(e, 404) && length(idAsked(e)) > 0 && length(idAsked(e)) < length(idAsked(exchange)),
  );
}

function isAskedFor(exchange: Exchange): boolean {
  const id = idAsked(exchange);
  return id !== undefined && petIn(exchange)?.id === id;
}

function createdWith({ exchanges }: Facts, id: bigint | undefined): PetView | undefined {
  return petIn(exchanges.find((e) => isNewPet(e) && petIn(e)?.id === id));
}
