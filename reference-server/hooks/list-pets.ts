import { Refusal } from "../refusal.ts";
import { isInt64, isPetStatus, petStatuses } from "../store.ts";
import { jsonResponse } from "./answers.ts";
import type { Hooks } from "./call.ts";

const minimum = 1;
const maximum = 100;
const defaultLimit = 20;

export const listPetsHooks = {
  listPets(call) {
    const { hooks } = call;
    const limit = hooks.parseLimit(hooks.queryParameter("limit", call), call);
    const status = hooks.parseStatusFilter(hooks.queryParameter("status", call), call);
    const matching = hooks
      .visiblePets(call)
      .filter((pet) => status === undefined || hooks.matchesStatus(pet, status, call));
    const shown = hooks.page(hooks.orderPets(matching, call), limit, call);
    return jsonResponse(200, hooks.listBody(shown, call), call);
  },

  queryParameter: (name, call) => call.query.get(name) ?? undefined,

  parseLimit(text) {
    if (text === undefined) return defaultLimit;
    const limit = /^-?[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    if (limit >= minimum && limit <= maximum) return limit;
    throw new Refusal(400, `limit must be an integer from ${minimum} to ${maximum}.`);
  },

  parseStatusFilter(text) {
    if (text === undefined || isPetStatus(text)) return text;
    throw new Refusal(400, `status must be one of ${petStatuses.join(", ")}.`);
  },

  visiblePets: (call) => call.state.store.entries.map(({ pet }) => pet),

  matchesStatus: (pet, status) => pet.status === status,

  orderPets: (pets) => pets,

  page: (pets, limit) => pets.slice(0, limit),

  listBody: (pets, call) => pets.map((pet) => call.hooks.serialisePet(pet, call)),
} satisfies Partial<Hooks>;

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
