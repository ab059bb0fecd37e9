import { alike } from "#reference-server/bed-server.ts";
import {
  after,
  around,
  before,
  counting,
  keeping,
  made,
  noting,
  replaced,
} from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import type { ServerResponse } from "#reference-server/message.ts";
import { asks, petsStored, spoilsTheNext, withHooks } from "#reference-server/pet-parts.ts";
import { isPetStatus, type Pet } from "#reference-server/store.ts";

export default alike({ fails: ["LIST-9"], warns: ["LIST-7"] })({
  "filter-sticks": {
    title: "keeps the last status filter for lists that name none",
    fails: [],
    warns: ["LIST-7", "LIST-10"],
    untested: ["LIST-9"],
    idiom: "global state between requests",
    hooks: keeping(
      "parseStatusFilter",
      { last: undefined as string | undefined },
      (kept, correctly, text, call) => {
        if (isPetStatus(text)) kept.last = text;
        return correctly(text ?? kept.last, call);
      },
    ),
  },
  "filters-cached": {
    title: "keeps the answer to a filtered list for good",
    warns: ["LIST-7", "LIST-10"],
    stage: { seedPets: 2 },
    idiom: "cache by the address that no create clears",
    hooks: keeping("listPets", new Map<string, ServerResponse>(), (cache, correctly, call) => {
      if (!call.query.has("status")) return correctly(call);
      const key = String(call.query);
      const answer = cache.get(key) ?? correctly(call);
      cache.set(key, answer);
      return answer;
    }),
  },
  "created-never-listed": {
    title: "never lists a pet that was created",
    warns: [],
    idiom: "list served from a snapshot made at the start",
    hooks: replaced("visiblePets", (call) => petsStored(call, (atMs) => atMs === 0)),
  },
  "listed-after-a-minute": {
    title: "lists a created pet only after a minute",
    idiom: "cache with a time to live of a minute",
    stage: { plan: "business" },
    hooks: replaced("visiblePets", (call) => petsStored(call, (atMs) => call.nowMs - atMs >= 60_000)),
  },
  "listed-in-fours": {
    title: "lists created pets once four of them are there",
    warns: [],
    idiom: "an index that is written in batches",
    hooks: replaced("visiblePets", (call) => {
      const pets = petsStored(call, () => true);
      const old = petsStored(call, (atMs) => atMs === 0).length;
      return pets.slice(0, pets.length - ((pets.length - old) % 4));
    }),
  },
  "cleared-from-lists-late": {
    title: "no longer lists a created pet when it is nine seconds old",
    warns: [],
    profile: "thorough",
    idiom: "entries of an index that expire",
    stage: { plan: "business" },
    hooks: replaced("visiblePets", (call) =>
      petsStored(call, (atMs) => atMs === 0 || call.nowMs - atMs < 9000),
    ),
  },
  "half-listed-after-a-minute": {
    title: "shows a created pet in every second list, and in all of them after a minute",
    idiom: "one of two replicas that has fallen behind",
    stage: { plan: "business" },
    warns: [],
    hooks: counting("visiblePets", (nth, correctly, call) =>
      nth % 2 === 0 ? correctly(call) : petsStored(call, (atMs) => atMs === 0 || call.nowMs - atMs >= 60_000),
    ),
  },
  "lists-renewed-behind": {
    title: "answers a list as it was when it was last asked for",
    profile: "thorough",
    idiom: "stale-while-revalidate without an age",
    hooks: keeping("listPets", new Map<string, ServerResponse>(), (cache, correctly, call) => {
      const key = String(call.query);
      const answer = correctly(call);
      const before = cache.get(key) ?? answer;
      cache.set(key, answer);
      return before;
    }),
  },
  "sold-hidden": {
    title: "leaves sold pets out of unfiltered lists",
    fails: [],
    warns: ["LIST-10", "LIST-7"],
    untested: ["LIST-9"],
    idiom: "a default scope that hides what is done",
    hooks: after("visiblePets", (pets, call) =>
      pets.filter(({ status }) => status !== "sold" || call.query.has("status")),
    ),
  },
  "statusless-hidden": {
    title: "leaves pets without a status out of every list",
    fails: [],
    warns: ["LIST-7", "LIST-10"],
    untested: ["LIST-9"],
    idiom: "inner join with the table of statuses",
    hooks: after("visiblePets", (pets) => pets.filter(({ status }) => status !== undefined)),
  },
  "created-hidden-in-status": {
    title: "leaves created pets out of filtered lists",
    fails: [],
    warns: ["LIST-10", "LIST-7"],
    untested: ["AUTH-5", "LIST-9", "CREATE-10", "CREATE-20", "INT64-1", "INT64-2"],
    idiom: "index that is not written",
    hooks: after("visiblePets", (pets, call) =>
      call.query.has("status") ? petsStored(call, (atMs) => atMs === 0) : pets,
    ),
  },
  "newest-cut-off": {
    title: "lists at most ten pets, the oldest",
    fails: [],
    warns: ["LIST-10", "LIST-7"],
    untested: ["AUTH-5", "LIST-9", "CREATE-10", "CREATE-20", "INT64-1", "INT64-2"],
    idiom: "page size of the database driver",
    hooks: around("page", (correctly, pets, limit, call) => correctly(pets, Math.min(limit, 10), call)),
  },
  "not-stored": {
    title: "answers 201 and stores nothing",
    warns: [],
    fails: ["LIST-9", "GET-1"],
    idiom: "transaction that is never committed",
    hooks: () => ({ storePet: () => {} }),
  },
  "stored-as-available": {
    title: "stores every pet as available",
    warns: [],
    fails: ["CREATE-20", "LIST-9"],
    idiom: "default of the column wins",
    hooks: before("storePet", (pet) => ({ ...pet, status: "available" as const })),
  },
  "rejected-zero-empties-the-next": {
    title: "lists nothing once a limit of 0 was rejected, in the next list that gives none",
    idiom: "parameter stored before it is checked, and cleared by the next request",
    hooks: spoilsTheNext((text) => text === "0", Number),
  },
  "rejected-letters-empty-the-next": {
    title: "lists nothing once a limit that is no number was rejected, in the next list that gives none",
    idiom: "NaN stored before it is checked",
    hooks: spoilsTheNext(
      (text) => Number.isNaN(Number(text)),
      () => 0,
    ),
  },
  "stored-by-name": {
    title: "replaces the pet of the same name",
    warns: [],
    fails: ["LIST-9", "GET-1"],
    idiom: "upsert by the name",
    hooks: around("storePet", (correctly, pet, call) => {
      const { entries } = call.state.store;
      const same = entries.findIndex((entry) => entry.pet.name === pet.name);
      if (same !== -1) entries.splice(same, 1);
      correctly(pet, call);
    }),
  },
  "listed-once-per-name": {
    title: "lists one pet of each name",
    warns: [],
    idiom: "SELECT DISTINCT",
    hooks: after("visiblePets", (pets) => [...new Map(pets.map((pet) => [pet.name, pet] as const)).values()]),
  },
  "wrong-filter-empties-the-next": {
    title: "answers an empty list after a filter that it refused",
    idiom: "transaction left open by the refusal",
    hooks: keeping("listPets", { isOpen: false }, (kept, correctly, call) => {
      const listPets = noting(correctly, () => {
        kept.isOpen ||= call.query.has("status");
      });
      return kept.isOpen && asks(call) ? jsonResponse(200, [], call) : listPets(call);
    }),
  },
  "rejected-filter-sticks": {
    title: "shows no pet in the next list without a filter after it rejected a filter",
    idiom: "a query object that only a list that succeeds clears",
    hooks: keeping("listPets", { isStuck: false }, (kept, correctly, call) => {
      const listPets = noting(correctly, () => {
        kept.isStuck ||= call.query.has("status");
      });
      const answer = listPets(call);
      const isHidden = kept.isStuck && !call.query.has("status");
      kept.isStuck = false;
      return isHidden ? jsonResponse(200, [], call) : answer;
    }),
  },
  "pending-never-found": {
    title: "lists no pet as pending",
    idiom: "a typing error in one constant",
    hooks: after("matchesStatus", (matches, _, status) => status !== "pending" && matches),
  },
  "joined-with-categories": {
    title: "leaves pets out of lists whose category is not among those of the seed",
    warns: [],
    idiom: "an inner join",
    hooks: around("visiblePets", (correctly, call) => {
      const known = new Set(call.state.store.entries.slice(0, 30).map(({ pet }) => pet.categoryId));
      return correctly(call).filter(({ categoryId }) => known.has(categoryId));
    }),
  },
  "listed-with-a-default": {
    title:
      "shows pets without a status as available in unfiltered lists, and not where that status is asked for",
    fails: [],
    warns: ["LIST-10"],
    untested: ["LIST-9"],
    idiom: "COALESCE in the select list alone",
    hooks: after("visiblePets", (pets, call) =>
      call.query.has("status") ? pets : pets.map((pet) => ({ ...pet, status: pet.status ?? "available" })),
    ),
  },
  "rejected-create-hides-the-last": {
    title: "lists what was created right before a rejected create only once another create is accepted",
    stage: { plan: "pro", seedPets: 3 },
    warns: [],
    idiom: "flag of an outdated copy, cleared when a create is rolled back",
    hooks: made("perform", (correct) => {
      let copy: readonly Pet[] = [];
      let isOutdated = true;
      const visiblePets: typeof correct.visiblePets = (call) => {
        if (isOutdated) copy = correct.visiblePets(call);
        isOutdated = false;
        return copy;
      };
      return (call) => {
        const isCreate = leadsTo(call, "createPet");
        if (isCreate) isOutdated = false;
        // A create that is rejected ends here.
        const answer = correct.perform(withHooks(call, { visiblePets }));
        isOutdated ||= isCreate;
        return answer;
      };
    }),
  },
});
