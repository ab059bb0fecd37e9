import { alike } from "#reference-server/bed-server.ts";
import {
  after,
  around,
  before,
  crashing,
  instead,
  keeping,
  noting,
  rejecting,
} from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import { type Call, leadsTo } from "#reference-server/hooks/call.ts";
import { emptyResponse, type ServerResponse } from "#reference-server/message.ts";
import { asked, asks, petsStored, showing, withHooks, writesTheFilter } from "#reference-server/pet-parts.ts";
import { isPetStatus, petStatuses } from "#reference-server/store.ts";

/** Answers so to a status that it does not know. */
const onUnknown = (answer: (call: Call) => ServerResponse) =>
  instead("listPets", (call) => (isPetStatus(call.query.get("status") ?? "sold") ? undefined : answer(call)));

export default alike({ fails: ["STATUS-1", "STATUS-2"] })({
  "filter-ignored-behind-a-limit": {
    title: "ignores the status where the limit is named before it",
    fails: ["STATUS-2"],
    idiom: "parameters read by their place",
    hooks: around("parseStatusFilter", (correctly, text, call) =>
      [...call.query.keys()][0] === "limit" ? undefined : correctly(text, call),
    ),
  },
  "filter-ignored": {
    title: "ignores the status filter",
    idiom: "query parameter under another name",
    hooks: () => ({ matchesStatus: () => true }),
  },
  "every-pet-where-none-match": {
    title: "lists every pet where the filter finds none",
    fails: ["LIST-12", "STATUS-1"],
    idiom: "matching.length ? matching : pets",
    stage: { seedPets: 2 },
    hooks: before("page", (pets, _, call) => (pets.length > 0 ? pets : call.hooks.visiblePets(call))),
  },
  "another-status-at-first": {
    title:
      "answers the longest list of each status with the pets of another the first time that it is asked for",
    fails: ["STATUS-1"],
    idiom: "a result kept in a variable that requests share",
    hooks: keeping("parseStatusFilter", new Set<string>(), (answered, correctly, text, call) => {
      const status = correctly(text, call);
      if (status === undefined || call.query.get("limit") !== "100" || answered.has(status)) return status;
      answered.add(status);
      return petStatuses.find((other) => other !== status);
    }),
  },
  "statusless-in-every-status": {
    title: "shows pets without a status under every status",
    idiom: "WHERE status = ? OR status IS NULL",
    hooks: () => ({ matchesStatus: (pet, status) => (pet.status ?? status) === status }),
  },
  "statusless-as-available": {
    title: "shows pets without a status among the available ones",
    idiom: "default applied in the query, not in the store",
    hooks: () => ({ matchesStatus: (pet, status) => (pet.status ?? "available") === status }),
  },
  "filter-searches-names": {
    title: "lists under a status the pets that have it in their name, too",
    idiom: "LIKE over every column",
    hooks: after("matchesStatus", (matches, pet, status) => matches || pet.name.includes(status)),
  },
  "new-pets-in-kept-lists": {
    title: "adds each new pet to every filtered list that was asked for before",
    fails: ["STATUS-1"],
    idiom: "view that is kept, and updated by each write without a look at its filter",
    hooks: keeping(
      "matchesStatus",
      new Map<string, { readonly by: unknown; readonly ids: Set<bigint> }>(),
      (kept, correctly, pet, status, call) => {
        const first = kept.get(call.request.target) ?? { by: call, ids: new Set() };
        kept.set(call.request.target, first);
        if (first.by === call) first.ids.add(pet.id);
        return correctly(pet, status, call) || !first.ids.has(pet.id);
      },
    ),
  },
  "pending-with-sold": {
    title: "shows sold pets among the pending ones",
    idiom: "enumeration compared by >=",
    hooks: after(
      "matchesStatus",
      (matches, pet, status) => matches || (status === "pending" && pet.status === "sold"),
    ),
  },
  "available-means-not-sold": {
    title: "shows everything that is not sold as available",
    hooks: after("matchesStatus", (matches, pet, status) =>
      status === "available" ? pet.status !== "sold" : matches,
    ),
  },
  "filter-ignored-with-limit": {
    title: "ignores the status filter where a limit is given too",
    idiom: "else-if over the parameters",
    hooks: after("matchesStatus", (matches, _, __, call) => call.query.has("limit") || matches),
  },
  "limit-ignored-with-filter": {
    title: "ignores the limit where a status is given too",
    fails: ["LIST-2", "STATUS-2"],
    idiom: "else-if over the parameters",
    hooks: after("page", (page, pets, _, call) => (call.query.has("status") ? pets.slice(0, 100) : page)),
  },
  "refuses-a-status": {
    title: "refuses to list sold pets",
    fails: ["HTTP-2", "STATUS-1"],
    idiom: "enumeration copied without its last value",
    hooks: before("parseStatusFilter", (text) => (text === "sold" ? "unknown" : text)),
  },
  "status-500": {
    title: "fails with 500 where pending pets are listed",
    fails: ["HTTP-2", "STATUS-1"],
    hooks: crashing("matchesStatus", (_, status) => status === "pending"),
  },
  "unknown-status-500": {
    title: "fails with 500 for a status that it does not know",
    fails: ["HTTP-2", "STATUS-3"],
    idiom: "Enum.valueOf without a catch",
    hooks: crashing("parseStatusFilter", (text) => text !== undefined && !isPetStatus(text)),
  },
  "unknown-status-redirects": {
    title: "redirects from a status that it does not know to the whole list",
    fails: ["STATUS-3"],
    hooks: onUnknown(() => emptyResponse(303, [["Location", "/v1/pets"]])),
  },
  "unknown-status-null": {
    title: "answers 200 with null to a status that it does not know",
    fails: ["STATUS-3"],
    idiom: "a list that was never made",
    hooks: onUnknown((call) => jsonResponse(200, null, call)),
  },
  "empty-status-500": {
    title: "fails with 500 for an empty status",
    fails: ["HTTP-2", "STATUS-3"],
    hooks: crashing("parseStatusFilter", (text) => text === ""),
  },
  "unknown-status-501": {
    title: "rejects a status that it does not know with 501",
    fails: ["HTTP-2", "STATUS-3"],
    hooks: rejecting(
      "parseStatusFilter",
      501,
      "This filter is not implemented.",
      (text) => text !== undefined && !isPetStatus(text),
    ),
  },
  "unknown-filter-with-limit-500": {
    title: "fails with 500 for a status that it does not know beside a limit",
    fails: ["STATUS-3", "HTTP-2"],
    idiom: "two branches, one of them without validation",
    hooks: crashing(
      "parseStatusFilter",
      (text, call) => text !== undefined && !isPetStatus(text) && call.query.get("limit") === "1",
    ),
  },
  "filter-with-nul-500": {
    title: "fails with 500 for a status filter with NUL",
    fails: ["STATUS-3", "HTTP-2"],
    profile: "thorough",
    idiom: "invalid byte sequence for encoding UTF8: 0x00",
    hooks: crashing("parseStatusFilter", (text) => text?.includes("\0") === true),
  },
  "filter-forgotten-with-the-default": {
    title: "forgets the filter beside a limit of 20",
    fails: ["STATUS-2"],
    idiom: "parameters compared with their defaults",
    hooks: after("matchesStatus", (matches, _, __, call) => call.query.get("limit") === "20" || matches),
  },
  "limit-forgotten-with-a-filter": {
    title: "forgets a limit from 3 to 50 beside a filter",
    fails: ["STATUS-2"],
    profile: "thorough",
    idiom: "pages of a size that is rounded up",
    hooks: around("page", (correctly, pets, limit, call) =>
      correctly(pets, asks(call, "status", "limit") && limit > 2 && limit <= 50 ? 100 : limit, call),
    ),
  },
  "filter-writes-the-status": {
    title: "writes the status that was asked for on two pets that have another",
    fails: ["STATUS-1"],
    idiom: "constant of the query in the result",
    hooks: around("listBody", (correctly, pets, call) => {
      const status = call.query.get("status");
      if (status !== "sold" || call.query.get("limit") !== "100") return correctly(pets, call);
      const others = petsStored(call, (atMs) => atMs === 0).filter((pet) => pet.status === "available");
      return correctly([...pets, ...others.slice(0, 2).map((pet) => ({ ...pet, status }) as const)], call);
    }),
  },
  "filter-written-into-statusless-pets": {
    title: "lists pets without a status under each, and writes into them the one that was asked for",
    fails: ["STATUS-1"],
    idiom: "COALESCE(status, ?) in the query",
    hooks: around("listPets", (correctly, call) => {
      const shown = showing(call, (pet) => ({ status: pet.status ?? asked(call) }));
      return correctly(
        withHooks(shown, { matchesStatus: (pet, status) => (pet.status ?? status) === status }),
      );
    }),
  },
  "filter-assigns-one-pet": {
    title: "gives the first pet of the store the status that was asked for",
    fails: ["STATUS-1"],
    idiom: "= in place of == in the first comparison",
    hooks: writesTheFilter((_, index) => index === 0),
  },
  "filter-500-after-malformed": {
    title: "fails with 500 at the filtered lists that follow a malformed body",
    fails: ["HTTP-2", "STATUS-1"],
    idiom: "parser not reset after an exception",
    hooks: keeping("perform", { spoilt: false }, (kept, correctly, call) => {
      if (kept.spoilt && leadsTo(call, "listPets") && isPetStatus(call.query.get("status")))
        throw new Error("unexpected state of the parser");
      const parseBody = noting(call.hooks.parseBody, () => {
        kept.spoilt = true;
      });
      return correctly(withHooks(call, { parseBody }));
    }),
  },
  "look-ahead-pet-kept": {
    title:
      "lists one animal more than a limit where the same filtered list is asked for again, with nothing created since",
    fails: ["STATUS-2"],
    idiom: "page cached before the pet that only shows whether there is a next one is cut off",
    hooks: keeping("page", new Map<string, number>(), (sizes, correctly, pets, limit, call) => {
      const { target } = call.request;
      const isKept = call.query.has("limit") && call.query.has("status") && sizes.get(target) === pets.length;
      sizes.set(target, pets.length);
      return isKept && limit < 100 ? pets.slice(0, limit + 1) : correctly(pets, limit, call);
    }),
  },
});
