import type { BedServer } from "./bed-server.ts";
import { type Call, type Hooks, leadsTo, type Operation } from "./hooks/call.ts";
import type { Json, JsonObject } from "./json.ts";
import { Refusal } from "./refusal.ts";
import { isPetStatus, type Pet, type PetStatus } from "./store.ts";

/** What several faults are made of. */

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

type Taking<Hook extends keyof Hooks> = Parameters<Hooks[Hook]>;
type Giving<Hook extends keyof Hooks> = ReturnType<Hooks[Hook]>;
type Each = { readonly [Hook in keyof Hooks]: (...given: Taking<Hook>) => Giving<Hook> };

/** One hook, and nothing of what it does where it is correct. */
export function replaced<Hook extends keyof Hooks>(hook: Hook, by: Each[Hook]): BedServer["hooks"] {
  return () => ({ [hook]: by });
}

/** One hook, which does what is correct where, and with what, it likes. */
export function around<Hook extends keyof Hooks>(
  hook: Hook,
  change: (correctly: Each[Hook], ...given: Taking<Hook>) => Giving<Hook>,
): BedServer["hooks"] {
  return (correct: Each) => ({
    [hook]: (...given: Taking<Hook>) => change(correct[hook], ...given),
  });
}

/** One hook, which gives this in place of what is correct; undefined: it does right. */
export function instead<Hook extends keyof Hooks>(
  hook: Hook,
  by: (...given: Taking<Hook>) => Giving<Hook> | undefined,
): BedServer["hooks"] {
  return around(hook, (correctly, ...given) => by(...given) ?? correctly(...given));
}

/** One hook, whose correct result is changed. */
export function after<Hook extends keyof Hooks>(
  hook: Hook,
  change: (right: Giving<Hook>, ...given: Taking<Hook>) => Giving<Hook>,
): BedServer["hooks"] {
  return around(hook, (correctly, ...given) => change(correctly(...given), ...given));
}

/** One hook, which does right with something else in place of what it is given first. */
export function before<Hook extends keyof Hooks>(
  hook: Hook,
  change: (...given: Taking<Hook>) => Taking<Hook>[0],
): BedServer["hooks"] {
  return around(hook, (correctly, ...given) => {
    const rest: readonly unknown[] = given.slice(1);
    return correctly(...([change(...given), ...rest] as Taking<Hook>));
  });
}

/** One hook, which ends with this where the condition holds, and does right elsewhere. */
export function failing<Hook extends keyof Hooks>(
  hook: Hook,
  failure: Error | Refusal,
  isMet: (...given: Taking<Hook>) => boolean = () => true,
): BedServer["hooks"] {
  return around(hook, (correctly, ...given) => {
    if (isMet(...given)) throw failure;
    return correctly(...given);
  });
}

/** One hook, which rejects with this status where the condition holds, and does right elsewhere. */
export function rejecting<Hook extends keyof Hooks>(
  hook: Hook,
  status: number,
  message: string,
  isMet?: (...given: Taking<Hook>) => boolean,
): BedServer["hooks"] {
  return failing(hook, new Refusal(status, message), isMet);
}

/** One hook, which ends with this where it would end otherwise than by a result. */
export function refusing<Hook extends keyof Hooks>(hook: Hook, failure: Error | Refusal): BedServer["hooks"] {
  return around(hook, (correctly, ...given) => {
    try {
      return correctly(...given);
    } catch {
      throw failure;
    }
  });
}

/** Does the same, and notes how it ends where it ends otherwise than by a result. */
export function noting<Given extends readonly unknown[], Result>(
  correctly: (...given: Given) => Result,
  note: (error: unknown, ...given: Given) => void,
): (...given: Given) => Result {
  return (...given) => {
    try {
      return correctly(...given);
    } catch (error) {
      note(error, ...given);
      throw error;
    }
  };
}

type Validation = "validateName" | "validateCategory" | "validateStatus";

/** A validation that takes every text for what this makes of it. */
export const ofText = (hook: Validation, as: (text: string) => Json | undefined): BedServer["hooks"] =>
  before(hook, (...[value]) => (typeof value === "string" ? as(value) : value));

/** The same of every number that is no integer, or too large for one to be told. */
export const ofFraction = (hook: Validation, as: (number: number) => Json | undefined): BedServer["hooks"] =>
  before(hook, (...[value]) => (typeof value === "number" ? as(value) : value));

/** The same with an exception that nothing catches: the server answers 500. */
export function crashing<Hook extends keyof Hooks>(
  hook: Hook,
  isMet?: (...given: Taking<Hook>) => boolean,
): BedServer["hooks"] {
  return failing(hook, new Error("an exception that nothing catches"), isMet);
}

/** One hook that remembers: what is in the closure of `make` is the server's own. */
export function made<Hook extends keyof Hooks>(
  hook: Hook,
  make: (correct: Hooks) => Hooks[Hook],
): BedServer["hooks"] {
  return (correct) => ({ [hook]: make(correct) });
}

/** One hook, whose correct result is changed where one before it was known by the same; undefined: it is not remembered. */
export function again<Hook extends keyof Hooks>(
  hook: Hook,
  knownBy: (right: Giving<Hook>, ...given: Taking<Hook>) => unknown,
  change: (right: Giving<Hook>, ...given: Taking<Hook>) => Giving<Hook>,
): BedServer["hooks"] {
  return (correct: Each) => {
    const known = new Set<unknown>();
    const changed = (right: Giving<Hook>, ...given: Taking<Hook>): Giving<Hook> => {
      const name = knownBy(right, ...given);
      if (known.has(name)) return change(right, ...given);
      if (name !== undefined) known.add(name);
      return right;
    };
    return { [hook]: (...given: Taking<Hook>) => changed(correct[hook](...given), ...given) };
  };
}

/** One hook that counts its calls, from 1; those that are not counted do right. */
export function counting<Hook extends keyof Hooks>(
  hook: Hook,
  change: (nth: number, correctly: Each[Hook], ...given: Taking<Hook>) => Giving<Hook>,
  isCounted: (...given: Taking<Hook>) => boolean = () => true,
): BedServer["hooks"] {
  return (correct: Each) => {
    let calls = 0;
    const counted = (...given: Taking<Hook>) => change(++calls, correct[hook], ...given);
    return {
      [hook]: (...given: Taking<Hook>) => (isCounted(...given) ? counted(...given) : correct[hook](...given)),
    };
  };
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
  return made("perform", (correct) => {
    let last: PetStatus | undefined;
    return (call) => {
      if (leadsTo(call, "listPets")) last = asked(call) ?? last;
      const status = last;
      if (status === undefined || !isMeant(call)) return correct.perform(call);
      return correct.perform(showing(call, (pet) => (isShown(pet) ? { status } : {})));
    };
  });
}

/** The store's pets with this status wherever the condition holds. */
export function rewrite(call: Call, status: PetStatus, isMeant: (pet: Pet, index: number) => boolean): void {
  const { entries } = call.state.store;
  entries.forEach((entry, index) => {
    if (isMeant(entry.pet, index)) entries[index] = { ...entry, pet: { ...entry.pet, status } };
  });
}

/** What each filter does before it lists; `listPets` is the one hook that is replaced. */
export function writing(write: (call: Call, status: PetStatus) => void) {
  return before("listPets", (call) => {
    const status = asked(call);
    if (status !== undefined) write(call, status);
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
  return made("parseLimit", (correct) => {
    let left: string | undefined;
    const parseLimit = noting(correct.parseLimit, (_, text) => {
      if (text !== undefined && isMeant(text)) left = text;
    });
    return (text, call) => {
      const before = left;
      left = undefined;
      return text === undefined && before !== undefined ? next(before) : parseLimit(text, call);
    };
  });
}

/** From the nth request that `isMeant` names on it rejects all for so many waits of a second; they begin one after the other. */
export function rejectsInARow(from: number, times: number, isMeant: (call: Call) => boolean) {
  return made("authenticate", (correct) => {
    let seen = 0;
    const rejectedAtMs = new Set<number>();
    return (call) => {
      const refused = correct.authenticate(call);
      if (refused !== undefined || !isMeant(call)) return refused;
      seen += 1;
      if (seen >= from && rejectedAtMs.size < times) rejectedAtMs.add(call.nowMs);
      if (!rejectedAtMs.has(call.nowMs)) return undefined;
      return call.hooks.errorResponse(429, "Slow down.", call, [["Retry-After", "1"]]);
    };
  });
}
