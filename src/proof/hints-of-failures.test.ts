import { expect, test } from "vitest";
import type { Call, Hooks } from "../../reference-server/hooks/call.ts";
import type { ServerResponse } from "../../reference-server/message.ts";
import { playOn } from "../../testing/proof/bed.ts";

test.each<readonly [about: string, hooks: (correct: Hooks) => Partial<Hooks>, part: string]>([
  [
    "a service of whose first requests one fails",
    (correct) => {
      let isReady = false;
      return {
        listPets: (call) => {
          if (isReady) return correct.listPets(call);
          isReady = true;
          throw new Error("the pool is not open yet");
        },
      };
    },
    "accepts connections before it is ready",
  ],
  [
    "a service that fails once after each rejected body",
    (correct) => {
      let isAborted = false;
      const failingOnce = (handle: (call: Call) => ServerResponse) => (call: Call) => {
        if (!isAborted) return handle(call);
        isAborted = false;
        throw new Error("the transaction is aborted");
      };
      return {
        listPets: failingOnce(correct.listPets),
        getPet: failingOnce(correct.getPet),
        storeOrders: failingOnce(correct.storeOrders),
        createPet: failingOnce(correct.createPet),
        respond: (response, call) => {
          const answer = correct.respond(response, call);
          isAborted ||= call.request.method === "POST" && answer.status === 400;
          return answer;
        },
      };
    },
    "After each body that is rejected one request fails",
  ],
  [
    "a service that serves nothing more after a while",
    (correct) => {
      let answers = 0;
      return {
        isAuthenticated: (call) => {
          answers += 1;
          if (answers > 100) throw new Error("no connection is left");
          return correct.isAuthenticated(call);
        },
      };
    },
    "every one since then fails, whatever it asks for",
  ],
])("%s gives its cause away", async (_, hooks, part) => {
  const { causes } = await playOn({ hooks, stage: { plan: "business" } }, { profile: "standard" });
  expect(causes.map(({ advice }) => advice?.likelyCause).join()).toContain(part);
});
