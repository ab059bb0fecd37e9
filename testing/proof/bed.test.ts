import { expect, test } from "vitest";
import { stageKey } from "#proof/bed.ts";

test("stages are distinguished by ids that no double holds", () => {
  const key = (firstId: bigint) => stageKey({ firstId });
  expect(key(9007199254740993n)).toBe(key(9007199254740993n));
  expect(key(9007199254740993n)).not.toBe(key(9007199254740992n));
});
