import type { Json } from "../json.ts";
import type { ServerResponse } from "../message.ts";
import { isPetStatus, type Pet, type PetStatus, petStatuses } from "../pet.ts";
import { Refusal } from "../refusal.ts";
import { jsonResponse } from "./answers.ts";
import type { Call } from "./call.ts";

/** Interface heading "List animals". */
export interface ListPetsHooks {
  /** GET /pets. */
  listPets(call: Call): ServerResponse;
  /** The text of a query parameter, percent-decoded; `undefined` where it is not given. */
  queryParameter(name: "limit" | "status", call: Call): string | undefined;
  /** How many animals are asked for: 1 to 100, or 20 where nothing is given. @throws Refusal 400 */
  parseLimit(text: string | undefined, call: Call): number;
  /** The status asked for, if any. @throws Refusal 400 */
  parseStatusFilter(text: string | undefined, call: Call): PetStatus | undefined;
  /** The animals that a list shows at this moment, in the order of their storing. */
  visiblePets(call: Call): readonly Pet[];
  /** Whether an animal has the status asked for; one without a status has none of them (ruling 4). */
  matchesStatus(pet: Pet, status: PetStatus, call: Call): boolean;
  orderPets(pets: readonly Pet[], call: Call): readonly Pet[];
  /** The part of the matching animals that is returned. */
  page(pets: readonly Pet[], limit: number, call: Call): readonly Pet[];
  listBody(pets: readonly Pet[], call: Call): Json;
}

const minimum = 1;
const maximum = 100;
const defaultLimit = 20;

export const listPetsHooks: ListPetsHooks = {
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
};
