import type { Call } from "#reference-server/hooks/call.ts";
import { headerValue, type ServerResponse, withHeader } from "#reference-server/message.ts";
import { type Hinted, hinted } from "./hinted.ts";

const givesAway = hinted({ stage: { plan: "business" } });

const jsonOf = ({ body }: ServerResponse): unknown => JSON.parse(new TextDecoder().decode(body));

/** The pets that the run created. */
const ownPets = ({ state }: Call) =>
  state.store.entries.map(({ pet }) => pet).filter(({ name }) => name.startsWith("conformance-"));

const isPlainList = ({ request }: Call) => request.method === "GET" && request.target === "/v1/pets";

const withJson = (answer: ServerResponse, value: unknown): ServerResponse => ({
  ...answer,
  body: new TextEncoder().encode(JSON.stringify(value)),
});

export const ofState: readonly Hinted[] = [
  givesAway("a body that is cut by letters beyond ASCII", "counts characters, not bytes", (correct) => ({
    respond: (response, call) => {
      const answer = correct.respond(response, call);
      return { ...answer, body: answer.body.slice(0, new TextDecoder().decode(answer.body).length) };
    },
  })),
  givesAway("a filtered list that is an object with numbers", "array_filter in PHP", (correct) => ({
    listPets: (call) => {
      const answer = correct.listPets(call);
      return call.query.has("status") ? withJson(answer, { ...(jsonOf(answer) as object[]) }) : answer;
    },
  })),
  givesAway("an invalid key that passes where others do not", "rejected and this one passes", (correct) => ({
    isAuthenticated: (call) =>
      correct.isAuthenticated(call) ||
      (isPlainList(call) && /^[0-9a-f]{32}$/.test(correct.readCredential(call) ?? "")),
  })),
  givesAway("a service whose every id is a double", "rounded when they are written", (correct) => ({
    serialisePet: (pet, call) => ({ ...correct.serialisePet(pet, call), id: BigInt(Number(pet.id * 257n)) }),
  })),
  givesAway("a read that finds no id of more than 31 bits", "read into a 32-bit integer", (correct) => ({
    findPet: (id, call) => (id > 2n ** 31n ? undefined : correct.findPet(id, call)),
  })),
  givesAway("a service that stores nothing more after a while", "something has run out", (correct) => {
    let creates = 0;
    return {
      createPet: (call) => {
        creates += 1;
        if (creates > 12) throw new Error("no connection is left");
        return correct.createPet(call);
      },
    };
  }),
  givesAway("ids that JavaScript writes for doubles", "rounded when they are written", (correct) => ({
    serialisePet: (pet, call) => ({
      ...correct.serialisePet(pet, call),
      id: BigInt(String(Number(pet.id * 1003n))),
    }),
  })),
  givesAway("statuses in capitals in lists", "in another case than the document's", (correct) => ({
    listPets: (call) => {
      const answer = correct.listPets(call);
      const text = new TextDecoder().decode(answer.body);
      const body = text.replaceAll(/(?<="status":\s*")[a-z]+/g, (status) => status.toUpperCase());
      return { ...answer, body: new TextEncoder().encode(body) };
    },
  })),
  givesAway("an empty status that is found in every text", "An empty status passes where", (correct) => ({
    validateStatus: (value, call) => (value === "" ? ("" as "sold") : correct.validateStatus(value, call)),
  })),
  givesAway("a list that answers another filter", "a cache whose key lacks a part of the URL", (correct) => {
    const cache = new Map<string | null, ServerResponse>();
    return {
      listPets: (call) => {
        const key = call.query.has("status") ? call.query.get("limit") : String(call.query);
        const answer = cache.get(key) ?? correct.listPets(call);
        cache.set(key, answer);
        return answer;
      },
    };
  }),
  givesAway("a read that finds no pet from one moment on", "From one moment of the run on", (correct) => {
    let isGone = false;
    return {
      findPet: (id, call) => {
        const pet = isGone ? undefined : correct.findPet(id, call);
        isGone ||= pet !== undefined && pet === ownPets(call)[0];
        return pet;
      },
    };
  }),
  givesAway("a read that finds no pet without a status", "an inner join", (correct) => ({
    findPet: (id, call) => {
      const pet = correct.findPet(id, call);
      return pet?.status === undefined ? undefined : pet;
    },
  })),
  givesAway("a read that finds the first pets alone", "none that was created after it", (correct) => ({
    findPet: (id, call) => {
      const pet = correct.findPet(id, call);
      return pet !== undefined && ownPets(call).indexOf(pet) < 4 ? pet : undefined;
    },
  })),
  givesAway("every fourth create that is lost", "are lost", (correct) => {
    let creates = 0;
    return {
      storePet: (pet, call) => {
        creates += 1;
        if (creates % 4 > 0) correct.storePet(pet, call);
      },
    };
  }),
  givesAway("a list after one that was rejected", "The list before it was rejected", (correct) => {
    let isSpoilt = false;
    return {
      matchesStatus: correct.matchesStatus,
      page: (pets, limit, call) => {
        const page = isSpoilt ? [] : correct.page(pets, limit, call);
        isSpoilt = false;
        return page;
      },
      parseStatusFilter: (text, call) => {
        isSpoilt ||= text === "AVAILABLE";
        return correct.parseStatusFilter(text, call);
      },
    };
  }),
  givesAway("no key that is served where others are not", "checked only where there is one", (correct) => ({
    isAuthenticated: (call) =>
      correct.isAuthenticated(call) || headerValue(call.request, "authorization") === undefined,
  })),
  givesAway("a limit that is the default", "treated as no limit", (correct) => ({
    page: (pets, limit, call) => (call.query.get("limit") === "20" ? pets : correct.page(pets, limit, call)),
  })),
  givesAway("a query whose first parameter alone is read", "only the first of them is read", (correct) => ({
    queryParameter: (name, call) =>
      [...call.query.keys()][0] === name ? correct.queryParameter(name, call) : undefined,
  })),
  givesAway("a guard before the JSON of lists", "Something comes before the JSON", (correct) => ({
    listPets: (call) => {
      const answer = correct.listPets(call);
      return { ...answer, body: Buffer.concat([Buffer.from(")]}',\n"), answer.body]) };
    },
  })),
  givesAway("a media type of a vendor", "a media type of its own", (correct) => ({
    createPet: (call) =>
      withHeader(correct.createPet(call), "Content-Type", "application/vnd.example.v1+json"),
  })),
  givesAway("a category of 14 digits", "Only the first digits", (correct) => ({
    buildPet: (pet, body, call) => {
      const categoryId = BigInt(Number(Number(pet.categoryId).toPrecision(14)));
      return correct.buildPet({ ...pet, categoryId }, body, call);
    },
  })),
  givesAway("a name with backslashes before quotation marks", "addslashes", (correct) => ({
    validateName: (value, call) => correct.validateName(value, call).replace(/["'\\]/g, "\\$&"),
  })),
  givesAway(
    "lists from a cache that keeps their headers",
    "with the header fields of that time",
    (correct) => {
      const cache = new Map<string, ServerResponse>();
      return {
        respond: (response, call) => {
          const key = call.request.method === "GET" && response.status === 200 ? call.request.target : "";
          const answer = cache.get(key) ?? correct.respond(response, call);
          if (key.startsWith("/v1/pets?")) cache.set(key, answer);
          return answer;
        },
      };
    },
  ),
];
