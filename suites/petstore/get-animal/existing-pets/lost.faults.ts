import { alike } from "#reference-server/bed-server.ts";
import { keeping, made, noting } from "#reference-server/fault-parts.ts";
import { type Hooks, leadsTo } from "#reference-server/hooks/call.ts";
import { asked, petsStored, withHooks } from "#reference-server/pet-parts.ts";
import { Refusal } from "#reference-server/refusal.ts";
import type { PetStatus } from "#reference-server/store.ts";

/** Pets that are there, and that reads by id lose for what came before. */
export default alike({ fails: ["GET-1"] })({
  "missing-pets-cached-for-all": {
    title: "answers 404 for every pet once an identifier was unknown",
    idiom: "negative cache without the identifier in its key",
    hooks: keeping("findPet", { missing: false }, (kept, correctly, id, call) => {
      const pet = correctly(id, call);
      kept.missing ||= pet === undefined;
      return kept.missing ? undefined : pet;
    }),
  },
  "last-created-lost-to-reads": {
    title: "does not find the last created pet by its id once a create was rejected for its status",
    idiom: "compensation of a rejected command that takes back the one before it",
    hooks: keeping("perform", new Set<bigint>(), (lost, correctly, call) => {
      const findPet: Hooks["findPet"] = (id, own) => (lost.has(id) ? undefined : call.hooks.findPet(id, own));
      const perform = noting(correctly, (error) => {
        const [last] = petsStored(call, (atMs) => atMs > 0).slice(-1);
        if (last && error instanceof Refusal && error.message.includes("status")) lost.add(last.id);
      });
      return perform(leadsTo(call, "getPet") ? withHooks(call, { findPet }) : call);
    }),
  },
  "found-from-the-next-post-on": {
    title: "finds a created pet by its id only once another body was posted, accepted or not",
    idiom: "a write that goes on when its function is called again",
    hooks: keeping("perform", { unwritten: undefined as bigint | undefined }, (kept, correctly, call) => {
      const findPet: Hooks["findPet"] = (id, own) =>
        id === kept.unwritten ? undefined : call.hooks.findPet(id, own);
      const isPost = leadsTo(call, "createPet");
      if (isPost) kept.unwritten = undefined;
      // A create that is rejected ends here.
      const answer = correctly(withHooks(call, { findPet }));
      if (isPost) kept.unwritten = petsStored(call, (atMs) => atMs > 0).at(-1)?.id;
      return answer;
    }),
  },
  "lost-when-read-twice": {
    title: "does not find a pet any more once two requests in a row read it",
    profile: "thorough",
    idiom: "an entry that a hit takes out of the cache, while the store is asked only where there was none",
    hooks: made("perform", (correct) => {
      let last: bigint | undefined;
      const lost = new Set<bigint>();
      return (call) => {
        const before = last;
        last = undefined;
        const findPet: Hooks["findPet"] = (id, own) => {
          if (id === before) lost.add(id);
          last = id;
          return lost.has(id) ? undefined : correct.findPet(id, own);
        };
        return correct.perform(withHooks(call, { findPet }));
      };
    }),
  },
  "read-within-the-last-filter": {
    title: "finds only pets of the status that the list before was filtered by",
    idiom: "filter of a session that goes back to the pool with it",
    hooks: keeping("perform", { filter: undefined as PetStatus | undefined }, (kept, correctly, call) => {
      const findPet: Hooks["findPet"] = (id, own) => {
        const pet = call.hooks.findPet(id, own);
        return kept.filter === undefined || pet?.status === kept.filter ? pet : undefined;
      };
      const answer = correctly(withHooks(call, { findPet }));
      if (leadsTo(call, "listPets")) kept.filter = asked(call);
      return answer;
    }),
  },
});
