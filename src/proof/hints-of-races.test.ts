import { expect, test } from "vitest";
import type { Call, Hooks } from "../../reference-server/hooks/call.ts";
import { prepared } from "../../testing/proof/bed.ts";
import { play } from "./play.ts";

/** What several calls that arrive at the same instant share. */
function sharedAtOnce<Value>() {
  let at = Number.NaN;
  let shared: Value;
  return (call: Call, value: () => Value): { readonly value: Value; readonly isFirst: boolean } => {
    const isFirst = call.nowMs !== at;
    if (isFirst) shared = value();
    at = call.nowMs;
    return { value: shared, isFirst };
  };
}

test.each<readonly [about: string, hooks: (correct: Hooks) => Partial<Hooks>, part: string]>([
  [
    "a store that each create writes as a whole",
    (correct) => {
      const writes = sharedAtOnce<void>();
      return {
        storePet: (pet, call) => {
          if (writes(call, () => undefined).isFirst) correct.storePet(pet, call);
        },
      };
    },
    "what another has stored meanwhile is lost",
  ],
  [
    "an id that reads share",
    (correct) => {
      const idOf = sharedAtOnce<bigint>();
      return {
        findPet: (id, call) => {
          const pet = correct.findPet(id, call);
          return pet && correct.findPet(idOf(call, () => id).value, call);
        },
      };
    },
    "the id that is asked for is kept in a variable that requests share",
  ],
  [
    "a buffer that lists share",
    (correct) => {
      const buffer = sharedAtOnce<number[]>();
      return {
        listPets: (call) => {
          const answer = correct.listPets(call);
          const { value } = buffer(call, () => []);
          if (answer.status === 200) value.push(...answer.body);
          return answer.status === 200 ? { ...answer, body: Uint8Array.from(value) } : answer;
        },
      };
    },
    "written into a buffer or a variable that requests share",
  ],
  [
    "fewer workers than requests",
    (correct) => {
      const mostAtOnce = 3;
      const running = sharedAtOnce<{ count: number }>();
      return {
        isAuthenticated: (call) => {
          const { value } = running(call, () => ({ count: 0 }));
          value.count += 1;
          if (value.count > mostAtOnce) throw new Error("no worker is free");
          return correct.isAuthenticated(call);
        },
      };
    },
    "Requests fail only while others are under way",
  ],
])("%s give their cause away", async (_, hooks, part) => {
  const { causes } = await play(
    { hooks, stage: { plan: "business" } },
    { ...prepared, options: { profile: "standard" }, latencyMs: () => 20 },
  );
  expect(causes.map(({ advice }) => advice?.likelyCause).join()).toContain(part);
});
