import { describe, expect, test } from "vitest";
import type { Failure } from "#core/exchange/exchange.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { createCreateCap, mayHaveStored } from "./create-cap.ts";

const answered = (status: number) => sampleExchange({ status, request: { method: "POST" } });
const failed = (phase: Failure["phase"]) =>
  sampleExchange({ request: { method: "POST" }, failure: { phase } });

test("a POST may have stored a pet, unless a 4xx says no, or nothing of it went out", () => {
  const stored = [200, 201, 204, 303, 400, 401, 429, 500, 503].filter((status) =>
    mayHaveStored(answered(status)),
  );
  expect(stored).toEqual([200, 201, 204, 303, 500, 503]);
  const phases = (["connect", "sending", "headers", "body"] as const).filter((phase) =>
    mayHaveStored(failed(phase)),
  );
  expect(phases).toEqual(["sending", "headers", "body"]);
});

describe("a cap on created pets", () => {
  test("counts a POST before its answer, and gives the place back where nothing was stored, or sent", () => {
    const cap = createCreateCap(1);
    expect([cap.take(), cap.take()]).toEqual([true, false]);
    for (const ended of [answered(400), undefined]) {
      cap.settle(ended);
      expect(cap.take()).toBe(true);
    }
    cap.settle(answered(201));
    expect(cap.take()).toBe(false);
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
