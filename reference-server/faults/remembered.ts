import { servers } from "../bed-server.ts";
import { leadsTo } from "../hooks/call.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { isPetStatus } from "../pet.ts";

/** Which limits are remembered wrongly, and what the list after them then takes for its own: once, for any list. */
function spoilsTheNext(isMeant: (text: string) => boolean, next: (text: string) => number) {
  return (correct: Hooks): Partial<Hooks> => {
    let left: string | undefined;
    return {
      parseLimit: (text, call) => {
        const before = left;
        left = undefined;
        try {
          if (text === undefined && before !== undefined) return next(before);
          return correct.parseLimit(text, call);
        } catch (error) {
          if (text !== undefined && isMeant(text)) left = text;
          throw error;
        }
      },
    };
  };
}

/** Whoever sent an invalid key is refused by one operation for so long, with a valid one too. */
function refusesAfterWrongKey(
  forMs: number,
  operation: "listPets" | "getPet",
  isMeant: (hasToken: boolean) => boolean,
) {
  return (correct: Hooks): Partial<Hooks> => {
    let untilMs = Number.NEGATIVE_INFINITY;
    return {
      authenticate: (call) => {
        if (correct.isAuthenticated(call))
          return call.nowMs < untilMs && leadsTo(call, operation) ? call.hooks.unauthorized(call) : undefined;
        if (isMeant(call.hooks.readCredential(call) !== undefined)) untilMs = call.nowMs + forMs;
        return call.hooks.unauthorized(call);
      },
    };
  };
}

export default servers({
  "rejected-zero-empties-the-next": {
    title: "lists nothing once a limit of 0 was rejected, in the next list that gives none",
    fails: ["LIST-9"],
    idiom: "parameter stored before it is checked, and cleared by the next request",
    hooks: spoilsTheNext((text) => text === "0", Number),
  },
  "rejected-letters-empty-the-next": {
    title: "lists nothing once a limit that is no number was rejected, in the next list that gives none",
    fails: ["LIST-9"],
    idiom: "NaN stored before it is checked",
    hooks: spoilsTheNext(
      (text) => Number.isNaN(Number(text)),
      () => 0,
    ),
  },
  "rejected-limit-lifts-the-next": {
    title:
      "lists as many pets as the limit before said where that was rejected, in the next list that gives none",
    fails: ["LIST-2", "LIST-5"],
    idiom: "paging object of the request before",
    hooks: spoilsTheNext((text) => Number(text) > 100, Number),
  },
  "read-as-last-filter": {
    title: "reads a pet with the status that was filtered by last",
    fails: ["CREATE-20", "GET-1"],
    idiom: "current filter in a module variable",
    hooks: (correct) => {
      let last: string | undefined;
      return {
        perform: (call) => {
          const asked = call.query.get("status");
          if (leadsTo(call, "listPets") && isPetStatus(asked)) last = asked;
          if (!leadsTo(call, "getPet") || !isPetStatus(last)) return correct.perform(call);
          const status = last;
          const serialisePet: Hooks["serialisePet"] = (pet, own) =>
            correct.serialisePet({ ...pet, status }, own);
          return correct.perform({ ...call, hooks: { ...call.hooks, serialisePet } });
        },
      };
    },
  },
  "listed-as-last-filter": {
    title: "lists pets, where nothing filters, with the status that was filtered by last",
    fails: ["CREATE-20", "STATUS-1"],
    warns: ["LIST-7"],
    idiom: "current filter in a module variable",
    hooks: (correct) => {
      let last: string | undefined;
      return {
        listPets: (call) => {
          const asked = call.query.get("status");
          if (isPetStatus(asked)) last = asked;
          if (asked !== null || !isPetStatus(last)) return correct.listPets(call);
          const status = last;
          const serialisePet: Hooks["serialisePet"] = (pet, own) =>
            correct.serialisePet({ ...pet, status }, own);
          return correct.listPets({ ...call, hooks: { ...call.hooks, serialisePet } });
        },
      };
    },
  },
  "listed-pets-read-as-last-filter": {
    title: "reads the pets that it began with by the status that was filtered by last",
    fails: ["GET-1"],
    idiom: "cache of rows filled by the list",
    hooks: (correct) => {
      let last: string | undefined;
      return {
        perform: (call) => {
          const asked = call.query.get("status");
          if (leadsTo(call, "listPets") && isPetStatus(asked)) last = asked;
          if (!leadsTo(call, "getPet") || !isPetStatus(last)) return correct.perform(call);
          const status = last;
          const serialisePet: Hooks["serialisePet"] = (pet, own) =>
            correct.serialisePet(pet.name.includes("conformance") ? pet : { ...pet, status }, own);
          return correct.perform({ ...call, hooks: { ...call.hooks, serialisePet } });
        },
      };
    },
  },
  "unauthorized-for-a-second": {
    title: "answers 401 to reads with any key for a second after an invalid one",
    fails: ["AUTH-1", "GET-2", "GET-4"],
    standardOnly: { "GET-3": "its read follows at once on a wrong key, and in thorough some time later" },
    idiom: "outcome of the last check cached without the key",
    hooks: refusesAfterWrongKey(1000, "getPet", (hasToken) => hasToken),
  },
  "unauthorized-after-no-key": {
    title: "answers 401 to lists with any key for two seconds after a request without one",
    fails: ["AUTH-1", "LIST-3"],
    warns: ["AUTH-7"],
    standardOnly: { "STATUS-1": "its lists follow sooner on a request without a key than in thorough" },
    idiom: "negative cache by address",
    hooks: refusesAfterWrongKey(2000, "listPets", (hasToken) => !hasToken),
  },
});
