import { expect, test } from "vitest";
import { derivedFrom } from "./derived-from.ts";

test("what is derived from one object is derived once, undefined too", () => {
  let calls = 0;
  const derive = derivedFrom((_: object) => {
    calls += 1;
  });
  const source = {};
  derive(source);
  derive(source);
  expect(calls).toBe(1);
});
