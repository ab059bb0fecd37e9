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

test("of several names with the same beginning the shortest is meant, whatever their order", () => {
  for (const order of [
    ["limits out of range", "limits"],
    ["limits", "limits out of range"],
  ])
    expect(nearest("limit", order)).toBe("limits");
});

test("a name that is near to nothing gets no suggestion", () => {
  expect(nearest("--colour-scheme", names)).toBeUndefined();
  expect(nearest("", names)).toBeUndefined();
});
