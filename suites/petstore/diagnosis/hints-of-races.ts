import { isAnswered } from "../../../src/core/check/facts.ts";
import { bodyOf, jsonOf } from "../../../src/core/check/json-body.ts";
import { type Exchange, isAfter, timesOf } from "../../../src/core/exchange/exchange.ts";
import { asked, idAsked, petIn, petsIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { type Clues, hints, isAtOnce, isHardlyChance, isNewPet } from "./clues.ts";

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
    { at: "field id", operation: "getPet", also: isAskedForAtOnce },
    "The pet is the one that another request asked for at the same time, and other reads are correct: the id that is asked for is kept in a variable that requests share.",
    ownVariables,
  ],
  [
    { at: /^(?:body|field id|field status)$/, got: 200, operation: "listPets", also: areListsMixed },
    "Lists that are asked for at the same time are mixed up, so that some are not even JSON: they are written into a buffer or a variable that requests share.",
    ownVariables,
  ],
]);

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
