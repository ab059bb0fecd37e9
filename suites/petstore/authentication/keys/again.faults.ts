import { alike } from "#reference-server/bed-server.ts";
import { after, made } from "#reference-server/fault-parts.ts";
import { type Call, leadsTo } from "#reference-server/hooks/call.ts";

/** After an invalid key, one operation refuses everything for so long, even the valid key. */
function refusesAfterWrongKey(
  forMs: number,
  operation: "listPets" | "getPet",
  isMeant: (hasToken: boolean) => boolean,
) {
  return made("authenticate", (correct) => {
    let untilMs = Number.NEGATIVE_INFINITY;
    return (call) => {
      if (correct.isAuthenticated(call))
        return call.nowMs < untilMs && leadsTo(call, operation) ? call.hooks.unauthorized(call) : undefined;
      if (isMeant(call.hooks.readCredential(call) !== undefined)) untilMs = call.nowMs + forMs;
      return call.hooks.unauthorized(call);
    };
  });
}

export default alike({ fails: ["AUTH-3"] })({
  "refusal-cached-by-address": {
    title: "answers 401 to anyone who lists at an address that an invalid key asked for",
    fails: ["AUTH-1", "LIST-1"],
    warns: ["AUTH-7"],
    idiom: "401 cached without regard to Authorization",
    hooks: made("authenticate", (correct) => {
      const refused = new Set<string>();
      return (call) => {
        const { target } = call.request;
        const answer = correct.authenticate(call);
        if (!leadsTo(call, "listPets")) return answer;
        if (answer !== undefined && correct.readCredential(call) !== undefined) refused.add(target);
        return refused.has(target) ? correct.unauthorized(call) : answer;
      };
    }),
  },
  "creates-unauthorized-after-wrong-key": {
    title: "answers 401 to the creates that follow one with an invalid key",
    fails: ["AUTH-1", "CREATE-1", "CREATE-5", "CREATE-6", "CREATE-9"],
    idiom: "outcome of the last check kept by the route",
    hooks: made("authenticate", (correct) => {
      let refused = false;
      return (call) => {
        const answer = correct.authenticate(call);
        if (!leadsTo(call, "createPet")) return answer;
        refused ||= answer !== undefined && correct.readCredential(call) !== undefined;
        return refused ? correct.unauthorized(call) : undefined;
      };
    }),
  },
  "key-known-at-second-try": {
    title: "accepts an invalid key when it comes again",
    idiom: "session stored before the key is checked",
    hooks: made("isKeyKnown", (correct) => {
      const firstCalls = new Map<string, Call>();
      return (key, call) => {
        if (!firstCalls.has(key)) firstCalls.set(key, call);
        return firstCalls.get(key) !== call || correct.isKeyKnown(key, call);
      };
    }),
  },
  "list-opens-at-second-try": {
    title: "lists for an invalid key that was refused there before",
    idiom: "cached outcome read as a boolean",
    hooks: made("authenticate", (correct) => {
      const refused = new Set<string>();
      return (call) => {
        const key = correct.readCredential(call);
        if (!leadsTo(call, "listPets") || key === undefined) return correct.authenticate(call);
        if (refused.has(key)) return undefined;
        const answer = correct.authenticate(call);
        if (answer !== undefined) refused.add(key);
        return answer;
      };
    }),
  },
  "first-wrong-key-forbidden": {
    title: "answers 403 to the first invalid key, 401 from then on",
    idiom: "status that depends on what is cached",
    hooks: made("unauthorized", (correct) => {
      let seen = false;
      return (call) => {
        const first = !seen && correct.readCredential(call) !== undefined;
        seen ||= first;
        return first ? call.hooks.errorResponse(403, "Forbidden", call, []) : correct.unauthorized(call);
      };
    }),
  },
  "wrong-keys-limited-from-the-first": {
    title: "answers 429 to every invalid key, from the first on",
    idiom: "limit of nothing for unknown keys",
    hooks: after("unauthorized", (answer, call) =>
      call.hooks.readCredential(call) === undefined
        ? answer
        : call.hooks.errorResponse(429, "Too many requests.", call, [["Retry-After", "2"]]),
    ),
  },
  "unauthorized-for-a-second": {
    title: "answers 401 to reads with any key for a second after an invalid one",
    fails: ["AUTH-1", "GET-1", "GET-2", "GET-3", "GET-4"],
    idiom: "outcome of the last check cached without the key",
    hooks: refusesAfterWrongKey(1000, "getPet", (hasToken) => hasToken),
  },
  "unauthorized-after-no-key": {
    title: "answers 401 to lists with any key for two seconds after a request without one",
    fails: ["AUTH-1", "LIST-3"],
    warns: ["AUTH-7"],
    standardOnly: {
      "STATUS-1": "its lists follow sooner on a request without a key than in thorough",
    },
    idiom: "negative cache by address",
    hooks: refusesAfterWrongKey(2000, "listPets", (hasToken) => !hasToken),
  },
  "let-in-after-an-error": {
    title: "accepts a create without a key right after a 404 to the valid key",
    fails: ["AUTH-2", "AUTH-5"],
    idiom: "who is signed in is kept by the thread, and not forgotten where a request ends with an error",
    hooks: made("authenticate", (correct) => {
      let last: Call | undefined;
      const isInVain = (call: Call) =>
        call.route.kind === "operation" &&
        /^[0-9]+$/.test(call.route.petId) &&
        correct.isAuthenticated(call) &&
        correct.findPet(BigInt(call.route.petId), call) === undefined;
      return (call) => {
        const isSignedIn = last !== undefined && isInVain(last);
        last = call;
        const isBare = leadsTo(call, "createPet") && correct.readCredential(call) === undefined;
        return isSignedIn && isBare ? undefined : correct.authenticate(call);
      };
    }),
  },
});
