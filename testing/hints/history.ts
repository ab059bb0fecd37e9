import type { Call } from "#reference-server/hooks/call.ts";
import { headerValue, type ServerResponse, withHeader } from "#reference-server/message.ts";
import { type Hinted, hinted } from "./hinted.ts";

// As requests overtake each other on the way, what came right before is known of some of them only.
const latencies = () => {
  let drawn = 7;
  return () => {
    drawn = (drawn * 1103515245 + 12345) % 2147483648;
    return 5 + (drawn % 20);
  };
};

const givesAway = (...row: Parameters<ReturnType<typeof hinted>>): Hinted =>
  hinted({ stage: { plan: "business" }, latencyMs: latencies(), keptConnections: 4 })(...row);

const inOrder = hinted({ stage: { plan: "business" } });

/** Which request of all it is, from 1: the gates see each of them. */
function counting(correct: Parameters<Hinted["hooks"]>[0], onRequest: (nth: number, call: Call) => void) {
  let nth = 0;
  return {
    authenticate: (call: Call) => {
      nth += 1;
      onRequest(nth, call);
      return correct.authenticate(call);
    },
  };
}

/** Mistakes that depend on what came before, on where an answer comes from, or on what is asked. */
export const ofHistory: readonly Hinted[] = [
  givesAway(
    "a filter that is off after a refused key",
    "What the request right before was decides",
    (correct) => {
      let isOff = false;
      const off = new WeakSet<Call>();
      return {
        unauthorized: (call) => {
          isOff = true;
          return correct.unauthorized(call);
        },
        listPets: (call) => {
          if (isOff && call.query.has("status")) {
            off.add(call);
            isOff = false;
          }
          return correct.listPets(call);
        },
        matchesStatus: (pet, status, call) => off.has(call) || correct.matchesStatus(pet, status, call),
      };
    },
  ),
  givesAway("a list that is empty after a 404", "What the request right before was decides", (correct) => {
    let isEmpty = false;
    return {
      petNotFound: (call) => {
        isEmpty = true;
        return correct.petNotFound(call);
      },
      page: (pets, limit, call) => {
        const page = isEmpty ? [] : correct.page(pets, limit, call);
        isEmpty = false;
        return page;
      },
    };
  }),
  givesAway("a first list that is whole", "Only what came first is wrong", (correct) => {
    let lists = 0;
    return {
      page: (pets, limit, call) => {
        lists += 1;
        return lists === 1 ? pets : correct.page(pets, limit, call);
      },
    };
  }),
  givesAway(
    "names that are lost from the 61st request on",
    "It begins at some point of the run",
    (correct) => {
      let isLate = false;
      return {
        ...counting(correct, (nth) => {
          isLate = nth > 60;
        }),
        buildPet: (pet, body, call) => ({
          ...correct.buildPet(pet, body, call),
          ...(isLate && { name: "" }),
        }),
      };
    },
  ),
  givesAway(
    "a key that is checked no more after a while",
    "It begins at some point of the run",
    (correct) => {
      let asked = 0;
      return {
        isAuthenticated: (call) => {
          asked += 1;
          return asked > 90 || correct.isAuthenticated(call);
        },
      };
    },
  ),
  givesAway(
    "a create that changes others of its category",
    "Pets that were stored are changed",
    (correct) => ({
      storePet: (pet, call) => {
        const { entries } = call.state.store;
        for (const [place, { pet: other, storedAtMs }] of entries.entries())
          if (other.categoryId === pet.categoryId && pet.status !== undefined)
            entries[place] = { pet: { ...other, status: pet.status }, storedAtMs };
        correct.storePet(pet, call);
      },
    }),
  ),
  givesAway("an authorised answer that is cached for all", "a cache stands between", (correct) => {
    const cache = new Map<string, ServerResponse>();
    const hasKey = ({ request }: Call) =>
      headerValue(request, "authorization") === "Bearer proof-key-5f2c9a7d41";
    const keeping = (handle: (call: Call) => ServerResponse) => (call: Call) => {
      const answer = handle(call);
      if (answer.status === 200) cache.set(call.request.target, answer);
      return answer;
    };
    return {
      gates: (call) => [
        (one) => (hasKey(one) || one.request.method !== "GET" ? undefined : cache.get(one.request.target)),
        ...correct.gates(call),
      ],
      listPets: keeping(correct.listPets),
      getPet: keeping(correct.getPet),
    };
  }),
  inOrder("a refused key that is let in the next time", "a refused key counts as known", (correct) => {
    const known = new Set<string>();
    const keyOf = ({ request }: Call) => headerValue(request, "authorization") ?? "";
    return {
      isAuthenticated: (call) => correct.isAuthenticated(call) || known.has(keyOf(call)),
      unauthorized: (call) => {
        if (keyOf(call) !== "") known.add(keyOf(call));
        return correct.unauthorized(call);
      },
    };
  }),
  inOrder(
    "the filter of the last list, which reads by id keep",
    "What the request right before",
    (correct) => {
      let filter: string | null = null;
      return {
        listPets: (call) => {
          const answer = correct.listPets(call);
          const asked = call.query.get("status");
          if (answer.status === 200 && (asked !== null || call.query.size === 0)) filter = asked;
          return answer;
        },
        findPet: (id, call) => {
          const pet = correct.findPet(id, call);
          return filter === null || pet?.status === filter ? pet : undefined;
        },
      };
    },
  ),
  givesAway("a connection that remembers the key", "It depends on the connection", (correct) => {
    const known = new Set<unknown>();
    return {
      isAuthenticated: (call) => {
        const { connection } = call.request;
        if (correct.isAuthenticated(call)) known.add(connection);
        return known.has(connection);
      },
    };
  }),
  givesAway("one of two instances", "One of several instances", (correct) => {
    const isOther = new WeakSet<Call>();
    return {
      ...counting(correct, (nth, call) => {
        if (nth % 2 === 0) isOther.add(call);
      }),
      matchesStatus: (pet, status, call) => isOther.has(call) || correct.matchesStatus(pet, status, call),
      respond: (response, call) =>
        withHeader(correct.respond(response, call), "Server", isOther.has(call) ? "pets/1.3" : "pets/1.4"),
    };
  }),
  givesAway("every third read that fails", "now rightly, now wrongly", (correct) => {
    let reads = 0;
    return {
      getPet: (call) => {
        reads += 1;
        if (reads % 3 === 0) throw new Error("the connection is broken");
        return correct.getPet(call);
      },
    };
  }),
  givesAway("a filter that one status passes", "The parameters decide", (correct) => ({
    matchesStatus: (pet, status, call) => status === "pending" || correct.matchesStatus(pet, status, call),
  })),
  givesAway("the name of the last create in the next read", "leaves something behind", (correct) => {
    let last: string | undefined;
    return {
      storePet: (pet, call) => {
        last = pet.name;
        correct.storePet(pet, call);
      },
      serialisePet: (pet, call) => {
        const name = call.route.kind === "operation" && call.route.operation === "getPet" ? last : undefined;
        if (name !== undefined) last = undefined;
        return correct.serialisePet(name === undefined ? pet : { ...pet, name }, call);
      },
    };
  }),
  inOrder("every fourth create that is stored twice", "They come in turn", (correct) => {
    let creates = 0;
    return {
      storePet: (pet, call) => {
        creates += 1;
        correct.storePet(pet, call);
        if (creates % 4 === 0) correct.storePet({ ...pet, id: pet.id + 1_000_000n }, call);
      },
    };
  }),
  inOrder("pets from the sixth create on that no list shows", "It begins at some point", (correct) => ({
    visiblePets: (call) => correct.visiblePets(call).filter((_, place) => place < 35),
  })),
];
