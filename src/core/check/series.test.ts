import { expect, test } from "vitest";
import { partLabel, partOf, stepOf } from "./series.ts";

test("the label of one request of a series names its step and which it is", () => {
  const label = partLabel("generated limits", "3:0/2");
  expect(stepOf(label)).toBe("generated limits");
  expect(partOf(label)).toBe("3:0/2");
});

test("any other label is its own step, and no part of one", () => {
  expect(stepOf("limit 100")).toBe("limit 100");
  expect(partOf("limit 100")).toBeUndefined();
});
