import { type Answered, answeredWith, type Facts, isAnswered } from "../../../src/core/check/facts.ts";
import { parseJson } from "../../../src/core/json/parse.ts";
import { member } from "../../../src/core/json/read.ts";
import { isCreated, petIn, petsIn } from "../pets.ts";
import type { Clues, Hint } from "./clues.ts";

/** What one request left behind, where the next one shows it. */
export const leftovers: readonly Hint[] = [
  {
    fits: ({ symptom: { aspect, got, exchange }, facts }) => {
      if (aspect.of !== "status" || got !== 404 || exchange.request.method !== "GET") return false;
      const creating = facts.exchanges.find(
        (e) => isCreated(e) && exchange.request.path.endsWith(`/${petIn(e)?.id}`),
      );
      return (
        creating !== undefined &&
        before(creating.id, facts).some(
          (e) => e.request.path === exchange.request.path && answeredWith(e, 404),
        )
      );
    },
    likelyCause:
      "The same address was answered 404 before the pet was created, and is still: a cache keeps the 404.",
    howToFix: "Cache no 404, or drop it when the pet is created.",
  },
  {
    fits: ({ symptom: { exchange, operation }, facts }) => {
      if (operation !== "listPets" || !isAnswered(exchange) || askedStatus(exchange) !== undefined)
        return false;
      const [pet, ...others] = petsIn(exchange) ?? [];
      const status = pet?.status;
      if (status === undefined || others.some((other) => other.status !== status)) return false;
      const lists = before(exchange.id, facts).filter((e) => petsIn(e) !== undefined);
      return (
        lists.some((list) => askedStatus(list) === status) &&
        lists.some(
          (list) => askedStatus(list) === undefined && petsIn(list)?.some((other) => other.status !== status),
        )
      );
    },
    likelyCause:
      "The list has the filter of a list before it, though it was asked for without one: a query, a scope or a variable outlives its request.",
    howToFix: "Build the query anew in each request, and cache lists by all of their parameters.",
  },
  {
    fits: (clues) => {
      const { symptom, facts } = clues;
      const { exchange, aspect, got = 0 } = symptom;
      if (aspect.of !== "status" || got >= 300 || exchange.request.method !== "POST") return false;
      if (sentName(exchange) !== undefined) return false;
      const name = isAnswered(exchange) ? petIn(exchange)?.name : undefined;
      return (
        name !== undefined && name !== "" && before(exchange.id, facts).some((e) => sentName(e) === name)
      );
    },
    likelyCause:
      "The pet has the name of an earlier request: what a body lacks is taken from the one before it, as where an object is reused.",
    howToFix: "Read each body into a new object, and reject with 400 what lacks a required field.",
  },
  {
    fits: ({ symptom: { aspect, got, exchange, isAllowed }, facts }) =>
      aspect.of === "status" && got === 400 && isAllowed && followsRejections(exchange.id, facts),
    likelyCause:
      "Each right body that comes right after a rejected one is rejected, too: the errors of that one are still there (a validator or a list that requests share).",
    howToFix: "Keep the errors of a request in that request, or clear them before the next is validated.",
  },
];

function before(id: number, facts: Facts): readonly Answered[] {
  return facts.exchanges.filter((e) => e.id < id).filter((e) => isAnswered(e));
}

function askedStatus({ request }: Answered): string | undefined {
  return request.query?.find(([name]) => name === "status")?.[1];
}

function sentName({ request }: Answered | Clues["symptom"]["exchange"]): string | undefined {
  if (request.body === undefined) return undefined;
  const body = parseJson(new TextDecoder().decode(request.body.bytes));
  const name = body.ok ? member(body.value, "name") : undefined;
  return name?.kind === "string" ? name.value : undefined;
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
