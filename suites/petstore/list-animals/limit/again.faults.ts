import { alike } from "#reference-server/bed-server.ts";
import {
  after,
  around,
  crashing,
  instead,
  keeping,
  noting,
  rejecting,
} from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import { spoilsTheNext } from "#reference-server/pet-parts.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { isPetStatus } from "#reference-server/store.ts";

export default alike({ fails: ["LIST-2"] })({
  "list-takes-out": {
    title: "removes from the store what it lists for a limit below the maximum",
    fails: ["LIST-9", "GET-1", "DEPR-1"],
    warns: ["LIST-7"],
    standardOnly: { "LIST-10": "where the lists do not add up, the pets that they lack are a should" },
    idiom: "splice in place of slice",
    hooks: after("page", (shown, _, limit, call) => {
      const { entries } = call.state.store;
      const kept = entries.filter(({ pet }) => limit === 100 || !shown.includes(pet));
      entries.splice(0, entries.length, ...kept);
      return shown;
    }),
  },
  "query-kept-for-the-next": {
    title: "keeps the limit and the status of a list for those that name none",
    warns: ["LIST-7", "LIST-10"],
    untested: ["LIST-9"],
    idiom: "Object.assign into the defaults",
    stage: { plan: "business", seedPets: 22 },
    hooks: keeping("queryParameter", new Map<string, string>(), (defaults, correctly, name, call) => {
      const text = correctly(name, call);
      if (text !== undefined && (isPetStatus(text) || /^[1-9][0-9]?$|^100$/.test(text)))
        defaults.set(name, text);
      return text ?? defaults.get(name);
    }),
  },
  "wrong-limit-lifts-the-default": {
    title: "lists up to 50 pets where no limit is given, once one was wrong",
    idiom: "NaN left in a variable of the module",
    hooks: keeping("parseLimit", { isLifted: false }, (kept, correctly, text, call) => {
      const parseLimit = noting(correctly, () => {
        kept.isLifted = true;
      });
      return kept.isLifted && text === undefined ? 50 : parseLimit(text, call);
    }),
  },
  "limit-kept-for-the-next": {
    title: "takes the last limit where none is given",
    warns: ["LIST-7"],
    idiom: "options of the query in a variable of the module",
    hooks: keeping("parseLimit", { last: undefined as number | undefined }, (kept, correctly, text, call) => {
      const limit = text === undefined ? kept.last : correctly(text, call);
      kept.last = limit;
      return limit ?? correctly(text, call);
    }),
  },
  "wrong-limit-again-with-200": {
    title: "answers 200 where the same wrong limit was refused before",
    fails: ["LIST-6"],
    profile: "thorough",
    idiom: "cache of bodies without their statuses",
    hooks: keeping("listPets", new Map<string, string>(), (refused, correctly, call) => {
      const listPets = noting(correctly, (error, { request, query }) => {
        if (error instanceof Refusal && query.has("limit") && !query.has("status"))
          refused.set(request.target, error.message);
      });
      const before = refused.get(call.request.target);
      if (before === undefined) return listPets(call);
      return jsonResponse(200, call.hooks.errorBody(400, before, call), call);
    }),
  },
  "filtered-wrong-limit-500": {
    title: "fails with 500 for a wrong limit beside a filter",
    fails: ["LIST-6", "HTTP-2"],
    idiom: "two branches, one of them without validation",
    hooks: crashing(
      "parseLimit",
      (text = "20", { query }) => query.has("status") && !(/^\d+$/.test(text) && Number(text) <= 100),
    ),
  },
  "filtered-limit-unbounded": {
    title: "knows no maximum beside a filter",
    fails: ["LIST-5", "LIST-6"],
    stage: { seedPets: 400 },
    idiom: "two branches, one of them without validation",
    hooks: instead("parseLimit", (text = "", { query }) =>
      query.has("status") && /^\d+$/.test(text) && Number(text) > 100 ? Number(text) : undefined,
    ),
  },
  "rejected-limit-lifts-the-next": {
    title:
      "lists as many pets as the limit before said where that was rejected, in the next list that gives none",
    fails: ["LIST-2", "LIST-5"],
    idiom: "paging object of the request before",
    hooks: spoilsTheNext((text) => Number(text) > 100, Number),
  },
  "rejected-limit-sticks": {
    title: "lists as many pets as the last rejected limit said where none is given",
    fails: ["LIST-2", "LIST-5"],
    idiom: "parameter stored before it is checked",
    hooks: keeping("parseLimit", { last: undefined as number | undefined }, (kept, correctly, text, call) => {
      if (text === undefined) return kept.last ?? correctly(text, call);
      if (Number(text) > 100) kept.last = Number(text);
      return correctly(text, call);
    }),
  },
  "one-more-at-twenty": {
    title: "lists 21 animals for a limit of 20",
    fails: ["LIST-4", "STATUS-2"],
    idiom: "<= in place of < where the limit is the default",
    hooks: around("page", (correctly, pets, limit, call) =>
      correctly(pets, call.query.get("limit") === "20" ? 21 : limit, call),
    ),
  },
  "one-more-in-the-middle": {
    title: "lists one animal more for limits that are neither 1 nor round",
    fails: ["LIST-4", "STATUS-2"],
    idiom: "a page read with one more, to know whether there is another, and not cut where a cache answers",
    hooks: around("page", (correctly, pets, limit, call) =>
      correctly(pets, limit > 1 && limit % 10 !== 0 ? limit + 1 : limit, call),
    ),
  },
  "two-digit-limits-rejected": {
    title: "rejects limits of two digits",
    fails: ["HTTP-2", "LIST-3"],
    idiom: "regular expression ^([1-9]|100)$",
    hooks: rejecting("parseLimit", 400, "limit must be from 1 to 100.", (text) => text?.length === 2),
  },
  "limits-above-the-default-rejected": {
    title: "rejects limits from 21 to 99",
    fails: ["HTTP-2", "LIST-3"],
    idiom: "choice of page sizes taken for the bounds",
    hooks: rejecting(
      "parseLimit",
      400,
      "limit is not a page size.",
      (text) => Number(text) > 20 && Number(text) < 100,
    ),
  },
  "limits-above-the-default-ignored": {
    title: "lists up to 100 animals for limits between the default and the maximum",
    fails: ["LIST-4"],
    idiom: "page sizes of 20 and 100",
    // More pets than any limit asks for.
    stage: { seedPets: 120 },
    hooks: after("parseLimit", (limit) => (limit > 20 ? 100 : limit)),
  },
  "two-digit-limits-ignored": {
    title: "takes the default for limits of two digits below it",
    fails: ["LIST-4"],
    idiom: "parameter read into a single character",
    hooks: after("parseLimit", (limit) => (limit > 9 && limit < 20 ? 20 : limit)),
  },
});
