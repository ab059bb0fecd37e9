import { isInt64 } from "../pet.ts";
import { Refusal } from "../refusal.ts";
import { jsonResponse } from "./answers.ts";
import type { Hooks } from "./call.ts";

/** 2025-01-01T00:00:00Z. The interface does not say since when the operation is deprecated. */
const deprecatedSinceSeconds = 1_735_689_600;

export const getPetHooks = {
  getPet(call) {
    const { hooks, route } = call;
    if (hooks.isRemoved(call)) throw new Refusal(404, "This operation was removed. Use the list of animals.");
    const segment = route.kind === "operation" ? route.petId : "";
    const pet = hooks.findPet(hooks.parsePetId(segment, call), call);
    return pet === undefined
      ? hooks.petNotFound(call)
      : jsonResponse(200, hooks.serialisePet(pet, call), call);
  },

  isRemoved: (call) => call.nowMs >= call.state.removedFromMs,

  parsePetId(segment) {
    // The length is bounded first: reading digits as a bigint takes time that grows with their square.
    const id = /^-?[0-9]{1,30}$/.test(segment) ? BigInt(segment) : undefined;
    if (id !== undefined && isInt64(id)) return id;
    throw new Refusal(400, "The identifier of an animal must be an int64.");
  },

  findPet: (id, call) => call.state.store.find(id),

  petNotFound: (call) => call.hooks.errorResponse(404, "There is no animal with this identifier.", call, []),

  deprecationHeaders(call) {
    if (call.hooks.isRemoved(call)) return [];
    return [
      ["Deprecation", `@${deprecatedSinceSeconds}`],
      ["Sunset", new Date(call.state.removedFromMs).toUTCString()],
    ];
  },

  storeOrders: (call) => jsonResponse(200, [], call),
} satisfies Partial<Hooks>;
