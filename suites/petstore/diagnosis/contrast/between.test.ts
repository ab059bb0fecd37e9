import { describe, expect, test } from "vitest";
import { listPets, noKey, postPet } from "#suites/petstore/shared/steps/requests.ts";
import { create, factsOf, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { figuresBeside } from "./between.ts";
import { contrastsOf } from "./contrast.ts";
import { featuresOf } from "./features.ts";

test("creates that were under way at the same time differ from those that were alone", () => {
  // Five pairs, of which the second is sent before the first is answered, and five alone.
  const samples = Array.from({ length: 15 }, (_, nth) => ({
    ...create(`pet ${nth + 10}`, nth),
    label: "list",
    atMs: nth * 1000 - (nth < 10 && nth % 2 === 1 ? 995 : 0),
  }));
  const facts = factsOf(samples);
  const [broken, held] = [facts.exchanges.slice(0, 10), facts.exchanges.slice(10)];
  const [first] = contrastsOf(broken, held, featuresOf(facts, "status"));
  expect(first?.traits).toMatchObject([
    { kind: "meeting", words: "while another request of the same operation was under way" },
  ]);
});

const rejected: SampleExchange = { label: "list", request: postPet("{}"), status: 400, body: { code: "x" } };

/** Six at a time, answered in the order of sending, and the last of them one by one. */
const together = (samples: readonly SampleExchange[], oneByOne = 0) =>
  factsOf(
    samples.map((one, nth) => ({
      ...{ ...one, label: "list" },
      ...(nth < samples.length - oneByOne
        ? { atMs: Math.floor(nth / 6) * 1000 + (nth % 6), tookMs: 100 + 10 * (nth % 6) }
        : {}),
    })),
  );

/** Three rejected creates among eighteen others. */
const places = [3, 10, 15];
const mixed = Array.from({ length: 21 }, (_, nth) =>
  places.includes(nth) ? rejected : create(`pet ${nth}`, nth + 1),
);

describe("of creates that are under way together, the order in which they were handled tells", () => {
  const { exchanges, ...facts } = together(mixed);
  const creates = exchanges.filter((_, nth) => !places.includes(nth));
  const comparison = (distance: number) => {
    const isBroken = (id: number) => places.some((place) => place + distance === id - 1);
    const [broken, held] = [true, false].map((is) => creates.filter(({ id }) => isBroken(id) === is));
    const features = featuresOf({ exchanges, ...facts }, "fate");
    return contrastsOf(broken ?? [], held ?? [], features)[0]?.traits;
  };

  test("that each comes after a rejected one", () => {
    expect(comparison(1)).toMatchObject([
      { kind: "before", words: "right after a create that was rejected for several mistakes" },
    ]);
  });
});

test("a Remaining that is reset is distinguished from the others by the kind of request between them, of several under way", () => {
  let remaining = 300;
  const facts = together(
    Array.from({ length: 120 }, (_, nth): SampleExchange => {
      const isRefused = nth % 17 === 15;
      // Set back for the answer after the refused key.
      remaining = nth % 17 === 16 ? 299 : remaining - 1;
      const rate = [300, remaining, 60] as const;
      return isRefused
        ? { request: listPets({}, noKey), status: 401, rate: [300, 300, 60] }
        : { request: listPets(), rate };
    }),
    20,
  );
  const wrong = new Set(facts.exchanges.filter((_, nth) => nth > 17 && nth % 17 === 16));
  const { broken, held, features } = figuresBeside("x-ratelimit-remaining", wrong, facts);
  expect(broken.map(({ id }) => id)).toEqual([34, 51, 68, 85, 102, 119]);
  expect(contrastsOf(broken, held, features)[0]).toMatchObject({
    traits: [{ words: "after a request whose key was rejected" }],
  });
});
