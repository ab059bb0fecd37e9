import { expect, test } from "vitest";
import { play } from "../src/proof/play.ts";
import { loadCatalogue } from "./catalogue.ts";
import { suites } from "./registry.ts";
import { contract } from "./testing/sample-evidence.ts";

const given = { contract, suites, requirements: loadCatalogue(contract) };

test("an announced limit is matched to the plan that it looks like", async () => {
  const run = await play({ hooks: () => ({}), stage: { plan: "pro" } }, given);
  expect(run.notes).toContain("the announced limit looks like the plan Pro (300 requests a minute)");
});

test("a declared plan needs no guess", async () => {
  const run = await play({ hooks: () => ({}), stage: { plan: "pro", declares: { plan: "pro" } } }, given);
  expect(run.notes).toEqual([]);
});

test("a limit that is used up by others is told", async () => {
  let asked = 0;
  const run = await play(
    {
      hooks: (correct) => ({
        // Forty requests of another client in the first window.
        countRequest: (...args: Parameters<typeof correct.countRequest>) => {
          asked += 1;
          if (asked === 5) for (let i = 0; i < 40; i += 1) correct.countRequest(...args);
          return correct.countRequest(...args);
        },
      }),
      stage: { plan: { perMinute: 60 } },
    },
    given,
  );
  expect(run.notes.join()).toContain("another client uses this key");
});
