import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { promisesInWords, stepsInWords } from "./plan-in-words.ts";

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

test("what is sent is what steps.txt says, step by step (npm run record writes it anew)", () => {
  expect(stepsInWords()).toBe(read("steps.txt"));
});

test("what is promised is what promises.txt says, case by case (npm run record writes it anew)", () => {
  expect(promisesInWords()).toBe(read("promises.txt"));
});
