import { isJsonObject, type Json } from "../json.ts";
import { emptyResponse } from "../message.ts";
import { Refusal } from "../refusal.ts";
import { isInt64, type Pet } from "../store.ts";
import { jsonResponse } from "./answers.ts";
import type { Call, Hooks } from "./call.ts";
import { jsonBody } from "./create-pet.ts";

const directions = ["asc", "desc"];

export const describedHooks = {
  listCategories(call) {
    const { hooks, state, query } = call;
    const limit = hooks.parseCategoryLimit(query.get("limit") ?? undefined, call);
    const order = hooks.parseOrder(query.get("order") ?? undefined, call);
    const ids = [...new Set(state.store.entries.map(({ pet }) => pet.categoryId))];
    const sorted = ids.toSorted((a, b) => (a < b === (order === "asc") ? -1 : 1)).slice(0, limit);
    const categories = sorted.map((id) => hooks.serialiseCategory(id, call));
    const response = jsonResponse(200, categories, call);
    return { ...response, headers: [...response.headers, ...hooks.categoryHeaders(ids.length, call)] };
  },

  parseCategoryLimit(text = "10") {
    const limit = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
    if (limit >= 1 && limit <= 50) return limit;
    throw new Refusal(400, "limit must be an integer from 1 to 50.");
  },

  parseOrder(text = "asc") {
    if (directions.includes(text)) return text;
    throw new Refusal(400, `order must be one of ${directions.join(", ")}.`);
  },

  serialiseCategory: (id) => ({ id, name: `Category ${id}`, parentId: null }),

  categoryHeaders: (count) => [["X-Total-Count", String(count)]],

  listPhotos(call) {
    const pet = petOf(call);
    const own = call.state.photos.filter(({ petId }) => petId === pet.id);
    const photos = own.map((photo) => call.hooks.serialisePhoto(photo, call));
    return jsonResponse(200, photos, call);
  },

  createPhoto(call) {
    const { hooks, state } = call;
    const pet = petOf(call);
    const url = urlIn(jsonBody(call));
    const photo = { id: BigInt(state.photos.length + 1), petId: pet.id, url };
    state.photos.push(photo);
    return jsonResponse(201, hooks.serialisePhoto(photo, call), call);
  },

  deletePhoto(call) {
    const pet = petOf(call);
    const at = call.state.photos.findIndex(
      ({ id, petId }) => petId === pet.id && String(id) === segmentsOf(call)[3],
    );
    if (at === -1) throw new Refusal(404, "There is no photo with this identifier.");
    call.state.photos.splice(at, 1);
    return emptyResponse(204);
  },

  serialisePhoto: ({ id, petId, url }) => ({ id, petId, url }),

  listOrders(call) {
    const { hooks, state } = call;
    const sold = state.store.entries.filter(({ pet }) => pet.status === "sold").slice(0, 3);
    const orders = sold.map(({ pet }) => hooks.serialiseOrder(pet, call));
    return jsonResponse(200, orders, call);
  },

  serialiseOrder: ({ id }) => ({
    id,
    petId: id,
    quantity: 1n,
    payment: id % 4n === 0n ? { kind: "card", last4: "4242" } : { kind: "invoice", dueDate: "2027-01-31" },
  }),

  readStock: (call) => ({
    status: 200,
    headers: [["Content-Type", "text/csv; charset=utf-8"]],
    body: new TextEncoder().encode(`pets\n${call.state.store.entries.length}\n`),
  }),
} satisfies Partial<Hooks>;

/** `pets`, the pet's identifier, `photos`, the photo's. */
function segmentsOf({ path }: Call): readonly string[] {
  return path.split("/").slice(2);
}

/** The animal that the path names. @throws Refusal 400 or 404 */
function petOf(call: Call): Pet {
  const segment = segmentsOf(call)[1] ?? "";
  const id = /^[0-9]{1,19}$/.test(segment) ? BigInt(segment) : undefined;
  if (id === undefined || !isInt64(id))
    throw new Refusal(400, "The identifier of an animal must be an int64.");
  const pet = call.state.store.find(id);
  if (pet === undefined) throw new Refusal(404, "There is no animal with this identifier.");
  return pet;
}

function urlIn(body: Json): string {
  const url = isJsonObject(body) ? body.url : undefined;
  if (typeof url === "string" && url.length > 0) return url;
  throw new Refusal(400, "url is required and must be a string.");
}
