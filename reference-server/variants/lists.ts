import { around, before, counting, refusing, replaced } from "#reference-server/fault-parts.ts";
import { petsStored } from "#reference-server/pet-parts.ts";
import { alike } from "../bed-server.ts";
import { type Call, leadsTo } from "../hooks/call.ts";
import { Refusal } from "../refusal.ts";
import { isPetStatus, type Pet } from "../store.ts";

const storedLongAgo = (call: Call) => petsStored(call, (atMs) => call.nowMs - atMs >= 1500);

const limits = alike({ ruling: [1] })({
  "limits-clamped": {
    title: "treats a limit out of range as the nearest one in it",
    hooks: around("parseLimit", (correctly, text, call) =>
      text !== undefined && /^-?\d+$/.test(text)
        ? Math.min(100, Math.max(1, Number(text)))
        : correctly(text, call),
    ),
  },
  "limits-forgiven": {
    title: "takes what is not a limit as none, and 1.5 as 1",
    hooks: replaced("parseLimit", (text) => {
      const limit = Number.parseInt(text ?? "", 10);
      return limit >= 1 && limit <= 100 ? limit : 20;
    }),
  },
  "limit-zero-is-empty": {
    title: "answers an empty list to limits below 1",
    hooks: around("parseLimit", (correctly, text, call) =>
      /^(0|-\d+)$/.test(text ?? "") ? 0 : correctly(text, call),
    ),
  },
  "limits-refused-with-422": {
    title: "rejects bad limits and filters with 422",
    ruling: [1, 5],
    hooks: before("refused", (refusal, call) =>
      leadsTo(call, "listPets") ? new Refusal(422, refusal.message) : refusal,
    ),
  },
  "limits-refused-with-404": {
    title: "rejects bad limits with 404",
    hooks: refusing("parseLimit", new Refusal(404, "There is no such page.")),
  },
});

const lists = alike({ ruling: [6] })({
  "unknown-status-empty": {
    title: "answers an empty list to a status that it does not know",
    ruling: [5],
    hooks: around("listPets", (correctly, call) =>
      isPetStatus(call.query.get("status") ?? "sold")
        ? correctly(call)
        : correctly({
            ...call,
            query: new URLSearchParams(),
            hooks: { ...call.hooks, page: () => [] },
          }),
    ),
  },
  "unknown-status-ignored": {
    title: "ignores a status that it does not know",
    ruling: [5],
    hooks: () => ({ parseStatusFilter: (text) => (isPetStatus(text) ? text : undefined) }),
  },
  "filter-in-any-case": {
    title: "accepts a status filter in any letter case",
    ruling: [5],
    hooks: before("parseStatusFilter", (text) => text?.toLowerCase()),
  },
  "newest-first": {
    title: "lists the newest pet first",
    hooks: () => ({ orderPets: (pets) => pets.toReversed() }),
  },
  "ordered-by-name": {
    title: "lists by name",
    hooks: () => ({ orderPets: (pets) => pets.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }),
  },
  "other-order-each-time": {
    title: "lists in another order each time",
    hooks: counting("orderPets", (nth, _, pets) => {
      const from = pets.length === 0 ? 0 : (7 * nth) % pets.length;
      return [...pets.slice(from), ...pets.slice(0, from)];
    }),
  },
  "lists-lag": {
    title: "lists a created pet after 1.5 seconds",
    hooks: () => ({ visiblePets: storedLongAgo }),
  },
  "reads-lag": {
    title: "lists and reads a created pet after 1.5 seconds",
    hooks: () => ({
      visiblePets: storedLongAgo,
      findPet: (id, call) => storedLongAgo(call).find((pet) => pet.id === id),
    }),
  },
  "changes-lag": {
    title: "shows the statuses that others change in every second list 1.5 seconds late",
    ruling: [4, 6],
    hooks: (correct) => {
      let lists = 0;
      let others: ReadonlySet<bigint> = new Set();
      let changedAtMs = Number.POSITIVE_INFINITY;
      const changed = (pet: Pet): Pet =>
        others.has(pet.id) && pet.status === "available" ? { ...pet, status: "sold" } : pet;
      return {
        visiblePets: (call) => {
          lists += 1;
          if (lists === 5) changedAtMs = call.nowMs;
          const lag = lists % 2 === 0 ? 1500 : 0;
          const pets = correct.visiblePets(call);
          if (lists === 1) others = new Set(pets.map(({ id }) => id));
          return call.nowMs - changedAtMs >= lag ? pets.map(changed) : pets;
        },
        findPet: (id, call) => {
          const pet = correct.findPet(id, call);
          return pet && call.nowMs >= changedAtMs ? changed(pet) : pet;
        },
      };
    },
  },
  "pages-of-thirty": {
    title: "lists at most 30 pets, the newest",
    ruling: [2, 6],
    warns: ["LIST-7", "LIST-10"],
    untested: ["LIST-9"],
    stage: { seedPets: 120 },
    hooks: (correct) => ({
      orderPets: (pets) => pets.toReversed(),
      page: (pets, limit, call) => correct.page(pets, Math.min(30, limit), call),
    }),
  },
});

export default { ...limits, ...lists };
