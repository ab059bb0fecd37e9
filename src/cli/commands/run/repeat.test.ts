import { expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { sampleOptions } from "#testing/run/sample-suites.ts";
import { withReplay } from "./repeat.ts";

const prepared = await prepare();
const replay = (input: string, seedGiven = true, only: readonly string[] = []) =>
  withReplay(sampleOptions({ only }), input, prepared, seedGiven);

test("a generated input is judged by the requirements that it shows, in the profile that generates", () => {
  expect(replay("generated limits #3:0:1")).toMatchObject({
    profile: "thorough",
    only: ["LIST-3", "LIST-4"],
    replay: { step: "generated limits", input: [3, 0, 1] },
  });
});

test("of an input with several requests the whole is meant", () => {
  expect(replay("generated walks #1/3").replay).toEqual({ step: "generated walks", input: [1] });
});

test("--only narrows what it is judged by", () => {
  expect(replay("generated limits #0", true, ["LIST-4"]).only).toEqual(["LIST-4"]);
});

test("a name that no step has is refused with one that some step has", () => {
  expect(() => replay("generated limit #3")).toThrow(/names no generated input.*generated limits/s);
  for (const wrong of ["limit 100", "generated limits", "generated limits #x", "limit 100 #1"]) {
    expect(() => replay(wrong)).toThrow(/names no generated input/);
  }
});

test("it takes the seed that drew it", () => {
  expect(() => replay("generated limits #3", false)).toThrow(/--replay is given without --seed/);
});
