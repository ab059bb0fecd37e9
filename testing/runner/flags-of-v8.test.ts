import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";

test("what a command tells V8 does not reach the worker that plays other files, too", () => {
  setFlagsFromString("--allow-natives-syntax");
  expect(() => new Function("return %IsSmi(1)")).toThrow(SyntaxError);
});
