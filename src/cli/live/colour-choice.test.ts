import { expect, test } from "vitest";
import { wantsColour } from "../published/for-people.ts";

test.each([
  ["the terminal", undefined, {}, true, true],
  ["a pipe", undefined, {}, false, false],
  ["--no-color", false, { FORCE_COLOR: "1" }, true, false],
  ["--color", true, { NO_COLOR: "1" }, false, true],
  ["NO_COLOR", undefined, { NO_COLOR: "1" }, true, false],
  ["an empty NO_COLOR", undefined, { NO_COLOR: "" }, true, true],
  ["FORCE_COLOR", undefined, { FORCE_COLOR: "1" }, false, true],
  ["a dumb terminal", undefined, { TERM: "dumb" }, true, false],
])("%s decides about colours", (_, option, env, terminal, colour) => {
  expect(wantsColour(option, env, terminal)).toBe(colour);
});
