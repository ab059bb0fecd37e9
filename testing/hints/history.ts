import type { Call } from "#reference-server/hooks/call.ts";
import { headerValue, withHeader } from "#reference-server/message.ts";
import { serverOf } from "../proof/bed.ts";
import { type Hinted, hinted } from "./hinted.ts";

// As requests overtake each other on the way, what came right before is known of some of them only.
const latencies = () => {
  let drawn = 7;
  return () => {
    drawn = (drawn * 1103515245 + 12345) % 2147483648;
    return 5 + (drawn % 20);
  };
};

/** On a server of the bed too, by its id. */
const givesAway = (about: string, says: string, hooks?: Hinted["hooks"]): Hinted => {
  const { stage, hooks: ofBed } = hooks === undefined ? serverOf(about) : { stage: {}, hooks };
  const around = {
    stage: { plan: "business", ...stage },
    latencyMs: latencies(),
    keptConnections: 4,
  } as const;
  return hinted(around)(about, says, ofBed);
};

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
  givesAway("not-found-twice", "What the request right before was decides"),
  givesAway("rejected-letters-empty-the-next", "What the request right before was decides"),
  givesAway("another-status-at-first", "Only what came first is wrong"),
  givesAway("unknown-pet-remembered", "It begins at some point of the run"),
  givesAway("create-rejected-after-rejected", "It begins at some point of the run"),
  givesAway("stored-as-available", "Pets that were stored are changed"),
  givesAway("unknown-pet-cached", "a cache stands between"),
  givesAway("available-means-not-sold", "The parameters decide"),
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
];
