import type { Call } from "#reference-server/hooks/call.ts";
import { isJsonObject } from "#reference-server/json.ts";
import { headerValue } from "#reference-server/message.ts";
import { Refusal, refusedWith } from "#reference-server/refusal.ts";
import { type Hinted, hinted } from "./hinted.ts";

// Habits of web frameworks.

const givesAway = hinted();

const givesAwayInThorough = hinted({ profile: "thorough" });

const isLong = ({ path }: Call) => /\/pets\/\d{19}$/.test(path);

const isPlainJson = ({ request }: Call) => /json/.test(headerValue(request, "content-type") ?? "");

const nothingRead = "nothing was read";

export const ofFrameworks: readonly Hinted[] = [
  givesAway("one message for every invalid body", "422 is what the framework answers", (correct) => ({
    readNewPet: (body, call) =>
      refusedWith(422, "The body is invalid.", () => correct.readNewPet(body, call)),
  })),
  givesAwayInThorough("an id beyond every double that is rejected", "rejected as too large", (correct) => ({
    getPet: (call) => {
      if (isLong(call)) throw new Refusal(400, "must be a safe number");
      return correct.getPet(call);
    },
  })),
  givesAway("a 400 for no JSON, before the key", "validated before the key is checked", (correct) => ({
    authenticate: (call) => {
      const { method, body } = call.request;
      if (method === "POST" && isPlainJson(call))
        refusedWith(400, "Unexpected token", () => JSON.parse(new TextDecoder().decode(body)));
      return correct.authenticate(call);
    },
  })),
  givesAway("a create that stores its pet and fails as lists do", "stored by POST /pets", (correct) => ({
    serialisePet: (pet, call) => {
      if (/\p{Extended_Pictographic}/u.test(pet.name)) throw new Error("cannot be represented");
      return correct.serialisePet(pet, call);
    },
  })),
  givesAway("a default that is not the interface's", "show the pets of one status only", (correct) => ({
    parseStatusFilter: (text, call) => correct.parseStatusFilter(text ?? "available", call),
  })),
  givesAway("an id that is there already, and fails the store", "used as that of the new pet", (correct) => ({
    buildPet: (pet, body, call) => {
      if (isJsonObject(body) && "id" in body) throw new Error("duplicate key");
      return correct.buildPet(pet, body, call);
    },
  })),
  givesAway("a body without its label that makes a pet", "was neither read nor validated", (correct) => ({
    isJsonContentType: () => true,
    readNewPet: (body, call) =>
      isPlainJson(call) ? correct.readNewPet(body, call) : { name: nothingRead, categoryId: 1n },
    serialisePet: (pet, call) =>
      pet.name === nothingRead ? { id: pet.id } : correct.serialisePet(pet, call),
  })),
  givesAway(
    "a wrong pet that an earlier run stored",
    "stored by an earlier run of this suite",
    (correct) => ({
      serialisePet: (pet, call) => ({
        ...correct.serialisePet(pet, call),
        ...(pet.id === call.state.firstId
          ? { name: "conformance-0123456789-body-with-x", categoryId: 1.5 }
          : {}),
      }),
    }),
  ),
  givesAwayInThorough(
    "null where other values are rejected",
    "null passes as status where other",
    (correct) => ({
      validateStatus: (value, call) => (value === null ? undefined : correct.validateStatus(value, call)),
    }),
  ),
  givesAwayInThorough(
    "a limit that is converted to Infinity",
    "the bounds are not applied to it",
    (correct) => ({
      parseLimit: (text, call) => (text === "Infinity" ? 500 : correct.parseLimit(text, call)),
    }),
  ),
  givesAway("a control character that is written as it is", "holds a raw control character", (correct) => ({
    listPets: (call) => {
      const answer = correct.listPets(call);
      const body = new TextDecoder().decode(answer.body).replaceAll("猫", "\u0007");
      return { ...answer, body: new TextEncoder().encode(body) };
    },
  })),
  givesAway("rate-limit headers under the names of a draft", "or others in their place", (correct) => ({
    rateHeaders: (status, call) =>
      correct.rateHeaders(status, call).map(([name, value]) => [name.replace("X-", ""), value]),
  })),
  givesAwayInThorough(
    "falsy values where others are rejected",
    "Values of status that are falsy",
    (correct) => ({
      validateStatus: (value, call) => (value ? correct.validateStatus(value, call) : undefined),
    }),
  ),
  givesAway("bodies that are larger than a bound", "bounds the size of bodies", (correct) => ({
    createPet: (call) => {
      if (call.request.body.length > 120) throw new Refusal(413, "too large");
      return correct.createPet(call);
    },
  })),
  givesAway("ids that are given a second time", "Two pets of the list have this id", (correct) => ({
    assignId: (serial, call) => correct.assignId(serial > 30n ? serial - 20n : serial, call),
  })),
  givesAwayInThorough(
    "bodies of another kind that fail to the end",
    "exception that nothing catches",
    () => ({
      requireObject: (body) => {
        if (isJsonObject(body)) return body;
        throw new TypeError("object expected");
      },
    }),
  ),
  givesAway("an integer beyond int64, as of a double", "is kept as a double, as", (correct) => ({
    serialisePet: (pet, call) => ({
      ...correct.serialisePet(pet, call),
      ...(pet.status === "sold" ? { categoryId: 9223372036854776000n } : {}),
    }),
  })),
  givesAway(
    "a filter that fails on a pet without a status",
    "the filter reads the status of every pet",
    (correct) => ({
      matchesStatus: (pet, status, call) => {
        if (pet.status === undefined) throw new TypeError("Cannot invoke equals: status is null");
        return correct.matchesStatus(pet, status, call);
      },
    }),
  ),
];
