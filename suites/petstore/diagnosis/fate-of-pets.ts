import { answeredWith, derived, type Facts, statusClass } from "#core/check/facts.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { asked, idAsked, petIn, petsIn, sentName, sentText } from "../pets.ts";
import { petstore } from "../roles.ts";
import { isNewPet } from "./clues.ts";
import { are429sOfAnotherLayer } from "./hints-of-rate-limits.ts";
import { hasBrokenDown } from "./hints-of-statuses.ts";
import { brokenDownSince } from "./now-and-then.ts";
import { aspectKey, type Symptom } from "./symptom.ts";

/** What became of the pets that the run sent, as keys of symptoms that have one cause. */
export function keysOfFate(
  { exchange, aspect, operation, got = 0 }: Symptom,
  facts: Facts,
): readonly string[] {
  const isCreate = exchange.request.method === "POST" && exchange.request.credential.kind === "valid";
  if (aspect.of === "status" && got >= 500 && isCreate && hasBrokenDown(facts)) return ["creates fail since"];
  if (aspect.of === "status" && got >= 500 && exchange.id >= brokenDownSince(facts))
    return ["nothing served since"];
  if (got === 429 && aspect.of === "header" && are429sOfAnotherLayer({ facts }))
    return ["429 of another layer"];
  if (isAsWithoutParameters(exchange, aspect, facts)) return ["parameters lost"];
  const lost = lostPets(facts);
  if (aspect.of === "status" && got === 404 && lost.has(idAsked(exchange))) return ["lost pets"];
  if (aspect.of !== "body" || operation !== "listPets" || !answeredWith(exchange, 200)) return [];
  const ids = new Set(petsIn(exchange)?.map(({ id }) => id));
  const created = facts.exchanges.filter(isNewPet).filter(({ id }) => id < exchange.id);
  const hidden = created.map((e) => petIn(e)?.id).filter((id) => !ids.has(id));
  return hidden.some((id) => lost.has(id)) ? ["lost pets"] : [];
}

/** A wrong list with as many pets as one without parameters, though it was asked for with some. */
function isAsWithoutParameters(exchange: Exchange, aspect: Symptom["aspect"], { contract }: Facts): boolean {
  const pets = petsIn(exchange);
  const [limit, status] = [asked(exchange, "limit"), asked(exchange, "status")];
  return (
    pets !== undefined &&
    pets.length === petstore(contract).limit.default &&
    ((aspect.of === "body" && pets.length > Number(limit)) ||
      (aspectKey(aspect) === "field status" &&
        status !== undefined &&
        pets.some((pet) => pet.status !== status)))
  );
}

/** The ids of pets that were created, and that neither a read nor a list ever showed, though reads found others. */
const lostPets = derived(({ exchanges }: Facts): ReadonlySet<bigint | undefined> => {
  const shown = new Set(exchanges.flatMap((e) => petsIn(e) ?? []).map(({ id }) => id));
  const found = new Set(exchanges.filter((e) => answeredWith(e, 200)).flatMap((e) => idAsked(e) ?? []));
  const missed = new Set(exchanges.filter((e) => answeredWith(e, 404)).flatMap((e) => idAsked(e) ?? []));
  const created = exchanges.filter(isNewPet).map((e) => petIn(e)?.id);
  return new Set(
    found.size === 0
      ? []
      : created.filter((id) => id !== undefined && missed.has(id) && !found.has(id) && !shown.has(id)),
  );
});

/** True of a listed pet that has the name of a body that was rejected, or like it no name. */
export function isOfRejectedBody({ pet, operation, aspect }: Symptom, { exchanges }: Facts): boolean {
  if (pet === undefined || operation !== "listPets" || aspect.of !== "field") return false;
  const posts = exchanges.filter(({ request }) => request.method === "POST");
  const isOfPet = (e: (typeof posts)[number]) =>
    pet.name === undefined
      ? /^\s*\{/.test(sentText(e)) && sentName(e) === undefined
      : sentName(e) === pet.name;
  const own = posts.filter(isOfPet);
  return own.length > 0 && own.every((e) => statusClass(e) === 4);
}
