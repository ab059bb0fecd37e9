import { NoAnswer } from "#reference-server/refusal.ts";
import { type Hinted, hinted } from "./hinted.ts";

// What fails for some requests alone: those of one instance, those that are due an error, those that reach one pet.

const givesAway = hinted({ stage: { plan: "business" } });

const givesAwayOnKept = hinted({ stage: { plan: "business" }, keptConnections: 6 });

const givesAwayInThorough = hinted({ stage: { plan: "business" }, profile: "thorough" });

export const ofInstances: readonly Hinted[] = [
  givesAway("a filter that is lost while others are read", "Other lists obey their filter", (correct) => ({
    parseStatusFilter: (text, call) => correct.parseStatusFilter(text === "pending" ? undefined : text, call),
  })),
  givesAway("a limit that is lost while others are read", "and others obey theirs", (correct) => ({
    parseLimit: (text, call) =>
      correct.parseLimit(Number(text) > 1 && Number(text) < 20 ? undefined : text, call),
  })),
  givesAway("a create that is answered with another pet", "to a create shows another pet", (correct) => {
    let creates = 0;
    return {
      serialisePet: (pet, call) => {
        const [first] = call.state.store.entries;
        creates += Number(call.request.method === "POST");
        const isSwapped = call.request.method === "POST" && creates % 3 === 0;
        return correct.serialisePet(isSwapped && first !== undefined ? first.pet : pet, call);
      },
    };
  }),
  givesAway(
    "a server whose errors end without an answer",
    "that is due an error gets no answer",
    (correct) => ({
      respond: (response, call) => {
        const answer = correct.respond(response, call);
        if (answer.status >= 400) throw new NoAnswer("reset");
        return answer;
      },
    }),
  ),
  givesAway(
    "a replica that has fallen behind",
    "Another answer to the same request shows the pet",
    (correct) => {
      let lists = 0;
      return {
        visiblePets: (call) => {
          lists += 1;
          if (lists % 2 === 0) return correct.visiblePets(call);
          return call.state.store.entries.filter(({ storedAtMs }) => storedAtMs === 0).map(({ pet }) => pet);
        },
      };
    },
  ),
  givesAway(
    "a store of its own in one of two instances",
    "Another answer to the same request shows",
    (correct) => {
      let reads = 0;
      return {
        findPet: (id, call) => {
          const pet = correct.findPet(id, call);
          const isOld = call.state.store.entries.some((one) => one.pet.id === id && one.storedAtMs === 0);
          if (pet === undefined || isOld) return pet;
          reads += 1;
          return reads % 2 === 0 ? pet : undefined;
        },
      };
    },
  ),
  givesAwayOnKept(
    "a server that takes few new connections",
    "closed as soon as they are opened",
    (correct) => {
      const known = new Set<number | undefined>();
      return {
        respond: (response, call) => {
          const { connection } = call.request;
          const isNew = !known.has(connection);
          known.add(connection);
          if (isNew && known.size > 3 && known.size % 4 !== 0) throw new NoAnswer("reset");
          return correct.respond(response, call);
        },
      };
    },
  ),
  givesAwayInThorough(
    "a stored pet that breaks the lists which reach back to it",
    "Every list that reaches far enough fails since",
    (correct) => ({
      orderPets: (pets, call) => correct.orderPets(pets, call).toReversed(),
      serialisePet: (pet, call) => {
        if (/\p{Extended_Pictographic}/u.test(pet.name)) throw new Error("cannot be represented");
        return correct.serialisePet(pet, call);
      },
    }),
  ),
  givesAway("messages of PHP in place of JSON", "PHP writes its own message into the answer", (correct) => ({
    getPet: (call) => ({
      ...correct.getPet(call),
      body: new TextEncoder().encode("<br />\n<b>Warning</b>:  Undefined array key in <b>/app/index.php</b>"),
    }),
  })),
];
