import { expect, test } from "vitest";
import type { Call, Hooks } from "../../reference-server/hooks/call.ts";
import { headerValue, type ServerResponse, withHeader } from "../../reference-server/message.ts";
import { playOn } from "../../testing/proof/bed.ts";

type Server = (correct: Hooks) => Partial<Hooks>;

const likelyCauses = async (hooks: Server) =>
  (await playOn({ hooks, stage: { plan: "business" } }, { profile: "standard" })).causes.map(
    ({ advice }) => advice?.likelyCause,
  );

const jsonOf = ({ body }: ServerResponse): unknown => JSON.parse(new TextDecoder().decode(body));

/** The pets that the run created. */
const ownPets = ({ state }: Call) =>
  state.store.entries.map(({ pet }) => pet).filter(({ name }) => name.startsWith("conformance-"));

const isPlainList = ({ request }: Call) => request.method === "GET" && request.target === "/v1/pets";

const withJson = (answer: ServerResponse, value: unknown): ServerResponse => ({
  ...answer,
  body: new TextEncoder().encode(JSON.stringify(value)),
});

test.each<readonly [about: string, server: Server, part: string]>([
  [
    "a body that is cut where it has letters beyond ASCII",
    (correct) => ({
      respond: (response, call) => {
        const answer = correct.respond(response, call);
        return { ...answer, body: answer.body.slice(0, new TextDecoder().decode(answer.body).length) };
      },
    }),
    "counts characters, not bytes",
  ],
  [
    "a filtered list that is an object with numbers",
    (correct) => ({
      listPets: (call) => {
        const answer = correct.listPets(call);
        return call.query.has("status") ? withJson(answer, { ...(jsonOf(answer) as object[]) }) : answer;
      },
    }),
    "array_filter in PHP",
  ],
  [
    "an invalid key that passes where others do not",
    (correct) => ({
      isAuthenticated: (call) =>
        correct.isAuthenticated(call) ||
        (isPlainList(call) && /^[0-9a-f]{32}$/.test(correct.readCredential(call) ?? "")),
    }),
    "Other invalid keys are rejected and this one passes",
  ],
  [
    "a service whose every id is a double",
    (correct) => ({
      serialisePet: (pet, call) => ({
        ...correct.serialisePet(pet, call),
        id: BigInt(Number(pet.id * 257n)),
      }),
    }),
    "rounded when they are written",
  ],
  [
    "a read that finds no pet whose id has more than 31 bits",
    (correct) => ({ findPet: (id, call) => (id > 2n ** 31n ? undefined : correct.findPet(id, call)) }),
    "read into a 32-bit integer",
  ],
  [
    "a service that stores nothing more after a while",
    (correct) => {
      let creates = 0;
      return {
        createPet: (call) => {
          creates += 1;
          if (creates > 12) throw new Error("no connection is left");
          return correct.createPet(call);
        },
      };
    },
    "something has run out",
  ],
  [
    "ids that JavaScript writes for doubles",
    (correct) => ({
      serialisePet: (pet, call) => ({
        ...correct.serialisePet(pet, call),
        id: BigInt(String(Number(pet.id * 1003n))),
      }),
    }),
    "rounded when they are written",
  ],
  [
    "statuses in capitals in lists",
    (correct) => ({
      listPets: (call) => {
        const answer = correct.listPets(call);
        const text = new TextDecoder().decode(answer.body);
        const body = text.replaceAll(/(?<="status":\s*")[a-z]+/g, (status) => status.toUpperCase());
        return { ...answer, body: new TextEncoder().encode(body) };
      },
    }),
    "in another case than the document's",
  ],
  [
    "an empty status that is found in every text",
    (correct) => ({
      validateStatus: (value, call) => (value === "" ? ("" as "sold") : correct.validateStatus(value, call)),
    }),
    "An empty status passes where an unknown one does not",
  ],
  [
    "a list that is the answer to another filter",
    (correct) => {
      const cache = new Map<string | null, ServerResponse>();
      return {
        listPets: (call) => {
          const key = call.query.has("status") ? call.query.get("limit") : String(call.query);
          const answer = cache.get(key) ?? correct.listPets(call);
          cache.set(key, answer);
          return answer;
        },
      };
    },
    "a cache whose key lacks a part of the URL",
  ],
  [
    "a read that finds no pet from one moment on",
    (correct) => {
      let isGone = false;
      return {
        findPet: (id, call) => {
          const pet = isGone ? undefined : correct.findPet(id, call);
          isGone ||= pet !== undefined && pet === ownPets(call)[0];
          return pet;
        },
      };
    },
    "From one moment of the run on",
  ],
  [
    "a read that finds no pet without a status",
    (correct) => ({
      findPet: (id, call) => {
        const pet = correct.findPet(id, call);
        return pet?.status === undefined ? undefined : pet;
      },
    }),
    "an inner join",
  ],
  [
    "a read that finds the first pets alone",
    (correct) => ({
      findPet: (id, call) => {
        const pet = correct.findPet(id, call);
        return pet !== undefined && ownPets(call).indexOf(pet) < 4 ? pet : undefined;
      },
    }),
    "none that was created after it",
  ],
  [
    "every fourth create that is lost",
    (correct) => {
      let creates = 0;
      return {
        storePet: (pet, call) => {
          creates += 1;
          if (creates % 4 > 0) correct.storePet(pet, call);
        },
      };
    },
    "are lost",
  ],
  [
    "a list after one that was rejected",
    (correct) => {
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
    },
    "The list before it was rejected",
  ],
  [
    "a request without a key that is served where invalid keys are not",
    (correct) => ({
      isAuthenticated: (call) =>
        correct.isAuthenticated(call) || headerValue(call.request, "authorization") === undefined,
    }),
    "the key is checked only where there is one",
  ],
  [
    "a limit that is the default",
    (correct) => ({
      page: (pets, limit, call) =>
        call.query.get("limit") === "20" ? pets : correct.page(pets, limit, call),
    }),
    "treated as no limit",
  ],
  [
    "a query of which the first parameter alone is read",
    (correct) => ({
      queryParameter: (name, call) =>
        [...call.query.keys()][0] === name ? correct.queryParameter(name, call) : undefined,
    }),
    "only the first of them is read",
  ],
  [
    "a guard before the JSON of lists",
    (correct) => ({
      listPets: (call) => {
        const answer = correct.listPets(call);
        return { ...answer, body: Buffer.concat([Buffer.from(")]}',\n"), answer.body]) };
      },
    }),
    "Something comes before the JSON",
  ],
  [
    "a media type of a vendor",
    (correct) => ({
      createPet: (call) =>
        withHeader(correct.createPet(call), "Content-Type", "application/vnd.example.v1+json"),
    }),
    "a media type of its own",
  ],
  [
    "a category of 14 digits",
    (correct) => ({
      buildPet: (pet, body, call) => {
        const categoryId = BigInt(Number(Number(pet.categoryId).toPrecision(14)));
        return correct.buildPet({ ...pet, categoryId }, body, call);
      },
    }),
    "Only the first digits",
  ],
  [
    "a name with backslashes before quotation marks",
    (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replace(/["'\\]/g, "\\$&"),
    }),
    "addslashes",
  ],
  [
    "lists from a cache that keeps their headers",
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
    "an earlier one from a cache, with the header fields of that time",
  ],
])("%s gives its cause away", async (_, server, part) => {
  expect((await likelyCauses(server)).join()).toContain(part);
});

test("a service that answers null to whatever it does not find has one defect", async () => {
  const nothing = await likelyCauses((correct) => ({
    getPet: (call) => {
      const answer = correct.getPet(call);
      return answer.status === 200 ? answer : withJson({ ...answer, status: 200 }, null);
    },
  }));
  expect(nothing.filter((cause) => cause?.startsWith("The result is returned without"))).toHaveLength(1);
});
