import type { HeaderLine, ServerResponse } from "../message.ts";
import { isInt64, type Pet } from "../pet.ts";
import { Refusal } from "../refusal.ts";
import { jsonResponse } from "./answers.ts";
import type { Call } from "./call.ts";

/** Interface headings "Get an animal" and "Store orders". */
export interface GetPetHooks {
  /** GET /pets/{petId}. */
  getPet(call: Call): ServerResponse;
  /** Whether the operation is gone: from the first instant of the removal day on (UTC). */
  isRemoved(call: Call): boolean;
  /** The identifier in an undecoded path segment. @throws Refusal 400 */
  parsePetId(segment: string, call: Call): bigint;
  findPet(id: bigint, call: Call): Pet | undefined;
  /** The answer for an identifier that no animal has. */
  petNotFound(call: Call): ServerResponse;
  /** Deprecation (RFC 9745) and Sunset (RFC 8594) of every answer to the operation. */
  deprecationHeaders(call: Call): readonly HeaderLine[];
  /** GET /store/orders: it exists, nothing more is said of it (ruling 17). */
  storeOrders(call: Call): ServerResponse;
}

/** 2025-01-01T00:00:00Z. The interface does not say since when the operation is deprecated. */
const deprecatedSinceSeconds = 1_735_689_600;

export const getPetHooks: GetPetHooks = {
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
};
