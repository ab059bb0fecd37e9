import type { OpenService } from "#core/check/clients/client-suite.ts";
import { encodeJson, isJsonObject, type Json, parseJson } from "#reference-server/json.ts";
import { headerValue, type ServerResponse } from "#reference-server/message.ts";
import { ReferenceServer } from "#reference-server/server.ts";
import type { Pet } from "#reference-server/store.ts";
import type { Unusual } from "./situations/answers.ts";

const firstSmallId = 1001n;

/** Odd, as all that follow it: no double holds them. */
const firstBigId = 2n ** 53n + 1n;

/** The reference server's, and the one that stands for it: cut to 32 bits it is no category that a client knows. */
const bigCategory = { there: 2n ** 53n + 1n, here: 2n ** 53n + 3_000_000_019n };

/** With `many`, every list is full: a client that raises the limit until one is not goes beyond the maximum. */
const petsAtStart = { usual: 30, many: 130 };

type Is = (way: Unusual) => boolean;

/** The reference server, unusual in all the ways of these situations at once. */
export const openService: OpenService = ({ key, now, situations }) => {
  const names = new Set(situations.map(({ name }) => name));
  const is: Is = (way) => names.has(way);
  // Slow answers would hold up the situations that come after.
  const slowly = is("charset-and-chunks") && situations.length === 1;
  const asDressed = (pet: Pet): Pet => ({
    ...pet,
    ...(pet.categoryId === bigCategory.there && { categoryId: bigCategory.here }),
    ...(!is("no-status") && { status: pet.status ?? "available" }),
  });
  const server = new ReferenceServer({
    now,
    keys: [key],
    plan: "none",
    seedPets: petsAtStart[is("many-pets") ? "many" : "usual"],
    firstId: is("big-ids") ? firstBigId : firstSmallId,
    hooks: {
      // Those without a status come first, so that a short list has one, too. Where they have one, they are the same pets in
      // the same order: nothing else differs from this situation.
      visiblePets: ({ state }) =>
        state.store.entries
          .map(({ pet }) => pet)
          .toSorted((a, b) => Number(a.status !== undefined) - Number(b.status !== undefined))
          .map(asDressed),
      findPet: (id, { state }) => {
        const pet = state.store.find(id);
        return pet && asDressed(pet);
      },
      ...(!is("deprecated") && { deprecationHeaders: () => [] }),
      ...(!is("no-status") && {
        buildPet: (pet, _body, call) =>
          asDressed({ id: call.hooks.assignId(call.state.store.takeSerial(), call), ...pet }),
      }),
    },
  });
  return async (request) => ({ ...dressed(await server.handle(request), is), ...(slowly && { slowly }) });
};

function dressed(response: ServerResponse, is: Is): ServerResponse {
  if (headerValue(response, "content-type") !== "application/json") return response;
  const value = rearranged(parseJson(new TextDecoder().decode(response.body)), is);
  const body = new TextEncoder().encode(encodeJson(value));
  const headers = response.headers.flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    if (lower === "content-type" && is("charset-and-chunks"))
      return [[name, "application/json; charset=utf-8"]];
    if (lower === "content-length") return is("charset-and-chunks") ? [] : [[name, String(body.length)]];
    return [[name, value]];
  });
  return { ...response, headers, body };
}

/** Fields that the interface does not name come after those that it names, so that they alone are unusual. */
function rearranged(value: Json, is: Is): Json {
  if (Array.isArray(value)) return value.map((one: Json) => rearranged(one, is));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  return {
    ...Object.fromEntries(is("another-order") ? members.reverse() : members),
    ...(is("unknown-members") && { tags: ["new"], _links: { self: null }, weightKg: 4.5 }),
  };
}
