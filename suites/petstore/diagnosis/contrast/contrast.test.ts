import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Exchange } from "#core/exchange/exchange.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { chance, contrastInWords, contrastsOf, type Feature } from "./contrast.ts";
import { bound, condition, either, everyNth, ordinal, sameValue } from "./traits.ts";

/** What the tests compare: exchanges with a colour and a size, and their places in the order. */
interface Thing {
  readonly colour?: string;
  readonly size?: number;
  readonly at: number;
}

const made = new WeakMap<Exchange, Thing>();
const thingOf = (exchange: Exchange): Thing => made.get(exchange) ?? { at: 0 };

const features: readonly Feature[] = [
  sameValue(
    { kind: "field" },
    (e) => thingOf(e).colour,
    (colour) => `that are ${colour}`,
  ),
  bound({ kind: "parameter" }, (e) => thingOf(e).size, {
    from: (n) => `of size ${n} or more`,
    upTo: (n) => `of size ${n} or less`,
  }),
  either({ kind: "created" }, ["with a size", "without a size"], (e) => thingOf(e).size !== undefined),
  bound({ kind: "since", isContext: true, isAlone: true }, (e) => thingOf(e).at, {
    from: (n) => `from the ${ordinal(n)} on`,
  }),
  everyNth(
    { kind: "turn", isContext: true },
    (e) => thingOf(e).at,
    (nth) => `that are every ${nth}`,
  ),
];

/** Exchanges that stand for things. */
const exchangesOf = (all: readonly Omit<Thing, "at">[]): readonly Exchange[] =>
  all.map((thing, place) => {
    const exchange = sampleExchange({});
    made.set(exchange, { ...thing, at: place + 1 });
    return exchange;
  });

const things = (count: number, make: (at: number) => Omit<Thing, "at">): readonly Exchange[] =>
  exchangesOf(Array.from({ length: count }, (_, i) => make(i + 1)));

/** Those of which this holds, and the others. */
const parted = (all: readonly Exchange[], isBroken: (thing: Thing) => boolean) =>
  [true, false].map((is) => all.filter((e) => isBroken(thingOf(e)) === is)) as [Exchange[], Exchange[]];

/** The words of the first contrast between them. */
function comparison(all: readonly Exchange[], isBroken: (thing: Thing) => boolean): string | undefined {
  const [found] = contrastsOf(...parted(all, isBroken), features);
  return found && contrastInWords([found], ["thing", "things"]);
}

describe("the smallest condition that is true of all broken ones and of none that held", () => {
  const mixed = things(40, (at) => ({ colour: ["red", "blue", "green"][at % 3] ?? "", size: at % 7 }));

  test.each<[string, (thing: Thing) => boolean, string]>([
    ["a value", ({ colour }) => colour === "red", "all 13 things that are red, and none of the 27 others"],
    ["a bound", ({ size = 0 }) => size >= 5, "all 11 things of size 5 or more, and none of the 29 others"],
    ["a moment", ({ at }) => at >= 31, "all 10 things from the 31st on, and none of the 30 others"],
    ["a turn", ({ at }) => at % 4 === 0, "all 10 things that are every 4th, and none of the 30 others"],
    [
      "a turn that was over three times",
      ({ at }) => at % 13 === 0,
      "all 3 things that are every 13th, and none of the 37 others",
    ],
    [
      "a value that a few others have, too",
      ({ colour, at }) => colour === "red" && at !== 3,
      "12 of 13 things that are red, and none of the 27 others",
    ],
    [
      "two conditions at once",
      ({ colour, size = 0 }) => colour === "red" && size >= 4,
      "all 6 things that are red, of size 4 or more, and none of the 34 others",
    ],
  ])("is %s", (_, isBroken, words) => {
    expect(comparison(mixed, isBroken)).toBe(words);
  });

  test("is an interval of what is counted, of which few are compared", () => {
    const reads = things(71, () => ({})).filter((_, place) => place % 7 === 0);
    expect(comparison(reads, ({ at }) => at % 3 === 2)).toBe(
      "all 4 things that are every 3rd, and none of the 7 others",
    );
  });

  test("comes first among the features where several fit", () => {
    const both = things(30, (at) => ({ colour: at > 20 ? "red" : "blue" }));
    expect(comparison(both, ({ at }) => at > 20)).toContain("that are red");
  });
});

describe("nothing is said", () => {
  test("of a lone one", () => {
    const all = things(30, (at) => ({ colour: at === 7 ? "red" : "blue" }));
    expect(contrastsOf(...parted(all, ({ at }) => at === 7), features)).toEqual([]);
  });

  test("of when two came", () => {
    const all = things(200, () => ({}));
    expect(contrastsOf(all.slice(-2), all.slice(0, -2), features)).toEqual([]);
  });

  test("of three out of nine at an interval, which fit one by chance", () => {
    const ofEveryThird = (count: number) =>
      comparison(
        things(count, () => ({})),
        ({ at }) => at % 3 === 0,
      );
    expect(ofEveryThird(9)).toBeUndefined();
    expect(ofEveryThird(12)).toBe("all 4 things that are every 3rd, and none of the 8 others");
  });

  test("where none held, or none is broken", () => {
    const all = things(9, () => ({ colour: "red" }));
    expect(contrastsOf(all, [], features)).toEqual([]);
    expect(contrastsOf([], all, features)).toEqual([]);
  });
});

test("what cannot be known contradicts nothing, and is no evidence either", () => {
  const maybe = condition({ kind: "before" }, "after another", (e) => {
    const { at } = thingOf(e);
    return at > 20 ? true : at > 15 ? undefined : false;
  });
  const compared = parted(
    things(30, () => ({})),
    ({ at }) => at > 18,
  );
  expect(contrastsOf(...compared, [maybe])).toMatchObject([{ broken: 12, others: 18 }]);
  const unknown = condition({ kind: "before" }, "after another", () => undefined);
  expect(contrastsOf(...compared, [unknown])).toEqual([]);
});

const anyThing = fc.record({ colour: fc.constantFrom("red", "blue"), size: fc.integer({ min: 0, max: 5 }) });

test("what it says is true of all broken ones, and its figures are right", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyThing, fc.boolean()), { maxLength: 40 }), (drawn) => {
      const [broken, held] = parted(
        exchangesOf(drawn.map(([thing]) => thing)),
        ({ at }) => drawn[at - 1]?.[1] === true,
      );
      for (const found of contrastsOf(broken, held, features)) {
        const meets = (one: Exchange) => found.traits.every((trait) => trait.has(one) === true);
        expect(found.traits.length).toBeLessThanOrEqual(2);
        expect(broken.every(meets)).toBe(true);
        const despite = held.filter(meets).length;
        expect(despite).toBeLessThan(broken.length);
        expect(found).toMatchObject({ broken: broken.length, others: held.length - despite, despite });
      }
    }),
  );
});

test("what is broken by one condition alone is found by it, where there is enough of it", () => {
  fc.assert(
    fc.property(fc.array(anyThing, { minLength: 30, maxLength: 60 }), (drawn) => {
      const [broken, held] = parted(exchangesOf(drawn), ({ colour }) => colour === "red");
      fc.pre(broken.length >= 5 && held.length >= 5);
      expect(contrastsOf(broken, held, features)[0]).toMatchObject({ traits: [{ kind: "field" }] });
    }),
  );
});

test("the chance that those drawn are all among the marked ones", () => {
  expect(chance(2, 0, 2)).toBeCloseTo(1 / 6);
  expect(chance(1, 1, 2)).toBeCloseTo(1 / 2);
  expect(chance(3, 0, 0)).toBe(1);
});
