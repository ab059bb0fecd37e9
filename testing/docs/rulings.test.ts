import { expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { loadClientCatalogue, loadRulings } from "#suites/catalogue.ts";

const prepared = await prepare();
const requirements = [...prepared.requirements, ...loadClientCatalogue(prepared.contract)];
const judged = requirements.filter((requirement) => requirement.level !== "open");
const rulings = loadRulings();

test("rulings 1 to 40 are there, and no number stands twice", () => {
  const numbers = rulings.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(expect.arrayContaining(Array.from({ length: 40 }, (_, i) => i + 1)));
});

test.each(rulings)(
  "ruling $number is carried by requirements, or says why not",
  ({ number, text, carried }) => {
    const carriers = judged.filter((one) => one.rulings.includes(number));
    if (carriers.length === 0) expect(["not sent", "every run"]).toContain(carried);
    expect(text).toMatch(/^[A-Z`].*[^.|\s]$/);
  },
);
