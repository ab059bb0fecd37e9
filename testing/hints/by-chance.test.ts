import { describe, expect, test } from "vitest";
import { seededRandom } from "#core/check/inputs/random.ts";
import { play } from "#proof/play.ts";
import type { Hooks } from "#reference-server/hooks/call.ts";
import { prepared } from "#testing/proof/bed.ts";

describe("what comes and goes has the same cause, whichever answers chance makes wrong:", () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

  async function firstCauses(hooks: (correct: Hooks, isWrong: () => boolean) => Partial<Hooks>) {
    const runs = seeds.map((seed) => {
      const chance = seededRandom(seed, "wrong answers");
      return play(
        { hooks: (correct) => hooks(correct, () => chance() < 0.4), stage: { plan: "business" } },
        { ...prepared, options: { seed } },
      );
    });
    const firsts = (await Promise.all(runs)).map(({ causes: [first] }) => first);
    return new Set(firsts.map((first) => `${first?.leading}: ${first?.advice?.likelyCause.slice(0, 40)}`));
  }

  test("ids that are given again", async () => {
    const causes = await firstCauses((correct, isWrong) => {
      let last: bigint | undefined;
      return {
        buildPet: (draft, body, call) => {
          const pet = correct.buildPet(draft, body, call);
          last = (isWrong() ? last : undefined) ?? pet.id;
          return { ...pet, id: last };
        },
      };
    });
    expect(causes).toEqual(new Set(["CREATE-3: Several creates got this id: ids come fr"]));
  });

  test("lists that are not limited", async () => {
    const causes = await firstCauses((correct, isWrong) => ({
      page: (pets, limit, call) => (isWrong() ? pets : correct.page(pets, limit, call)),
    }));
    expect(causes).toEqual(new Set(["LIST-2: The same request sometimes fails: reques"]));
  });

  test("lists that keep neither limit nor filter", async () => {
    const causes = await firstCauses((correct, isWrong) => {
      const wrong = new WeakMap<object, boolean>();
      const isAll = (call: object) => wrong.get(call) ?? wrong.set(call, isWrong()).get(call) === true;
      return {
        matchesStatus: (pet, status, call) => isAll(call) || correct.matchesStatus(pet, status, call),
        page: (pets, limit, call) => (isAll(call) ? pets : correct.page(pets, limit, call)),
      };
    });
    expect([...causes].filter((cause) => !cause.startsWith("STATUS-1: "))).toEqual([]);
  });

  test("errors in another shape", async () => {
    const causes = await firstCauses((correct, isWrong) => ({
      errorBody: (status, message, call) =>
        isWrong() ? { error: message } : correct.errorBody(status, message, call),
    }));
    expect(causes).toEqual(new Set(["ERR-1: The code that writes this error leaves t"]));
  });

  test("created pets that are not found", async () => {
    const causes = await firstCauses((correct, isWrong) => ({
      findPet: (id, call) => (id > 31n && isWrong() ? undefined : correct.findPet(id, call)),
    }));
    expect(causes).toEqual(new Set(["GET-1: An existing pet is sometimes missing: a "]));
  });
});

test("a field that is missing where a category is 0 does not come and go, though other creates are right before and later", async () => {
  const hooks = (correct: Hooks): Partial<Hooks> => ({
    serialisePet: (pet, call) => {
      const { categoryId, ...others } = correct.serialisePet(pet, call);
      return pet.categoryId === 0n ? others : { ...others, categoryId };
    },
  });
  const { causes } = await play({ hooks, stage: { plan: "business" } }, prepared);
  expect(causes.map(({ leading, pattern }) => [leading, pattern])).toEqual([["LIST-1", undefined]]);
});
