import { expect, test } from "vitest";
import type { Hooks } from "../../reference-server/hooks/call.ts";
import { playOn } from "../../testing/proof/bed.ts";

test.each<readonly [about: string, hooks: (correct: Hooks) => Partial<Hooks>, part: string]>([
  [
    "a header that every third answer lacks",
    (correct) => {
      let answers = 0;
      return {
        rateHeaders: (status, call) => {
          answers += 1;
          return answers % 3 === 0 ? [] : correct.rateHeaders(status, call);
        },
      };
    },
    "now correctly, now wrongly",
  ],
  [
    "a field that Errors lack after a while",
    () => {
      let errors = 0;
      return {
        errorBody: (status, message) => {
          errors += 1;
          const { code, ...others } = { code: "unknown", message, status };
          return errors > 30 ? others : { code, ...others };
        },
      };
    },
    "From one moment of the run on, every answer is wrong in this",
  ],
  [
    "a list that ends before the pet that was created last",
    (correct) => ({
      page: (pets, limit, call) => {
        const last = call.state.store.entries.at(-1)?.pet;
        return correct.page(
          pets.filter((pet) => pet !== last),
          limit,
          call,
        );
      },
    }),
    "that were created last are missing",
  ],
  [
    "keys that are not checked any more after many requests",
    (correct) => {
      let requests = 0;
      return {
        isAuthenticated: (call) => {
          requests += 1;
          const isList = call.request.method === "GET" && call.path === "/v1/pets";
          return correct.isAuthenticated(call) || (isList && requests > 120);
        },
      };
    },
    "keys are no longer looked up",
  ],
  [
    "a header that answers of one route lack",
    (correct) => ({
      rateHeaders: (status, call) =>
        call.request.method === "POST" && status === 201 ? [] : correct.rateHeaders(status, call),
    }),
    "set for some routes or cases only",
  ],
  [
    "a service that has no room for creates of a status",
    (correct) => ({
      createPet: (call) => {
        const answer = correct.createPet(call);
        const isSold = new TextDecoder().decode(answer.body).includes('"sold"');
        return answer.status === 201 && isSold ? correct.errorResponse(503, "no room", call, []) : answer;
      },
    }),
    "it cannot serve a valid request",
  ],
])("%s gives its cause away", async (_, hooks, part) => {
  const { causes } = await playOn({ hooks, stage: { plan: "business" } }, { profile: "standard" });
  expect(causes.map(({ advice }) => advice?.likelyCause).join()).toContain(part);
});
