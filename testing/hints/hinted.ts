import type { Player, PlayOptions } from "#proof/play.ts";
import type { Stage } from "#reference-server/bed-server.ts";
import { counting } from "#reference-server/fault-parts.ts";
import { type Call, type Hooks, leadsTo } from "#reference-server/hooks/call.ts";
import { headerValue, type ServerResponse, withHeader } from "#reference-server/message.ts";
import type { Pet } from "#reference-server/store.ts";
import { serverOf } from "../proof/bed.ts";
import { withText } from "../reference-server/handlers.ts";

/** A server, the way to it, and a part of the likely cause that the evidence on it gives away. */
export interface Hinted {
  readonly about: string;
  readonly says: string;
  readonly server: Player;
  readonly way: Partial<PlayOptions>;
}

/** Makes rows of a table of servers on one stage, with one way to them. */
const hinted =
  (stage: Stage = {}, way: Partial<PlayOptions> = {}) =>
  (about: string, says: string, hooks: Player["hooks"]): Hinted => ({
    ...{ about, says, server: { hooks, stage }, way },
  });

export const givesAway = hinted();

export const inWhole = hinted({ plan: "business" });

// As requests overtake each other on the way, what came right before is known of some of them only.
const latencies = () => {
  let drawn = 7;
  return () => {
    drawn = (drawn * 1103515245 + 12345) % 2147483648;
    return 5 + (drawn % 20);
  };
};

/** Requests arrive, and are answered, in the order in which they were sent. */
const longerEachTime = () => {
  let latencyMs = 10;
  return () => (latencyMs += 0.001);
};

/** The same while requests overtake each other; without hooks, of the server of the bed that is named. */
const overlapped = (about: string, says: string, hooks?: Player["hooks"]): Hinted => {
  const server: Player = hooks === undefined ? serverOf(about) : { hooks };
  const way = { latencyMs: latencies(), keptConnections: 4 };
  return hinted({ plan: "business", ...server.stage }, way)(about, says, server.hooks);
};

/** With the ids of the pets that were stored, in their order. */
export const withStored =
  (make: (stored: readonly bigint[], correct: Hooks) => Partial<Hooks>): Player["hooks"] =>
  (correct) => {
    const stored: bigint[] = [];
    return {
      storePet: (pet, call) => {
        stored.push(pet.id);
        return correct.storePet(pet, call);
      },
      ...make(stored, correct),
    };
  };

/** Mistakes that depend on what came before, on where an answer comes from, or on what is asked. */
export const ofHistory: readonly Hinted[] = [
  overlapped("unknown-pet-remembered", "From some point of the run on"),
  overlapped("create-rejected-after-rejected", "a list of mistakes"),
  overlapped("stored-as-available", "stored with another value"),
  overlapped("unknown-pet-cached", "or which creates do not clear"),
  overlapped("found-from-the-next-post-on", "New pets are not found, or late"),
  overlapped("reads-cached-for-all", "a cache answers whose key"),
  overlapped(
    "reads by id of the newest five alone",
    "know the newest pets alone",
    withStored((stored, correct) => ({
      findPet: (id, call) => (stored.slice(0, -5).includes(id) ? undefined : correct.findPet(id, call)),
    })),
  ),
  inWhole("a name that a body lacks is the last one", "bodies are parsed into an object", (correct) => {
    let last: ReturnType<Hooks["readMember"]>;
    return {
      readMember: (body, name, call) => {
        const value = correct.readMember(body, name, call);
        if (name !== "name") return value;
        last = typeof value === "string" ? value : last;
        return value ?? last;
      },
    };
  }),
  inWhole("a create without a status that is filed under the last one", "of an earlier create", (correct) => {
    let last: Pet["status"];
    const filed = new Map<bigint, Pet["status"]>();
    return {
      validateStatus: (value, call) => {
        const status = correct.validateStatus(value, call);
        last = status ?? last;
        return status ?? "sold";
      },
      storePet: (pet, call) => {
        filed.set(pet.id, last);
        return correct.storePet(pet, call);
      },
      matchesStatus: (pet, status, call) =>
        filed.has(pet.id) ? filed.get(pet.id) === status : correct.matchesStatus(pet, status, call),
    };
  }),
  overlapped("available-means-not-sold", "The answer depends on the parameters"),
  inWhole(
    "a refused key that is let in the next time",
    "a rejected key is remembered as valid",
    (correct) => {
      const known = new Set<string>();
      const keyOf = ({ request }: Call) => headerValue(request, "authorization") ?? "";
      return {
        isAuthenticated: (call) => correct.isAuthenticated(call) || known.has(keyOf(call)),
        unauthorized: (call) => {
          if (keyOf(call) !== "") known.add(keyOf(call));
          return correct.unauthorized(call);
        },
      };
    },
  ),
  hinted({ plan: "business", firstId: 7n })("pets that are kept by name", "Another pet than", (correct) => {
    const kept = new Map<string, Pet>();
    return {
      serialisePet: (pet, call) => {
        if (leadsTo(call, "createPet")) return correct.serialisePet(pet, call);
        const key = `${pet.categoryId} ${pet.status} ${pet.name}`;
        const first = kept.get(key) ?? pet;
        kept.set(key, first);
        return correct.serialisePet(first, call);
      },
    };
  }),
  inWhole(
    "every fourth create, which is lost",
    "Creates go wrong at regular intervals",
    counting("storePet", (nth, correctly, pet, call) => {
      if (nth % 4 > 0) correctly(pet, call);
    }),
  ),
  inWhole(
    "every fourth create, which is listed twice",
    "A create is stored twice",
    withStored((stored, correct) => {
      const times = ({ id }: Pet) => (stored.includes(id) && stored.indexOf(id) % 4 === 3 ? 2 : 1);
      return {
        visiblePets: (call) => correct.visiblePets(call).flatMap((pet) => Array<Pet>(times(pet)).fill(pet)),
      };
    }),
  ),
  inWhole("the first read of a new pet, which has no category", "The first read of a new pet", (correct) => {
    const unread = new Set<bigint>();
    return {
      storePet: (pet, call) => {
        unread.add(pet.id);
        return correct.storePet(pet, call);
      },
      getPet: (call) => {
        const answer = correct.getPet(call);
        const isFirst = answer.status === 200 && unread.delete(BigInt(call.path.split("/").at(-1) ?? ""));
        return isFirst ? withText(answer, (text) => text.replace(/"categoryId":-?\d+,?/, "")) : answer;
      },
    };
  }),
  overlapped("a connection that remembers the key", "The answer depends on the connection", (correct) => {
    const known = new Set<unknown>();
    return {
      isAuthenticated: (call) => {
        const { connection } = call.request;
        if (correct.isAuthenticated(call)) known.add(connection);
        return known.has(connection);
      },
    };
  }),
  overlapped("a limit for each connection", "Each connection has its own counter", (correct) => ({
    rateCaller: (call) => `${correct.rateCaller(call)} ${call.request.connection}`,
  })),
  overlapped("reads that get the answer of the one before", "Concurrent requests interfere", (correct) => {
    let last: { readonly answer: ServerResponse; readonly atMs: number } | undefined;
    return {
      getPet: (call) => {
        if (last !== undefined && call.nowMs < last.atMs + 4) return last.answer;
        last = { answer: correct.getPet(call), atMs: call.nowMs };
        return last.answer;
      },
    };
  }),
  inWhole("a breaker that counts rejected bodies", "The service refuses to work for a while", (correct) => {
    let [rejected, openUntilMs] = [0, 0];
    return {
      createPet: (call) =>
        call.nowMs < openUntilMs
          ? call.hooks.errorResponse(503, "Try later.", call, [])
          : correct.createPet(call),
      refused: (refusal, call) => {
        rejected += 1;
        if (rejected === 5) openUntilMs = call.nowMs + 30;
        return correct.refused(refusal, call);
      },
    };
  }),
  overlapped("one of two instances", "One of several instances", (correct) => {
    const isOther = new WeakSet<Call>();
    let requests = 0;
    return {
      authenticate: (call) => {
        requests += 1;
        if (requests % 2 === 0) isOther.add(call);
        return correct.authenticate(call);
      },
      matchesStatus: (pet, status, call) => isOther.has(call) || correct.matchesStatus(pet, status, call),
      respond: (response, call) =>
        withHeader(correct.respond(response, call), "Server", isOther.has(call) ? "pets/1.3" : "pets/1.4"),
    };
  }),
  overlapped(
    "every third read that fails",
    "Wrong answers come at regular intervals",
    counting("getPet", (nth, correctly, call) => {
      if (nth % 3 === 0) throw new Error("the connection is broken");
      return correctly(call);
    }),
  ),
  hinted({ plan: "business" }, { latencyMs: longerEachTime(), keptConnections: 4 })(
    "creates at the same time, of which each writes back what it read",
    "Concurrent requests interfere",
    (correct) => {
      const stored: { readonly id: bigint; readonly atMs: number }[] = [];
      const isOverwritten = (own: bigint) => {
        const place = stored.findIndex(({ id }) => id === own);
        return place !== -1 && (stored[place + 1]?.atMs ?? Infinity) - (stored[place]?.atMs ?? 0) < 10;
      };
      return {
        storePet: (pet, call) => {
          stored.push({ id: pet.id, atMs: call.nowMs });
          return correct.storePet(pet, call);
        },
        visiblePets: (call) => correct.visiblePets(call).filter(({ id }) => !isOverwritten(id)),
        findPet: (id, call) => (isOverwritten(id) ? undefined : correct.findPet(id, call)),
      };
    },
  ),
  hinted({ plan: "business" }, { latencyMs: longerEachTime(), keptConnections: 4 })(
    "the id of the one before for creates at the same time",
    "Concurrent creates get the same id",
    (correct) => {
      let last = { id: 0n, atMs: 0 };
      return {
        assignId: (serial, call) => {
          const isAtOnce = call.nowMs - last.atMs < 5;
          last = { id: isAtOnce ? last.id : correct.assignId(serial, call), atMs: call.nowMs };
          return last.id;
        },
      };
    },
  ),
  inWhole("ids of blocks that overlap", "Blocks of ids overlap", (correct) => ({
    assignId: (serial, call) => correct.assignId(serial - serial / 8n, call),
  })),
  inWhole(
    "every seventh pet, from the fourth on, which no list shows",
    "at regular intervals",
    withStored((stored, correct) => ({
      visiblePets: (call) => correct.visiblePets(call).filter(({ id }) => (stored.indexOf(id) + 7) % 7 !== 3),
    })),
  ),
];
