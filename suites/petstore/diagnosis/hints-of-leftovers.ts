import { answeredWith, type Facts, findingsOn, isAnswered } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import { recorded } from "#core/contract/recorded.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { member, stringOf } from "#core/json/read.ts";
import { asked, petIn, petsIn, sentField, sentText, textIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { before, type Clues, hints, isNewPet } from "./clues.ts";

/** What one request left behind, where the next one shows it. */
export const leftovers = hints([
  [
    { also: ({ symptom }) => symptom.isOfEarlierRun },
    "The pet was stored by an earlier run of this suite, with a wrong body that was accepted then, and the store still has it.",
    "Remove the pets that earlier runs stored (their names begin with conformance-). If such bodies are rejected with 400 by now, nothing else needs to be done.",
  ],
  [
    { ...{ requirement: "CREATE-15", got: 201 }, also: ({ symptom }) => symptom.isOfAnother },
    "A pet is looked up by the id of the body, and answered in place of a new one.",
    "Ignore or reject id in the body, and let the database assign it.",
  ],
  [
    { at: /^(?:body|status)$/, body: undefined, text: /^\s*[[{]/, also: endsAsAnEarlierOne },
    "The end of an earlier, longer answer stands behind this one: a buffer is used again, and more of it is sent than this answer has.",
    "Send as many bytes as this answer has, or make a new buffer for each.",
  ],
  [
    { got: 201, also: ({ symptom }) => symptom.isOfAnother },
    "The answer shows the pet of another create: it is kept in a variable that requests share, or comes from a cache whose key lacks the body.",
    "Answer each create with the pet that it stored.",
  ],
  [
    { got: 200, also: ({ symptom }) => symptom.isOfAnother },
    "The answer is, byte for byte, the correct one to another request: it comes from a cache whose key lacks a part of the URL, or from a variable that requests share.",
    "Cache answers under their whole URL, and keep the answer to a request in variables of that request alone.",
  ],
  [
    {
      at: "body",
      operation: "listPets",
      filter: undefined,
      also: (clues) => {
        const [pet, ...others] = petsIn(clues.symptom.exchange) ?? [];
        const status = pet?.status;
        // One pet alone has a status by chance.
        if (status === undefined || others.length === 0) return false;
        if (others.some((other) => other.status !== status)) return false;
        const lists = before(clues).filter((e) => petsIn(e) !== undefined);
        return (
          lists.some((list) => asked(list, "status") === status) &&
          lists.some(
            (list) =>
              asked(list, "status") === undefined && petsIn(list)?.some((other) => other.status !== status),
          )
        );
      },
    },
    "The list has the filter of a list before it, though it was asked for without one: a query, a scope or a variable outlives its request.",
    "Build the query anew in each request, and cache lists by all of their parameters.",
  ],
  [
    {
      at: "body",
      body: "array",
      limit: undefined,
      also: (clues) => {
        const { exchange } = clues.symptom;
        const usual = petstore(clues.facts.contract).limit.default;
        const alike = before(clues).filter(
          (e) => asked(e, "limit") === undefined && asked(e, "status") === asked(exchange, "status"),
        );
        return (
          usual !== undefined &&
          (petsIn(exchange)?.length ?? 0) > usual &&
          alike.some((e) => petsIn(e)?.length === usual)
        );
      },
    },
    "The same list was correct before another limit was asked for: the limit of an earlier request is still in effect.",
    "Keep the limit in a variable of its request, and begin each request with the default.",
  ],
  [
    {
      at: "body",
      body: "array",
      also: (clues) => {
        const { exchange } = clues.symptom;
        const lists = before(clues)
          .filter((e) => e.request.method === "GET" && e.request.path === exchange.request.path)
          .filter((e) => e.request.credential.kind === "valid");
        return (
          petsIn(exchange)?.length === 0 &&
          answeredWith(lists.at(-1), 400) &&
          // Empty before, it may come from a cache.
          !lists.some(
            (e) => petsIn(e)?.length === 0 && String(e.request.query) === String(exchange.request.query),
          ) &&
          lists.some((e) => (petsIn(e)?.length ?? 0) > 0 && asked(e, "status") === asked(exchange, "status"))
        );
      },
    },
    "The list before it was rejected, and this one is empty: the parameters of the rejected request are still in effect.",
    "Keep the parameters of a request in variables of that request alone.",
  ],
  [
    { at: "status", got: /^4/, operation: "listPets", allowed: true, also: isRejectedLikeAnother },
    "The list gets the error that another one got for its limit or status, word for word, though it has no such parameter: the parameters of an earlier request are still in effect (on an object of the connection or of the process).",
    "Read the parameters of each request into a new variable.",
  ],
  [
    {
      at: "status",
      got: /^2/,
      method: "POST",
      also: (clues) => {
        const { exchange } = clues.symptom;
        return (["name", "status", "categoryId"] as const).some((field) => {
          const shown = petIn(exchange)?.[field];
          if (shown === undefined || shown === "" || sentField(exchange, field) !== undefined) return false;
          const sent = before(clues)
            .filter((e) => e.request.method === "POST")
            .map((e) => textOf(e, field));
          // A default is always the same; a leftover changes with the earlier request.
          return field === "name" ? sent.includes(String(shown)) : isLeftOver(clues, field, String(shown));
        });
      },
    },
    "The pet has a value of an earlier request: what a body lacks is taken from the one before it, because requests share an object, such as a default.",
    "Create a new object for each request (in Python, no mutable default argument), and reject with 400 a body that lacks a required field.",
  ],
  [
    {
      at: "status",
      got: 400,
      allowed: true,
      also: ({ symptom, facts }) => followsRejections(symptom.exchange.id, facts),
    },
    "Each valid body that comes right after a rejected one is rejected too: the errors of that one are still there (a validator or a list of errors that requests share).",
    "Keep validation errors in variables of the request, or clear them before the next one is validated.",
  ],
  [
    {
      at: "status",
      got: /400|409|415|422/,
      method: "POST",
      also: (clues) => {
        const { got = 0, exchange } = clues.symptom;
        const last = before(clues).findLast((e) => e.request.method === "POST");
        return (
          last !== undefined &&
          answeredWith(last, got) &&
          !findingsOn(last, clues.facts.contract).allowed &&
          messageOf(last) !== undefined &&
          messageOf(last) === messageOf(exchange) &&
          // One message for every refusal says nothing of this one.
          clues.facts.exchanges.some(
            (e) =>
              e.request.method === "POST" &&
              answeredWith(e, got) &&
              ![messageOf(last), undefined].includes(messageOf(e)),
          ) &&
          clues.facts.exchanges.some((e) => answeredWith(e, 201) && formOf(e) === formOf(exchange))
        );
      },
    },
    "The error is that of the request before it, word for word: what was wrong with that one is still remembered.",
    "Keep validation errors in variables of the request.",
  ],
  [
    {
      at: "status",
      got: 409,
      allowed: true,
      also: (clues) => {
        const name = textOf(clues.symptom.exchange, "name");
        return (
          name !== undefined &&
          before(clues).some((e) => answeredWith(e, 400) && textOf(e, "name") === name) &&
          !before(clues).some((e) => isNewPet(e) && textOf(e, "name") === name)
        );
      },
    },
    "No pet has this name, but a rejected body had it: the name was reserved or stored before the body was validated.",
    "Validate the whole body before anything is stored, or undo it (a transaction) where it is rejected.",
  ],
]);

/** The text is JSON up to a place, and ends from there on as an answer before it did. */
function endsAsAnEarlierOne(clues: Clues): boolean {
  const { text = "" } = clues.seen;
  const parsed = parseJson(text);
  const rest = parsed.ok ? "" : text.slice(parsed.problem.offset);
  return (
    rest.trim().length >= fewestLeft &&
    parseJson(text.slice(0, text.length - rest.length)).ok &&
    before(clues).some(
      (e) => bodyOf(e).text.length >= text.length - rest.length && bodyOf(e).text.endsWith(rest),
    )
  );
}

/** So many characters are not the same by chance. */
const fewestLeft = 5;

function textOf(exchange: Exchange, name: string): string | undefined {
  return textIn(sentField(exchange, name));
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
  const body = parseJson(sentText(exchange));
  const names =
    body.ok && body.value.kind === "object" ? body.value.members.map(({ name }) => name).sort() : [];
  return [recorded(exchange.request.body)?.contentType, ...names].join();
}

function messageOf(exchange: Exchange): string | undefined {
  return stringOf(member(jsonOf(exchange), "message"));
}

/** A list before it was rejected with this message for a parameter that this one lacks, and the same list was served. */
function isRejectedLikeAnother(clues: Clues): boolean {
  const { exchange, got = 0 } = clues.symptom;
  const lists = before(clues).filter((e) => e.request.path === exchange.request.path);
  const isSame = (e: Exchange) => String(e.request.query) === String(exchange.request.query);
  const lacks = (e: Exchange) =>
    (["limit", "status"] as const).some(
      (name) => asked(exchange, name) === undefined && asked(e, name) !== undefined,
    );
  return (
    messageOf(exchange) !== undefined &&
    lists.some((e) => answeredWith(e, 200) && isSame(e)) &&
    lists.some((e) => answeredWith(e, got) && lacks(e) && messageOf(e) === messageOf(exchange))
  );
}

/** Every allowed create right after a rejected body fails, and no other does. */
function followsRejections(failed: number, facts: Facts): boolean {
  const posts = facts.exchanges
    .filter((e) => isAnswered(e))
    .filter((e) => e.request.method === "POST" && answeredWith(e, 200, 201, 202, 400));
  const pairs = posts.slice(1).map((post, i) => ({ post, after: posts[i] }));
  const allowed = pairs.filter(({ post }) => findingsOn(post, facts.contract).allowed);
  return (
    allowed.some(({ post }) => post.id === failed) &&
    allowed.some(({ post }) => answeredWith(post, 201)) &&
    allowed.every(({ post, after }) => answeredWith(post, 400) === answeredWith(after, 400))
  );
}
