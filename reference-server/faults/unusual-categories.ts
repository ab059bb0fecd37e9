import { servers } from "../bed-server.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { textResponse } from "../message.ts";

/** A category that is accepted as another number. */
function storedAs(change: (category: bigint) => bigint) {
  return (correct: Hooks): Partial<Hooks> => ({
    validateCategory: (value, call) => change(correct.validateCategory(value, call)),
  });
}

export default servers({
  "zero-category-500": {
    title: "fails with 500 for the category 0",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "foreign key of 0 taken for none",
    hooks: (correct) => ({
      validateCategory: (value, call) => {
        const category = correct.validateCategory(value, call);
        if (category === 0n) throw new Error("null value in column category_id");
        return category;
      },
    }),
  },
  "negative-category-as-text": {
    title: "rejects a negative category in plain text",
    fails: ["ERR-1"],
    idiom: "constraint of the database shown as it is",
    hooks: (correct) => ({
      createPet: (call) => {
        const text = Buffer.from(call.request.body).toString("utf8");
        if (/"categoryId":-[0-9]/.test(text) && !/[.e]/.test(text.replace(/"[^"]*"/g, "")))
          return textResponse(400, "text/plain", "violates check constraint");
        return correct.createPet(call);
      },
    }),
  },
  "negative-category-without-sign": {
    title: "stores a negative category without its sign",
    fails: ["CREATE-4"],
    idiom: "Math.abs",
    hooks: storedAs((category) => (category < 0n && category > -(2n ** 53n) ? -category : category)),
  },
  "zero-category-as-one": {
    title: "stores the category 0 as 1",
    fails: ["CREATE-4"],
    idiom: "categoryId || 1",
    hooks: storedAs((category) => (category === 0n ? 1n : category)),
  },
  "negative-category-stored-as-zero": {
    title: "answers a negative category as it was sent, and stores 0",
    fails: ["CREATE-20"],
    idiom: "unsigned column in a database that clips",
    hooks: (correct) => ({
      storePet: (pet, call) => correct.storePet(pet.categoryId < 0n ? { ...pet, categoryId: 0n } : pet, call),
    }),
  },
});
