import { servers } from "../bed-server.ts";
import type { Call } from "../hooks/call.ts";
import { leadsTo } from "../hooks/call.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { headerValue } from "../message.ts";
import { isPetStatus } from "../pet.ts";
import { Refusal } from "../refusal.ts";

/** The same request, answered with some hooks in place of its own. */
function withHooks(call: Call, hooks: Partial<Hooks>): Call {
  return { ...call, hooks: { ...call.hooks, ...hooks } };
}

/** A state that each rejected create adds to, and that a valid one meets; it is cleared unless it is kept. */
function spoilingCreates(meet: (rejected: number) => "keep" | undefined) {
  return (correct: Hooks): Partial<Hooks> => {
    let rejected = 0;
    return {
      createPet: (call) => {
        const admitPet = () => {
          const before = rejected;
          // What has a label of its own, or fields of its own, is another story.
          if (before === 0 || !isPlain(call)) return;
          rejected = 0;
          if (meet(before) === "keep") rejected = before;
        };
        try {
          return correct.createPet(withHooks(call, { admitPet }));
        } catch (error) {
          if (rejected > 0 || isPlain(call)) rejected += 1;
          throw error;
        }
      },
    };
  };
}

function isPlain({ request }: Call): boolean {
  return headerValue(request, "content-type") === "application/json";
}

export default servers({
  "create-rejected-after-rejected": {
    title: "rejects the valid body that follows a rejected one",
    fails: ["CREATE-1"],
    idiom: "list of errors kept between requests",
    hooks: spoilingCreates(() => {
      throw new Refusal(400, "The body is invalid.");
    }),
  },
  "create-500-after-rejected": {
    title: "fails with 500 at the first valid body after a rejected one",
    fails: ["CREATE-1", "CREATE-14", "HTTP-2"],
    idiom: "transaction not rolled back where validation throws",
    hooks: spoilingCreates(() => {
      throw new Error("current transaction is aborted");
    }),
  },
  "create-leaks-when-rejecting": {
    title: "fails with 500 at every valid body after its tenth rejected one",
    fails: ["CREATE-1", "CREATE-14", "HTTP-2"],
    idiom: "connection not given back where validation throws",
    hooks: spoilingCreates((rejected) => {
      if (rejected >= 10) throw new Error("the pool is empty");
      return "keep";
    }),
  },
  "create-rejected-after-malformed": {
    title: "rejects the body that follows one that is not JSON",
    fails: ["CREATE-1"],
    warns: ["CREATE-13"],
    idiom: "buffer not emptied where parsing throws",
    hooks: (correct) => {
      let left = false;
      return {
        parseBody: (text, call) => {
          const before = left;
          left = true;
          if (before) {
            left = false;
            throw new Refusal(400, "The body is not JSON.");
          }
          const body = correct.parseBody(text, call);
          left = false;
          return body;
        },
      };
    },
  },
  "create-rejected-after-other-label": {
    title: "takes the Content-Type of a request for that of the one before where that was rejected for it",
    fails: ["CREATE-1"],
    warns: ["CREATE-13"],
    idiom: "flag of a request kept in the handler",
    hooks: (correct) => {
      let rejected = false;
      return {
        isJsonLabel: (contentType, call) => {
          const before = rejected;
          rejected = !correct.isJsonLabel(contentType, call);
          if (!before || rejected) return !rejected;
          return false;
        },
      };
    },
  },
  "filter-500-after-malformed": {
    title: "fails with 500 at the filtered lists that follow a malformed body",
    fails: ["HTTP-2", "STATUS-1", "LIST-6"],
    idiom: "parser not reset after an exception",
    hooks: (correct) => {
      let spoilt = false;
      return {
        perform: (call) => {
          if (spoilt && leadsTo(call, "listPets") && isPetStatus(call.query.get("status")))
            throw new Error("unexpected state of the parser");
          const parseBody: Hooks["parseBody"] = (text, own) => {
            try {
              return correct.parseBody(text, own);
            } catch (error) {
              spoilt = true;
              throw error;
            }
          };
          return correct.perform(withHooks(call, { parseBody }));
        },
      };
    },
  },
  "rejected-limit-sticks": {
    title: "lists as many pets as the last rejected limit said where none is given",
    fails: ["LIST-2", "LIST-5"],
    idiom: "parameter stored before it is checked",
    hooks: (correct) => {
      let last: number | undefined;
      return {
        parseLimit: (text, call) => {
          if (text === undefined) return last ?? correct.parseLimit(text, call);
          if (Number(text) > 100) last = Number(text);
          return correct.parseLimit(text, call);
        },
      };
    },
  },
  "reads-500-after-wrong-ids": {
    title: "fails with 500 where it reads a pet after three identifiers that are none",
    fails: ["GET-1", "HTTP-2"],
    idiom: "circuit breaker that counts the client's errors",
    hooks: (correct) => {
      let wrong = 0;
      return {
        getPet: (call) => {
          const parsePetId: Hooks["parsePetId"] = (segment, own) => {
            try {
              return correct.parsePetId(segment, own);
            } catch (error) {
              wrong += 1;
              throw error;
            }
          };
          const findPet: Hooks["findPet"] = (id, own) => {
            const pet = correct.findPet(id, own);
            if (wrong >= 3 && pet !== undefined) throw new Error("the circuit is open");
            return pet;
          };
          return correct.getPet(withHooks(call, { parsePetId, findPet }));
        },
      };
    },
  },
  "missing-pets-cached-for-all": {
    title: "answers 404 for every pet once an identifier was unknown",
    fails: ["GET-1"],
    idiom: "negative cache without the identifier in its key",
    hooks: (correct) => {
      let missing = false;
      return {
        findPet: (id, call) => {
          const pet = correct.findPet(id, call);
          missing ||= pet === undefined;
          return missing ? undefined : pet;
        },
      };
    },
  },
  "refusal-cached-by-address": {
    title: "answers 401 to anyone who lists at an address that an invalid key asked for",
    fails: ["AUTH-1", "LIST-1"],
    warns: ["AUTH-7"],
    idiom: "401 cached without regard to Authorization",
    hooks: (correct) => {
      const refused = new Set<string>();
      return {
        authenticate: (call) => {
          const { target } = call.request;
          const answer = correct.authenticate(call);
          if (!leadsTo(call, "listPets")) return answer;
          if (answer !== undefined && correct.readCredential(call) !== undefined) refused.add(target);
          return refused.has(target) ? correct.unauthorized(call) : answer;
        },
      };
    },
  },
  "creates-unauthorized-after-wrong-key": {
    title: "answers 401 to the creates that follow one with an invalid key",
    fails: ["AUTH-1", "CREATE-1", "CREATE-5", "CREATE-6", "CREATE-7", "CREATE-8", "CREATE-9"],
    warns: ["CREATE-11", "CREATE-13"],
    idiom: "outcome of the last check kept by the route",
    hooks: (correct) => {
      let refused = false;
      return {
        authenticate: (call) => {
          const answer = correct.authenticate(call);
          if (!leadsTo(call, "createPet")) return answer;
          refused ||= answer !== undefined && correct.readCredential(call) !== undefined;
          return refused ? correct.unauthorized(call) : undefined;
        },
      };
    },
  },
  "key-known-at-second-try": {
    title: "takes an invalid key when it comes again",
    fails: ["AUTH-3"],
    idiom: "session stored before the key is checked",
    hooks: (correct) => {
      const firstCalls = new Map<string, Call>();
      return {
        isKeyKnown: (key, call) => {
          if (!firstCalls.has(key)) firstCalls.set(key, call);
          return firstCalls.get(key) !== call || correct.isKeyKnown(key, call);
        },
      };
    },
  },
  "list-opens-at-second-try": {
    title: "lists for an invalid key that was refused there before",
    fails: ["AUTH-3"],
    idiom: "cached outcome read as a boolean",
    hooks: (correct) => {
      const refused = new Set<string>();
      return {
        authenticate: (call) => {
          const key = correct.readCredential(call);
          if (!leadsTo(call, "listPets") || key === undefined) return correct.authenticate(call);
          if (refused.has(key)) return undefined;
          const answer = correct.authenticate(call);
          if (answer !== undefined) refused.add(key);
          return answer;
        },
      };
    },
  },
  "first-wrong-key-forbidden": {
    title: "answers 403 to the first invalid key, 401 from then on",
    fails: ["AUTH-3"],
    idiom: "status that depends on what is cached",
    hooks: (correct) => {
      let seen = false;
      return {
        unauthorized: (call) => {
          const first = !seen && correct.readCredential(call) !== undefined;
          seen ||= first;
          return first ? call.hooks.errorResponse(403, "Forbidden", call, []) : correct.unauthorized(call);
        },
      };
    },
  },
  "wrong-keys-limited-from-the-first": {
    title: "answers 429 to every invalid key, from the first on",
    fails: ["AUTH-3"],
    idiom: "limit of nothing for unknown keys",
    hooks: (correct) => ({
      unauthorized: (call) =>
        correct.readCredential(call) === undefined
          ? correct.unauthorized(call)
          : call.hooks.errorResponse(429, "Too many requests.", call, [["Retry-After", "2"]]),
    }),
  },
});
