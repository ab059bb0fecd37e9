import type { BedServer } from "./bed-server.ts";
import type { Call, Hooks } from "./hooks/call.ts";
import type { Json } from "./json.ts";
import { Refusal } from "./refusal.ts";

/** How one hook is changed. */

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

/** One hook that keeps something from call to call: each server begins with a copy of its own. */
export function keeping<Hook extends keyof Hooks, Kept extends object>(
  hook: Hook,
  atFirst: Kept,
  change: (kept: Kept, correctly: Each[Hook], ...given: Taking<Hook>) => Giving<Hook>,
): BedServer["hooks"] {
  return (correct: Each) => {
    const kept = structuredClone(atFirst);
    return { [hook]: (...given: Taking<Hook>) => change(kept, correct[hook], ...given) };
  };
}

/** The same where other hooks are needed, too: what is in the closure of `make` is the server's own. */
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
  return keeping(hook, new Set<unknown>(), (known, correctly, ...given) => {
    const right = correctly(...given);
    const name = knownBy(right, ...given);
    if (known.has(name)) return change(right, ...given);
    if (name !== undefined) known.add(name);
    return right;
  });
}

/** One hook that counts its calls, from 1; those that are not counted do right. */
export function counting<Hook extends keyof Hooks>(
  hook: Hook,
  change: (nth: number, correctly: Each[Hook], ...given: Taking<Hook>) => Giving<Hook>,
  isCounted: (...given: Taking<Hook>) => boolean = () => true,
): BedServer["hooks"] {
  return keeping(hook, { calls: 0 }, (kept, correctly, ...given) => {
    if (!isCounted(...given)) return correctly(...given);
    kept.calls += 1;
    return change(kept.calls, correctly, ...given);
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
