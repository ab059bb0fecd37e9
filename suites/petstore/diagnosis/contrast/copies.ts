import { type Answered, answeredWith, derived, type Facts } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import { requestName } from "#core/check/sent-again.ts";
import { type Exchange, timesOf } from "#core/exchange/exchange.ts";
import { announcedRate } from "#core/exchange/pacing/rate-headers.ts";
import { asked, idAsked, isList, isRightList, petIn, petsIn, sentName } from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import type { Feature } from "./contrast.ts";
import { condition } from "./traits.ts";

/** The ids of wrong answers that are right ones to other requests. */
export const copiesIn = derived((facts): ReadonlySet<number> => {
  const found = [...creates(facts), ...lists(facts)];
  // A read of another pet may also have read a wrong id, unless other answers are swapped, too.
  return new Set([...found, ...(found.length > 0 ? reads(facts) : [])].map(({ id }) => id));
});

function creates({ exchanges }: Facts): readonly Exchange[] {
  const posts = exchanges.filter(({ request }) => request.method === "POST");
  const sent = new Set(posts.flatMap((e) => sentName(e) ?? []));
  return posts.filter((e) => {
    const shown = answeredWith(e, 201) ? petIn(e)?.name : undefined;
    return shown !== undefined && shown !== "" && shown !== sentName(e) && sent.has(shown);
  });
}

function reads({ exchanges }: Facts): readonly Exchange[] {
  const read = exchanges.filter((e) => answeredWith(e, 200) && idAsked(e) !== undefined);
  const ids = new Set(read.filter((e) => petIn(e)?.id === idAsked(e)).map((e) => idAsked(e)));
  return read.filter((e) => petIn(e)?.id !== idAsked(e) && ids.has(petIn(e)?.id));
}

/** Lists that break their own parameters and have, byte for byte, what one with others was answered before or meanwhile. */
function lists(facts: Facts): readonly Exchange[] {
  const { contract } = facts;
  const all = facts.exchanges.filter(isList).filter((e) => isRightList(e, contract));
  const { default: usual, maximum } = petstore(contract).limit;
  const obeys = (list: Answered) => {
    const pets = petsIn(list) ?? [];
    const status = asked(list, "status");
    return (
      pets.length <= Number(asked(list, "limit") ?? usual) &&
      pets.every((pet) => status === undefined || pet.status === status)
    );
  };
  const obeyed = all.filter(obeys);
  const isKept = (own: Exchange, name: "limit" | "status") =>
    obeyed.some((list) => asked(list, name) === asked(own, name) && (petsIn(list)?.length ?? 0) > 0);
  /** No parameter that is ignored or misread explains it: it obeys the other's, and another list obeys its own. */
  const isTelling = (own: Exchange, other: Exchange) => {
    const [rate, otherRate] = [announcedRate(own), announcedRate(other)];
    if (rate !== undefined && JSON.stringify(rate) === JSON.stringify(otherRate)) return true;
    const [status, otherStatus, shown] = [
      asked(own, "status"),
      asked(other, "status"),
      petsIn(own)?.length ?? 0,
    ];
    if (status !== otherStatus)
      return status !== undefined && otherStatus !== undefined && shown > 0 && isKept(own, "status");
    return (
      String(shown) === asked(other, "limit") && shown !== usual && shown !== maximum && isKept(own, "limit")
    );
  };
  const pairs = all
    .filter((list) => !obeyed.includes(list))
    .flatMap((own) =>
      obeyed
        .filter(
          (other) =>
            bodyOf(other).text === bodyOf(own).text &&
            (other.id < own.id || timesOf(other).sentAtMs <= timesOf(own).endedAtMs),
        )
        .map((other) => [own, other] as const),
    );
  return pairs.some(([own, other]) => isTelling(own, other)) ? pairs.map(([own]) => own) : [];
}

/** A list that is, to the byte, what was answered to another one with other parameters. Empty ones are all alike. */
export function repeatedLists({ exchanges }: Facts): Feature<Exchange, "copy"> {
  const lists: readonly Exchange[] = exchanges.filter((e) => isList(e) && petsIn(e)?.length !== 0);
  const source = (e: Exchange) => {
    const isOther = (one: Exchange) => requestName(one.request) !== requestName(e.request);
    return lists.findLast(
      (one) =>
        isList(e) && one.id < e.id && isOther(one) && isList(one) && bodyOf(one).text === bodyOf(e).text,
    );
  };
  const words = "which repeat the list before them, to the byte, though they ask for another";
  return condition(
    { kind: "copy", isContext: true },
    words,
    (e) => e.request.credential.kind === "valid" && source(e) !== undefined,
    (e) => [source(e) ?? []].flat(),
  );
}
