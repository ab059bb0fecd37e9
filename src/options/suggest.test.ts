import { expect, test } from "vitest";
import { nearest } from "./suggest.ts";

const names = ["--profile", "--report", "--read-only", "--require", "LIST-4", "LIST-11"];

test.each([
  ["--profil", "--profile"],
  ["--reprot", "--report"],
  ["--readonly", "--read-only"],
  ["list-4", "LIST-4"],
  ["--req", "--require"],
])("%s was probably meant as %s", (typed, meant) => {
  expect(nearest(typed, names)).toBe(meant);
});

test("a name that is near to nothing gets no suggestion", () => {
  expect(nearest("--colour-scheme", names)).toBeUndefined();
  expect(nearest("", names)).toBeUndefined();
});
