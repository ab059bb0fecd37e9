import { type Answered, answeredWith, type Facts, isAnswered } from "../../../src/core/check/facts.ts";
import { jsonOf } from "../../../src/core/check/json-body.ts";
import type { Exchange } from "../../../src/core/exchange/exchange.ts";
import { parseJson } from "../../../src/core/json/parse.ts";
import { member } from "../../../src/core/json/read.ts";
import { petIn, petsIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { asked, before, type Clues, type Hint, isNewPet, sentField, textSent } from "./clues.ts";

/** What one request left behind, where the next one shows it. */
export const leftovers: readonly Hint[] = [
  {
    fits: (clues) =>
      isMissingPet(clues) && before(clues).some((e) => isReadOf(clues, e) && answeredWith(e, 200)),
    likelyCause: "The pet was read at this address before: reading it removes it, or a cache forgets it.",
    howToFix: "Leave the store as it is where a pet is read, and look in it where a cache has nothing.",
  },
  {
    fits: (clues) => {
      const creating = clues.facts.exchanges.find((e) => isNewPet(e) && isReadOf(clues, e, petIn(e)?.id));
      return (
        isMissingPet(clues) &&
        creating !== undefined &&
        before(clues).some((e) => e.id < creating.id && isReadOf(clues, e) && answeredWith(e, 404)) &&
        readsOfCreated(clues.facts).some((e) => answeredWith(e, 200)) &&
        !readsOfCreated(clues.facts).some((e) => answeredWith(e, 404) && !isReadOf(clues, e))
      );
    },
    likelyCause:
      "The same address was answered 404 before the pet was created, and is still: a cache keeps the 404.",
    howToFix: "Cache no 404, or drop it when the pet is created.",
  },
  {
    fits: (clues) => {
      const { exchange, operation, aspect } = clues.symptom;
      if (operation !== "listPets" || aspect.of !== "body" || !isAnswered(exchange)) return false;
      if (asked(exchange, "status") !== undefined) return false;
      const [pet, ...others] = petsIn(exchange) ?? [];
      const status = pet?.status;
      if (status === undefined || others.some((other) => other.status !== status)) return false;
      const lists = before(clues).filter((e) => petsIn(e) !== undefined);
      return (
        lists.some((list) => asked(list, "status") === status) &&
        lists.some(
          (list) =>
            asked(list, "status") === undefined && petsIn(list)?.some((other) => other.status !== status),
        )
      );
    },
    likelyCause:
      "The list has the filter of a list before it, though it was asked for without one: a query, a scope or a variable outlives its request.",
    howToFix: "Build the query anew in each request, and cache lists by all of their parameters.",
  },
  {
    fits: (clues) => {
      const { exchange, aspect } = clues.symptom;
      if (aspect.of !== "body" || !isListed(exchange) || asked(exchange, "limit") !== undefined) return false;
      const usual = petstore(clues.facts.contract).limit.default;
      const listed = petsIn(exchange)?.length ?? 0;
      const alike = before(clues).filter(
        (e) =>
          isListed(e) && asked(e, "limit") === undefined && asked(e, "status") === asked(exchange, "status"),
      );
      return usual !== undefined && listed > usual && alike.some((e) => petsIn(e)?.length === usual);
    },
    likelyCause:
      "The same list was right before another limit was asked for: the limit of an earlier request is still there.",
    howToFix: "Keep the limit in the request that names it, and begin each request with the default.",
  },
  {
    fits: (clues) => {
      const { exchange, aspect } = clues.symptom;
      if (aspect.of !== "body" || !isListed(exchange) || petsIn(exchange)?.length !== 0) return false;
      const lists = before(clues).filter(
        (e) => e.request.method === "GET" && e.request.path === exchange.request.path,
      );
      return (
        answeredWith(lists.at(-1), 400) &&
        lists.some(
          (e) =>
            isListed(e) &&
            (petsIn(e)?.length ?? 0) > 0 &&
            String(e.request.query) === String(exchange.request.query),
        )
      );
    },
    likelyCause:
      "The list before it was rejected, and this one is empty: the parameters of the rejected request are still there.",
    howToFix: "Keep the parameters of a request in that request.",
  },
  {
    fits: (clues) => {
      const { exchange, aspect, got = 0 } = clues.symptom;
      if (aspect.of !== "status" || got >= 300 || exchange.request.method !== "POST") return false;
      const pet = isAnswered(exchange) ? petIn(exchange) : undefined;
      return (["name", "status", "categoryId"] as const).some((field) => {
        const shown = pet?.[field];
        if (shown === undefined || shown === "" || sentField(exchange, field) !== undefined) return false;
        const sent = before(clues)
          .filter((e) => e.request.method === "POST")
          .map((e) => textOf(e, field));
        // A default is always the same; a leftover changes with the earlier request.
        return field === "name" ? sent.includes(String(shown)) : isLeftOver(clues, field, String(shown));
      });
    },
    likelyCause:
      "The pet has a value of an earlier request: what a body lacks is taken from the one before it, as where an object, a default among them, is shared between requests.",
    howToFix:
      "Make a new object for each request (no default that is made once, as with a mutable default argument in Python), and reject with 400 what lacks a required field.",
  },
  {
    fits: ({ symptom: { aspect, got, exchange, isAllowed }, facts }) =>
      aspect.of === "status" && got === 400 && isAllowed && followsRejections(exchange.id, facts),
    likelyCause:
      "Each right body that comes right after a rejected one is rejected, too: the errors of that one are still there (a validator or a list that requests share).",
    howToFix: "Keep the errors of a request in that request, or clear them before the next is validated.",
  },
  {
    fits: (clues) => {
      const { aspect, got = 0, exchange } = clues.symptom;
      if (aspect.of !== "status" || ![400, 409, 415, 422].includes(got)) return false;
      const last = before(clues).findLast((e) => e.request.method === "POST");
      return (
        last !== undefined &&
        exchange.request.method === "POST" &&
        answeredWith(last, got) &&
        !clues.facts.contract.classify(last.request).allowed &&
        messageOf(last) !== undefined &&
        messageOf(last) === messageOf(exchange) &&
        clues.facts.exchanges.some((e) => answeredWith(e, 201) && formOf(e) === formOf(exchange))
      );
    },
    likelyCause:
      "The refusal is that of the request before it, word for word: what was found wrong there is still there.",
    howToFix: "Keep what is found wrong with a request in that request.",
  },
  {
    fits: (clues) => {
      const { aspect, got, exchange, isAllowed } = clues.symptom;
      const name = textOf(exchange, "name");
      return (
        aspect.of === "status" &&
        got === 409 &&
        isAllowed &&
        name !== undefined &&
        before(clues).some((e) => answeredWith(e, 400) && textOf(e, "name") === name) &&
        !before(clues).some((e) => isNewPet(e) && textOf(e, "name") === name)
      );
    },
    likelyCause:
      "No pet has this name, but a rejected body had it: the name was reserved or stored before the body was validated.",
    howToFix:
      "Validate the whole body before anything is stored, or undo it (a transaction) where it is rejected.",
  },
];

function isMissingPet({ symptom: { aspect, got, operation, isAllowed } }: Clues): boolean {
  return aspect.of === "status" && got === 404 && operation === "getPet" && isAllowed;
}

/** A read of the pet that is asked for; with an id: the create of that pet. */
function isReadOf({ symptom: { exchange } }: Clues, { request }: Exchange, id?: bigint): boolean {
  return id === undefined
    ? request.method === "GET" && request.path === exchange.request.path
    : exchange.request.path.endsWith(`/${id}`);
}

/** Reads of pets that the run created before. */
function readsOfCreated({ exchanges }: Facts): readonly Exchange[] {
  const created = new Map<string, number>(
    exchanges.flatMap((e) => (isNewPet(e) ? [[`/pets/${petIn(e)?.id}`, e.id] as const] : [])),
  );
  return exchanges.filter(
    (e) => e.request.method === "GET" && e.id > (created.get(e.request.path) ?? Number.POSITIVE_INFINITY),
  );
}

function isListed(exchange: Exchange): exchange is Answered {
  return isAnswered(exchange) && petsIn(exchange) !== undefined;
}

function textOf(exchange: Exchange, name: string): string | undefined {
  const field = sentField(exchange, name);
  return field?.kind === "string" ? field.value : field?.kind === "number" ? field.raw : undefined;
}

/** Creates that lack the field show different values of it, each that of the create before. */
function isLeftOver({ facts }: Clues, field: "status" | "categoryId", shown: string): boolean {
  const creates = facts.exchanges.filter((e) => e.request.method === "POST" && isAnswered(e));
  const without = creates.flatMap((e, index) => {
    const value = isNewPet(e) && sentField(e, field) === undefined ? petIn(e)?.[field] : undefined;
    return value === undefined ? [] : [{ value: String(value), last: creates[index - 1] }];
  });
  return (
    new Set(without.map(({ value }) => value)).size > 1 &&
    without.some(({ value }) => value === shown) &&
    without.every(({ value, last }) => last !== undefined && textOf(last, field) === value)
  );
}

/** The form of a body: its Content-Type and the names of its fields. */
function formOf(exchange: Exchange): string {
  const body = parseJson(textSent(exchange));
  const names =
    body.ok && body.value.kind === "object" ? body.value.members.map(({ name }) => name).sort() : [];
  return [exchange.request.body?.contentType, ...names].join();
}

function messageOf(exchange: Exchange): string | undefined {
  const message = isAnswered(exchange) ? member(jsonOf(exchange), "message") : undefined;
  return message?.kind === "string" ? message.value : undefined;
}

/** Every allowed create right after a rejected body fails, and no other does. */
function followsRejections(failed: number, facts: Facts): boolean {
  const posts = facts.exchanges
    .filter((e) => isAnswered(e))
    .filter((e) => e.request.method === "POST" && answeredWith(e, 200, 201, 202, 400));
  const pairs = posts.slice(1).map((post, i) => ({ post, after: posts[i] }));
  const allowed = pairs.filter(({ post }) => facts.contract.classify(post.request).allowed);
  return (
    allowed.some(({ post }) => post.id === failed) &&
    allowed.some(({ post }) => answeredWith(post, 201)) &&
    allowed.every(({ post, after }) => answeredWith(post, 400) === answeredWith(after, 400))
  );
}
