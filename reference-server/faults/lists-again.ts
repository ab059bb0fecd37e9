import { servers } from "../bed-server.ts";
import { jsonResponse } from "../hooks/answers.ts";
import type { Call } from "../hooks/call.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { isPetStatus } from "../pet.ts";
import { Refusal } from "../refusal.ts";

const asks = (call: Call, ...names: readonly string[]): boolean =>
  names.length === call.query.size && names.every((name) => call.query.has(name));

/** Calls what the correct server does when a limit or a filter is wrong, and refuses it all the same. */
const whenLimitIsWrong =
  (make: () => { wrong: () => void; otherwise: (limit: number | undefined) => number | undefined }) =>
  (correct: Hooks): Partial<Hooks> => {
    const { wrong, otherwise } = make();
    return {
      parseLimit: (text, call) => {
        try {
          const limit = text === undefined ? undefined : correct.parseLimit(text, call);
          return otherwise(limit) ?? limit ?? correct.parseLimit(undefined, call);
        } catch (error) {
          wrong();
          throw error;
        }
      },
    };
  };

/** Lists that an earlier one spoils, and what is wrong in a limit and a filter together. */
export default servers({
  "list-takes-out": {
    title: "takes what it lists for a limit below the maximum out of the store",
    fails: ["LIST-9", "GET-1", "DEPR-1"],
    warns: ["LIST-7"],
    idiom: "splice in place of slice",
    hooks: (correct) => ({
      page: (pets, limit, call) => {
        const shown = correct.page(pets, limit, call);
        const { entries } = call.state.store;
        const kept = entries.filter(({ pet }) => limit === 100 || !shown.includes(pet));
        entries.splice(0, entries.length, ...kept);
        return shown;
      },
    }),
  },
  "list-again-as-text": {
    title: "answers a list without parameters that was asked for before with a string of JSON",
    fails: ["LIST-1"],
    idiom: "cache of texts that are written as JSON again",
    hooks: (correct) => {
      let cached: string | undefined;
      return {
        listPets: (call) => {
          if (!asks(call)) return correct.listPets(call);
          if (cached !== undefined) return jsonResponse(200, cached, call);
          const answer = correct.listPets(call);
          cached = new TextDecoder().decode(answer.body);
          return answer;
        },
      };
    },
  },
  "wrong-limit-lifts-the-default": {
    title: "lists up to 50 pets where no limit is given, once one was wrong",
    fails: ["LIST-2"],
    idiom: "NaN left in a variable of the module",
    hooks: whenLimitIsWrong(() => {
      let isLifted = false;
      return {
        wrong: () => {
          isLifted = true;
        },
        otherwise: (limit) => (isLifted && limit === undefined ? 50 : undefined),
      };
    }),
  },
  "limit-kept-for-the-next": {
    title: "takes the last limit where none is given",
    fails: ["LIST-2"],
    idiom: "options of the query in a variable of the module",
    hooks: whenLimitIsWrong(() => {
      let last: number | undefined;
      return {
        wrong: () => undefined,
        otherwise: (limit) => {
          last = limit ?? last;
          return last;
        },
      };
    }),
  },
  "wrong-filter-empties-the-next": {
    title: "answers an empty list after a filter that it refused",
    fails: ["LIST-9"],
    idiom: "transaction left open by the refusal",
    hooks: (correct) => {
      let isOpen = false;
      return {
        listPets: (call) => {
          if (isOpen && asks(call)) return jsonResponse(200, [], call);
          try {
            return correct.listPets(call);
          } catch (error) {
            isOpen ||= call.query.has("status");
            throw error;
          }
        },
      };
    },
  },
  "wrong-limit-again-with-200": {
    title: "answers 200 where the same wrong limit was refused before",
    fails: ["LIST-6"],
    profile: "thorough",
    idiom: "cache of bodies without their statuses",
    hooks: (correct) => {
      const refused = new Map<string, string>();
      return {
        listPets: (call) => {
          const { target } = call.request;
          const before = refused.get(target);
          if (before !== undefined) return jsonResponse(200, correct.errorBody(400, before, call), call);
          try {
            return correct.listPets(call);
          } catch (error) {
            if (error instanceof Refusal && call.query.has("limit") && !call.query.has("status"))
              refused.set(target, error.message);
            throw error;
          }
        },
      };
    },
  },
  "filtered-wrong-limit-500": {
    title: "fails with 500 for a wrong limit beside a filter",
    fails: ["LIST-6", "HTTP-2"],
    idiom: "two branches, one of them without validation",
    hooks: (correct) => ({
      parseLimit: (text, call) => {
        if (!call.query.has("status") || text === undefined) return correct.parseLimit(text, call);
        if (/^\d+$/.test(text) && Number(text) <= 100) return correct.parseLimit(text, call);
        throw new RangeError("LIMIT out of range");
      },
    }),
  },
  "filtered-limit-unbounded": {
    title: "knows no maximum beside a filter",
    fails: ["LIST-5", "LIST-6"],
    stage: { seedPets: 400 },
    idiom: "two branches, one of them without validation",
    hooks: (correct) => ({
      parseLimit: (text, call) => {
        const asked = call.query.has("status") && /^\d+$/.test(text ?? "") ? Number(text) : 0;
        return asked > 100 ? asked : correct.parseLimit(text, call);
      },
    }),
  },
  "unknown-filter-with-limit-500": {
    title: "fails with 500 for a status that it does not know beside a limit",
    fails: ["STATUS-3", "HTTP-2"],
    idiom: "two branches, one of them without validation",
    hooks: (correct) => ({
      parseStatusFilter: (text, call) => {
        if (text !== undefined && !isPetStatus(text) && call.query.get("limit") === "1")
          throw new TypeError("no such status");
        return correct.parseStatusFilter(text, call);
      },
    }),
  },
  "filter-with-nul-500": {
    title: "fails with 500 for a status filter with NUL",
    fails: ["STATUS-3", "HTTP-2"],
    idiom: "invalid byte sequence for encoding UTF8: 0x00",
    hooks: (correct) => ({
      parseStatusFilter: (text, call) => {
        if (text?.includes("\0")) throw new TypeError("invalid byte sequence");
        return correct.parseStatusFilter(text, call);
      },
    }),
  },
  "filter-forgotten-with-the-default": {
    title: "forgets the filter beside a limit of 20",
    fails: ["STATUS-2"],
    idiom: "parameters compared with their defaults",
    hooks: (correct) => ({
      matchesStatus: (pet, status, call) =>
        call.query.get("limit") === "20" || correct.matchesStatus(pet, status, call),
    }),
  },
  "limit-forgotten-with-a-filter": {
    title: "forgets a limit from 3 to 50 beside a filter",
    fails: ["STATUS-2"],
    profile: "thorough",
    idiom: "pages of a size that is rounded up",
    hooks: (correct) => ({
      page: (pets, limit, call) =>
        correct.page(pets, asks(call, "status", "limit") && limit > 2 && limit <= 50 ? 100 : limit, call),
    }),
  },
  "filter-writes-the-status": {
    title: "writes the status that was asked for on two pets that have another",
    fails: ["STATUS-1"],
    idiom: "constant of the query in the result",
    hooks: (correct) => ({
      listBody: (pets, call) => {
        const status = call.query.get("status");
        const others = call.state.store.entries.flatMap(({ pet, storedAtMs }) =>
          storedAtMs === 0 && status === "sold" && pet.status === "available"
            ? [{ ...pet, status: "sold" as const }]
            : [],
        );
        return correct.listBody(
          call.query.get("limit") === "100" ? [...pets, ...others.slice(0, 2)] : pets,
          call,
        );
      },
    }),
  },
});
