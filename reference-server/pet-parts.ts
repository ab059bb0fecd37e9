import type { BedServer } from "./bed-server.ts";
import { after, around, before, keeping, noting } from "./fault-parts.ts";
import { type Call, type Hooks, leadsTo, type Operation } from "./hooks/call.ts";
import type { JsonObject } from "./json.ts";
import { isPetStatus, type Pet, type PetStatus, type PetStore } from "./store.ts";

/** What several faults do with requests, pets and lists. */

/** The same request, answered with some hooks in place of its own. */
export function withHooks(call: Call, hooks: Partial<Hooks>): Call {
  return { ...call, hooks: { ...call.hooks, ...hooks } };
}

/** The same request, whose answer shows pets otherwise. */
export function showing(call: Call, as: (pet: Pet) => Partial<Pet>): Call {
  const { serialisePet } = call.hooks;
  return withHooks(call, { serialisePet: (pet, own) => serialisePet({ ...pet, ...as(pet) }, own) });
}

/** The pets that were stored at such an instant, in ms since the epoch; those of the seed at 0. */
export function petsStored({ state }: Call, isMeant: (atMs: number) => boolean): readonly Pet[] {
  return state.store.entries.filter(({ storedAtMs }) => isMeant(storedAtMs)).map(({ pet }) => pet);
}

/** Pets as one operation writes them, with other members. */
export const written = (operation: Operation, as: (pet: Pet) => JsonObject): BedServer["hooks"] =>
  after("serialisePet", (right, pet, call) => (leadsTo(call, operation) ? { ...right, ...as(pet) } : right));

/** Shows a pet differently in only some of the answers. */
export const shown = (where: (call: Call) => boolean, as: (pet: Pet) => Partial<Pet>): BedServer["hooks"] =>
  before("serialisePet", (pet, call) => (where(call) ? { ...pet, ...as(pet) } : pet));

export const read = (call: Call) => leadsTo(call, "getPet");

export const filtered = (call: Call) => leadsTo(call, "listPets") && call.query.has("status");

export const unfiltered = (call: Call) => leadsTo(call, "listPets") && !call.query.has("status");

export const asked = (call: Call): PetStatus | undefined => {
  const status = call.query.get("status");
  return isPetStatus(status) ? status : undefined;
};

/** Shows pets with the status that was filtered by last, in the answers and of the pets that are meant. */
export function asLastFilter(isMeant: (call: Call) => boolean, isShown: (pet: Pet) => boolean = () => true) {
  return keeping("perform", { last: undefined as PetStatus | undefined }, (kept, correctly, call) => {
    if (leadsTo(call, "listPets")) kept.last = asked(call) ?? kept.last;
    const status = kept.last;
    if (status === undefined || !isMeant(call)) return correctly(call);
    return correctly(showing(call, (pet) => (isShown(pet) ? { status } : {})));
  });
}

/** Each filter gives the pets that are meant its status before it lists. */
export function writesTheFilter(isMeant: (entry: PetStore["entries"][number], index: number) => boolean) {
  return before("listPets", (call) => {
    const status = asked(call);
    const { entries } = call.state.store;
    for (const [index, entry] of status === undefined ? [] : entries.entries())
      if (isMeant(entry, index)) entries[index] = { ...entry, pet: { ...entry.pet, status } };
    return call;
  });
}

/** Answers this where a limit is refused. */
export const answering = (inPlace: Hooks["refused"]): BedServer["hooks"] =>
  around("refused", (correctly, refusal, call) =>
    call.query.has("limit") && !call.query.has("status") ? inPlace(refusal, call) : correctly(refusal, call),
  );

export const asks = (call: Call, ...names: readonly string[]): boolean =>
  names.length === call.query.size && names.every((name) => call.query.has(name));

/** Which limits are remembered wrongly, and what the list after them then takes for its own: once, for any list. */
export function spoilsTheNext(isMeant: (text: string) => boolean, next: (text: string) => number) {
  return keeping("parseLimit", { left: undefined as string | undefined }, (kept, correctly, text, call) => {
    const before = kept.left;
    kept.left = undefined;
    if (text === undefined) return before === undefined ? correctly(text, call) : next(before);
    const parseLimit = noting(correctly, () => {
      if (isMeant(text)) kept.left = text;
    });
    return parseLimit(text, call);
  });
}
