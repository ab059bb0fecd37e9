import { servers } from "../bed-server.ts";

export default servers({
  "filters-cached": {
    title: "keeps the answer to a filtered list for good",
    fails: ["LIST-9"],
    warns: ["LIST-10"],
    profile: "thorough",
    stage: { seedPets: 2 },
    idiom: "cache by the address that no create clears",
    hooks: (correct) => {
      const cache = new Map<string, ReturnType<typeof correct.listPets>>();
      return {
        listPets: (call) => {
          if (!call.query.has("status")) return correct.listPets(call);
          const key = String(call.query);
          const answer = cache.get(key) ?? correct.listPets(call);
          cache.set(key, answer);
          return answer;
        },
      };
    },
  },
  "created-never-listed": {
    title: "never lists a pet that was created",
    fails: ["LIST-9"],
    idiom: "list served from a snapshot made at the start",
    hooks: () => ({
      visiblePets: (call) =>
        call.state.store.entries.filter(({ storedAtMs }) => storedAtMs === 0).map(({ pet }) => pet),
    }),
  },
  "listed-after-a-minute": {
    title: "lists a created pet only after a minute",
    fails: ["LIST-9"],
    idiom: "cache with a time to live of a minute",
    stage: { plan: "business" },
    hooks: () => ({
      visiblePets: (call) =>
        call.state.store.entries
          .filter(({ storedAtMs }) => call.nowMs - storedAtMs >= 60_000)
          .map(({ pet }) => pet),
    }),
  },
  "lists-renewed-behind": {
    title: "answers a list as it was when it was last asked for",
    fails: ["LIST-9"],
    warns: ["LIST-7"],
    profile: "thorough",
    idiom: "stale-while-revalidate without an age",
    hooks: (correct) => {
      const cache = new Map<string, ReturnType<typeof correct.listPets>>();
      return {
        listPets: (call) => {
          const key = String(call.query);
          const answer = correct.listPets(call);
          const before = cache.get(key) ?? answer;
          cache.set(key, answer);
          return before;
        },
      };
    },
  },
  "sold-hidden": {
    title: "leaves sold pets out of unfiltered lists",
    warns: ["LIST-10", "LIST-7"],
    untested: ["LIST-9"],
    idiom: "a default scope that hides what is done",
    hooks: (correct) => ({
      visiblePets: (call) =>
        correct.visiblePets(call).filter(({ status }) => status !== "sold" || call.query.has("status")),
    }),
  },
  "statusless-hidden": {
    title: "leaves pets without a status out of every list",
    warns: ["LIST-10"],
    untested: ["LIST-9"],
    idiom: "inner join with the table of statuses",
    hooks: (correct) => ({
      visiblePets: (call) => correct.visiblePets(call).filter(({ status }) => status !== undefined),
    }),
  },
  "created-hidden-in-status": {
    title: "leaves created pets out of filtered lists",
    warns: ["LIST-10"],
    untested: ["AUTH-5", "LIST-9", "CREATE-10"],
    idiom: "index that is not written",
    hooks: (correct) => ({
      visiblePets: (call) =>
        call.query.has("status")
          ? call.state.store.entries.filter(({ storedAtMs }) => storedAtMs === 0).map(({ pet }) => pet)
          : correct.visiblePets(call),
    }),
  },
  "newest-cut-off": {
    title: "lists at most ten pets, the oldest",
    warns: ["LIST-10", "LIST-7"],
    untested: ["AUTH-5", "LIST-9", "CREATE-10"],
    idiom: "page size of the database driver",
    hooks: (correct) => ({ page: (pets, limit, call) => correct.page(pets, Math.min(limit, 10), call) }),
  },
  "not-stored": {
    title: "answers 201 and stores nothing",
    fails: ["LIST-9", "GET-1"],
    idiom: "transaction that is never committed",
    hooks: () => ({ storePet: () => {} }),
  },
  "stored-as-available": {
    title: "stores every pet as available",
    fails: ["CREATE-20", "LIST-9"],
    idiom: "default of the column wins",
    hooks: (correct) => ({
      storePet: (pet, call) => correct.storePet({ ...pet, status: "available" }, call),
    }),
  },
  "two-stored": {
    title: "stores two pets for one creation",
    fails: ["CREATE-16", "CREATE-20"],
    idiom: "at-least-once delivery without a key",
    hooks: (correct) => ({
      storePet: (pet, call) => {
        correct.storePet(pet, call);
        correct.storePet({ ...pet, id: call.hooks.assignId(call.state.store.takeSerial(), call) }, call);
      },
    }),
  },
  "stored-twice": {
    title: "stores a created pet twice under one identifier",
    fails: ["CREATE-16", "LIST-8"],
    idiom: "insert in the handler and in a hook",
    hooks: (correct) => ({
      storePet: (pet, call) => {
        correct.storePet(pet, call);
        correct.storePet(pet, call);
      },
    }),
  },
});
