import { describe, expect, test } from "vitest";
import { sampleExchange } from "../../../../testing/exchange/sample-exchange.ts";
import type { Failure } from "../../exchange/exchange.ts";
import { createCreateCap, mayHaveStored } from "./create-cap.ts";

const answered = (status: number) => sampleExchange({ status, request: { method: "POST" } });
const failed = (phase: Failure["phase"]) =>
  sampleExchange({ request: { method: "POST" }, failure: { phase } });

test.each([
  [200, true],
  [201, true],
  [204, true],
  [303, true],
  [400, false],
  [401, false],
  [429, false],
  [500, true],
  [503, true],
])("a POST answered %i may have stored a pet: %s", (status, stored) => {
  expect(mayHaveStored(answered(status))).toBe(stored);
});

test.each([
  ["connect", false],
  ["sending", true],
  ["headers", true],
  ["body", true],
] as const)("a POST lost in the phase %s may have stored a pet: %s", (phase, stored) => {
  expect(mayHaveStored(failed(phase))).toBe(stored);
});

describe("a cap on created pets", () => {
  test("counts a POST before its answer, and gives the place back where nothing was stored", () => {
    const cap = createCreateCap(1);
    expect([cap.take(), cap.take()]).toEqual([true, false]);
    cap.settle(answered(400));
    expect(cap.take()).toBe(true);
    cap.settle(answered(201));
    expect(cap.take()).toBe(false);
  });

  test("gives the place back of a POST that was not sent", () => {
    const cap = createCreateCap(1);
    cap.take();
    cap.settle(undefined);
    expect(cap.take()).toBe(true);
  });

  test("has who finds no place wait for those in flight", async () => {
    const cap = createCreateCap(1);
    cap.take();
    const place = cap.place();
    cap.settle(answered(422));
    expect(await place).toBeUndefined();
  });

  test("says that there is no place once nothing in flight can free one, and names what would do", async () => {
    const cap = createCreateCap(1);
    cap.expect(12);
    cap.take();
    const place = cap.place();
    cap.settle(answered(500));
    expect(await place).toMatchObject({
      kind: "inconclusive",
      remedy: { options: [{ option: "max-creates", value: 12 }] },
    });
  });
});
