import { headerValue, type ServerResponse } from "#reference-server/message.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { type Hinted, hinted } from "./hinted.ts";

// Habits of Python and SQLite.

const around = { stage: { plan: "business" } } as const;

const givesAway = hinted(around);

const isOwn = ({ name }: { readonly name: string }) => name.startsWith("conformance-");

const isBeyondAscii = (text: string) => /[^\0-\x7f]/.test(text);

export const ofPython: readonly Hinted[] = [
  givesAway("a list with the parameters of the one before", "parameters of an earlier request", (correct) => {
    let last: string | undefined;
    return {
      parseLimit: (text, call) => {
        const limit = text ?? last;
        last = text;
        return correct.parseLimit(limit, call);
      },
    };
  }),
  hinted({ ...around, latencyMs: () => 20 })(
    "an object that Errors share",
    "The Error has the status of another request that ran at the same time",
    () => {
      let last = { status: 0, atMs: 0 };
      return {
        errorBody: (status, message, call) => {
          const shared = call.nowMs - last.atMs < 10 ? last.status : status;
          last = { status, atMs: call.nowMs };
          return { code: "wrong", message, status: BigInt(shared === 0 ? status : shared) };
        },
      };
    },
  ),
  givesAway("headers that are added to a list of the class", "a list that all answers share", (correct) => {
    const lines: ServerResponse["headers"][number][] = [];
    return {
      rateHeaders: (status, call) => {
        lines.push(...correct.rateHeaders(status, call));
        return lines.slice(-30);
      },
    };
  }),
  givesAway("a read that joins the categories", "the query joins the categories", (correct) => ({
    findPet: (id, call) => {
      const pet = correct.findPet(id, call);
      const own = call.state.store.entries.map((entry) => entry.pet).filter(isOwn);
      return pet === undefined || !isOwn(pet) || pet.categoryId === own[0]?.categoryId ? pet : undefined;
    },
  })),
  givesAway("a create that is not committed", "rolled back, or not", (correct) => ({
    assignId: (_, { state }) => state.firstId + 2n * BigInt(state.store.entries.length),
    storePet: (pet, call) => {
      if (pet.status !== undefined) correct.storePet(pet, call);
    },
  })),
  givesAway("a list that fetches one row", "a smaller default is applied", (correct) => ({
    parseLimit: (text, call) => correct.parseLimit(text ?? "1", call),
  })),
  givesAway("ids that are compared as texts", "9 is greater than 10", () => ({ assignId: () => 100n })),
  givesAway("a log in ASCII", "characters beyond ASCII, and no other does", (correct) => ({
    validateName: (value, call) => {
      const name = correct.validateName(value, call);
      if (isBeyondAscii(name)) throw new Error("'ascii' codec can't encode character");
      return name;
    },
  })),
  givesAway("bytes that the decoder rejects", "another exception than a body that is not JSON", () => ({
    decodeBody: (body) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body),
  })),
  hinted({ ...around, profile: "thorough" })(
    "a column that prefers numbers",
    "A text that is a number is stored as one",
    (correct) => ({
      buildPet: (pet, body, call) =>
        correct.buildPet({ ...pet, name: pet.name.replace(/^\+?0*(?=\d+$)/, "") }, body, call),
    }),
  ),
  givesAway("a valid body with a charset that fails by itself", "causes an exception", (correct) => ({
    createPet: (call) => {
      if (/charset/i.test(headerValue(call.request, "content-type") ?? ""))
        throw new Refusal(500, "unknown encoding");
      return correct.createPet(call);
    },
  })),
];
