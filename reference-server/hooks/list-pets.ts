import { isPetStatus, petStatuses } from "../pet.ts";
import { Refusal } from "../refusal.ts";
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
