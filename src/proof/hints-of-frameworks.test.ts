import { expect, test } from "vitest";
import type { Call, Hooks } from "../../reference-server/hooks/call.ts";
import { isJsonObject } from "../../reference-server/json.ts";
import { headerValue } from "../../reference-server/message.ts";
import { Refusal, refusedWith } from "../../reference-server/refusal.ts";
import { playOn } from "../../testing/proof/bed.ts";
import type { Profile } from "../core/check/verdict.ts";

/** Habits of web frameworks, and what each gives away. */

const isLong = ({ path }: Call) => /\/pets\/\d{19}$/.test(path);

const isPlainJson = ({ request }: Call) => /json/.test(headerValue(request, "content-type") ?? "");

const nothingRead = "nothing was read";

test.each<
  readonly [about: string, profile: Profile, server: (correct: Hooks) => Partial<Hooks>, part: string]
>([
  [
    "one message for every invalid body",
    "standard",
    (correct) => ({
      readNewPet: (body, call) =>
        refusedWith(422, "The body is invalid.", () => correct.readNewPet(body, call)),
    }),
    "422 is what the framework answers",
  ],
  [
    "an id beyond every double that is rejected, where others get 404",
    "thorough",
    (correct) => ({
      getPet: (call) => {
        if (isLong(call)) throw new Refusal(400, "must be a safe number");
        return correct.getPet(call);
      },
    }),
    "rejected as too large",
  ],
  [
    "a 400 for text that is no JSON, before the key",
    "standard",
    (correct) => ({
      authenticate: (call) => {
        const { method, body } = call.request;
        if (method === "POST" && isPlainJson(call))
          refusedWith(400, "Unexpected token", () => JSON.parse(new TextDecoder().decode(body)));
        return correct.authenticate(call);
      },
    }),
    "The body is parsed or validated before the key is checked",
  ],
  [
    "a create that stores its pet and fails, and lists that fail in the same words",
    "standard",
    (correct) => ({
      serialisePet: (pet, call) => {
        if (/\p{Extended_Pictographic}/u.test(pet.name)) throw new Error("cannot be represented");
        return correct.serialisePet(pet, call);
      },
    }),
    "An earlier create failed in the same words",
  ],
  [
    "a parameter with a default that is not the interface's",
    "standard",
    (correct) => ({
      parseStatusFilter: (text, call) => correct.parseStatusFilter(text ?? "available", call),
    }),
    "Lists without a status filter show the pets of one status only",
  ],
  [
    "an id that is there already, and fails the store",
    "standard",
    (correct) => ({
      buildPet: (pet, body, call) => {
        if (isJsonObject(body) && "id" in body) throw new Error("duplicate key");
        return correct.buildPet(pet, body, call);
      },
    }),
    "used as that of the new pet, and the store fails",
  ],
  [
    "a body that is not labelled as JSON, and makes a pet of nothing",
    "standard",
    (correct) => ({
      isJsonContentType: () => true,
      readNewPet: (body, call) =>
        isPlainJson(call) ? correct.readNewPet(body, call) : { name: nothingRead, categoryId: 1n },
      serialisePet: (pet, call) =>
        pet.name === nothingRead ? { id: pet.id } : correct.serialisePet(pet, call),
    }),
    "was neither read nor validated",
  ],
  [
    "a pet that an earlier run stored with a wrong body",
    "standard",
    (correct) => ({
      serialisePet: (pet, call) => ({
        ...correct.serialisePet(pet, call),
        ...(pet.id === call.state.firstId
          ? { name: "conformance-0123456789-body-with-x", categoryId: 1.5 }
          : {}),
      }),
    }),
    "stored by an earlier run of this suite",
  ],
  [
    "null for a field whose other wrong values are rejected",
    "thorough",
    (correct) => ({
      validateStatus: (value, call) => (value === null ? undefined : correct.validateStatus(value, call)),
    }),
    "null passes as status where other wrong values are rejected",
  ],
  [
    "a limit that is converted to a number without an end",
    "thorough",
    (correct) => ({
      parseLimit: (text, call) => (text === "Infinity" ? 500 : correct.parseLimit(text, call)),
    }),
    "the bounds are not applied to it",
  ],
  [
    "a control character that is written as it is",
    "standard",
    (correct) => ({
      listPets: (call) => {
        const answer = correct.listPets(call);
        const body = new TextDecoder().decode(answer.body).replaceAll("猫", "\u0007");
        return { ...answer, body: new TextEncoder().encode(body) };
      },
    }),
    "holds a raw control character",
  ],
  [
    "rate-limit headers under the names of a draft",
    "standard",
    (correct) => ({
      rateHeaders: (status, call) =>
        correct.rateHeaders(status, call).map(([name, value]) => [name.replace("X-", ""), value]),
    }),
    "or others in their place",
  ],
  [
    "falsy values for a field whose other wrong values are rejected",
    "thorough",
    (correct) => ({
      validateStatus: (value, call) => (value ? correct.validateStatus(value, call) : undefined),
    }),
    "Values of status that are falsy",
  ],
  [
    "bodies that are larger than a bound",
    "standard",
    (correct) => ({
      createPet: (call) => {
        if (call.request.body.length > 120) throw new Refusal(413, "too large");
        return correct.createPet(call);
      },
    }),
    "bounds the size of bodies",
  ],
  [
    "ids that are given a second time",
    "standard",
    (correct) => ({
      assignId: (serial, call) => correct.assignId(serial > 30n ? serial - 20n : serial, call),
    }),
    "Two pets of the list have this id",
  ],
  [
    "bodies of another kind that fail to the end, where no valid one does",
    "thorough",
    () => ({
      requireObject: (body) => {
        if (isJsonObject(body)) return body;
        throw new TypeError("object expected");
      },
    }),
    "an exception that nothing catches",
  ],
  [
    "an integer beyond int64 with the digits of a double",
    "standard",
    (correct) => ({
      serialisePet: (pet, call) => ({
        ...correct.serialisePet(pet, call),
        ...(pet.status === "sold" ? { categoryId: 9223372036854776000n } : {}),
      }),
    }),
    "is kept as a double, as JavaScript",
  ],
])("%s gives its cause away", async (_, profile, hooks, part) => {
  const { causes } = await playOn({ hooks }, { profile });
  expect(causes.map(({ advice }) => advice?.likelyCause).join("\n")).toContain(part);
});
