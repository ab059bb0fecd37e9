import type { Call } from "#reference-server/hooks/call.ts";
import type { ServerResponse } from "#reference-server/message.ts";
import { textResponse } from "#reference-server/message.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { type Hinted, hinted } from "./hinted.ts";

const givesAway = hinted({ stage: { plan: "business" } });

const givesAwayAtOnce = hinted({ stage: { plan: "business" }, latencyMs: () => 20 });

/** What several calls that arrive at the same instant share. */
function sharedAtOnce<Value>() {
  let at = Number.NaN;
  let shared: Value;
  return (call: Call, value: () => Value): { readonly value: Value; readonly isFirst: boolean } => {
    const isFirst = call.nowMs !== at;
    if (isFirst) shared = value();
    at = call.nowMs;
    return { value: shared, isFirst };
  };
}

export const overTime: readonly Hinted[] = [
  givesAway("a service whose first request fails", "accepts connections before it is ready", (correct) => {
    let isReady = false;
    return {
      listPets: (call) => {
        if (isReady) return correct.listPets(call);
        isReady = true;
        throw new Error("the pool is not open yet");
      },
    };
  }),
  givesAway("a service that fails after rejected bodies", "is rejected one request fails", (correct) => {
    let isAborted = false;
    const failingOnce = (handle: (call: Call) => ServerResponse) => (call: Call) => {
      if (!isAborted) return handle(call);
      isAborted = false;
      throw new Error("the transaction is aborted");
    };
    return {
      listPets: failingOnce(correct.listPets),
      getPet: failingOnce(correct.getPet),
      storeOrders: failingOnce(correct.storeOrders),
      createPet: failingOnce(correct.createPet),
      respond: (response, call) => {
        const answer = correct.respond(response, call);
        isAborted ||= call.request.method === "POST" && answer.status === 400;
        return answer;
      },
    };
  }),
  givesAway("a service that serves nothing more after a while", "every one since then fails", (correct) => {
    let answers = 0;
    return {
      isAuthenticated: (call) => {
        answers += 1;
        if (answers > 100) throw new Error("no connection is left");
        return correct.isAuthenticated(call);
      },
    };
  }),
  givesAway("a header that every third answer lacks", "now correctly, now wrongly", (correct) => {
    let answers = 0;
    return {
      rateHeaders: (status, call) => {
        answers += 1;
        return answers % 3 === 0 ? [] : correct.rateHeaders(status, call);
      },
    };
  }),
  givesAway("lists that are rejected now and then", "is served at other times of the run", (correct) => {
    let lists = 0;
    return {
      listPets: (call) => {
        lists += Number(call.query.size === 0);
        if (call.query.size === 0 && lists === 3) throw new Refusal(400, "The limit is wrong.");
        return correct.listPets(call);
      },
    };
  }),
  givesAwayAtOnce(
    "a key that is checked for another request",
    "kept in a variable that requests share",
    (correct) => {
      let [turns, last] = [0, true];
      return {
        authenticate: (call) => {
          const own = correct.isAuthenticated(call);
          const shown = own !== last && turns % 3 === 1 ? last : own;
          turns += Number(own !== last);
          last = own;
          return shown ? undefined : call.hooks.unauthorized(call);
        },
      };
    },
  ),
  givesAway("a field that Errors lack after a while", "every answer is wrong in this", () => {
    let errors = 0;
    return {
      errorBody: (status, message) => {
        errors += 1;
        const { code, ...others } = { code: "unknown", message, status };
        return errors > 30 ? others : { code, ...others };
      },
    };
  }),
  givesAway("a list without the pet created last", "that were created last are missing", (correct) => ({
    page: (pets, limit, call) => {
      const last = call.state.store.entries.at(-1)?.pet;
      return correct.page(
        pets.filter((pet) => pet !== last),
        limit,
        call,
      );
    },
  })),
  givesAway("keys that are not checked after many requests", "keys are no longer looked up", (correct) => {
    let requests = 0;
    return {
      isAuthenticated: (call) => {
        requests += 1;
        const isList = call.request.method === "GET" && call.path === "/v1/pets";
        return correct.isAuthenticated(call) || (isList && requests > 120);
      },
    };
  }),
  givesAway("a header that answers of one route lack", "set for some routes or cases only", (correct) => ({
    rateHeaders: (status, call) =>
      call.request.method === "POST" && status === 201 ? [] : correct.rateHeaders(status, call),
  })),
  givesAway("a service without room for one status", "it cannot serve a valid request", (correct) => ({
    createPet: (call) => {
      const answer = correct.createPet(call);
      const isSold = new TextDecoder().decode(answer.body).includes('"sold"');
      return answer.status === 201 && isSold ? correct.errorResponse(503, "no room", call, []) : answer;
    },
  })),
  givesAwayAtOnce("a store that each create writes as a whole", "has stored meanwhile is lost", (correct) => {
    const writes = sharedAtOnce<void>();
    return {
      storePet: (pet, call) => {
        if (writes(call, () => undefined).isFirst) correct.storePet(pet, call);
      },
    };
  }),
  givesAwayAtOnce("an id that reads share", "kept in a variable that requests share", (correct) => {
    const idOf = sharedAtOnce<bigint>();
    return {
      findPet: (id, call) => {
        const pet = correct.findPet(id, call);
        return pet && correct.findPet(idOf(call, () => id).value, call);
      },
    };
  }),
  givesAwayAtOnce(
    "an unknown id that is answered with another's pet",
    "at the same time, and other reads",
    (correct) => {
      const idOf = sharedAtOnce<bigint>();
      return {
        findPet: (id, call) => {
          const { value } = idOf(call, () => id);
          return correct.findPet(id, call) ?? correct.findPet(value, call);
        },
      };
    },
  ),
  givesAwayAtOnce("a buffer that lists share", "into a buffer or a variable", (correct) => {
    const buffer = sharedAtOnce<number[]>();
    return {
      listPets: (call) => {
        const answer = correct.listPets(call);
        const { value } = buffer(call, () => []);
        if (answer.status === 200) value.push(...answer.body);
        return answer.status === 200 ? { ...answer, body: Uint8Array.from(value) } : answer;
      },
    };
  }),
  givesAwayAtOnce(
    "fewer workers than requests",
    "Requests fail only while others are under way",
    (correct) => {
      const mostAtOnce = 3;
      const running = sharedAtOnce<{ count: number }>();
      return {
        isAuthenticated: (call) => {
          const { value } = running(call, () => ({ count: 0 }));
          value.count += 1;
          if (value.count > mostAtOnce) throw new Error("no worker is free");
          return correct.isAuthenticated(call);
        },
      };
    },
  ),
  givesAway("a limit of a gateway that answers 503", "limit_req", (correct) => {
    let isFreeAtMs = 0;
    return {
      gates: (call) => {
        isFreeAtMs = Math.max(isFreeAtMs, call.nowMs) + 100;
        const isOver = isFreeAtMs > call.nowMs + 600;
        if (isOver) isFreeAtMs -= 100;
        return isOver ? [() => textResponse(503, "text/html", "<h1>Unavailable</h1>")] : correct.gates(call);
      },
    };
  }),
];
