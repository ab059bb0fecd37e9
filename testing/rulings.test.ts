import { expect, test } from "vitest";
import { prepare } from "../src/assembly/assemble.ts";
import { textOf } from "./compiled-documents.ts";

const { requirements } = await prepare({ spec: undefined, removalDate: undefined });
const judged = requirements.filter((requirement) => requirement.level !== "open");

/** Ruling number and the last column of its row. */
const rows = [...textOf("docs/rulings.md").matchAll(/^\| (\d+) \|.*\| ([^|]+) \|$/gm)].map(
  ([, ruling, carriers = ""]) => [Number(ruling), carriers] as const,
);

test("every ruling has one row, in order", () => {
  const numbers = rows.map(([ruling]) => ruling);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(numbers).toEqual(expect.arrayContaining(Array.from({ length: 31 }, (_, i) => i + 1)));
});

test.each(rows)("ruling %i names the requirements that carry it", (ruling, carriers) => {
  const carrying = judged.filter(({ rulings }) => rulings.includes(ruling));
  const words = carrying.map(({ id, level }) => (level === "should" ? `${id} *(should)*` : id)).join(", ");
  expect(["not sent", "every run"].includes(carriers) ? "" : carriers).toBe(words);
});
