import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { converse } from "#testing/reference-server/handlers.ts";
import { headerValue } from "../message.ts";
import { correctHooks } from "../server.ts";
import { limitedBy } from "./limited.ts";
import { Limits, limiterKinds } from "./limits.ts";

const startMs = Date.parse("2026-03-01T12:00:00.250Z");
const gapsMs = fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 120 });
const policies = fc.record({
  limit: fc.integer({ min: 1, max: 30 }),
  windowMs: fc.integer({ min: 5, max: 120 }).map((seconds) => seconds * 1000),
});
const asked = fc.record({ policy: policies, gapsMs, countsRefusals: fc.boolean() });

describe.each(limiterKinds)("a limiter of the kind %s", (kind) => {
  test("serves a request that comes after the time in Retry-After", () => {
    fc.assert(
      fc.property(asked, ({ policy, gapsMs, countsRefusals }) => {
        const limits = new Limits(kind, countsRefusals);
        let nowMs = startMs;
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          const { exceeded, retryAtMs } = limits.count("a", [policy], nowMs) ?? never();
          if (!exceeded) continue;
          nowMs += Math.max(1, Math.ceil((retryAtMs - nowMs) / 1000)) * 1000;
          expect(limits.count("a", [policy], nowMs)?.exceeded).toBe(false);
        }
      }),
    );
  });

  test("serves the limit at once and no more", () => {
    const limits = new Limits(kind);
    const policy = { limit: 5, windowMs: 60_000 };
    const served = Array.from({ length: 8 }, () => limits.count("a", [policy], startMs)?.exceeded === false);
    expect(served.filter(Boolean)).toHaveLength(5);
    expect(limits.count("b", [policy], startMs)?.remaining).toBe(4);
  });
});

function never(): never {
  throw new Error("a policy holds, so there is a quota");
}

test("a server with a limiter bans a key that sends on during a back-off, for some time, with the headers due", async () => {
  const ban = { afterRequests: 2, forMs: 600_000, status: 403 } as const;
  const limited = limitedBy({ kind: "fixed-window", policies: [{ limit: 2, windowMs: 60_000 }], ban });
  const { get, clock } = converse({ hooks: limited.hooks(correctHooks) });
  const statuses = await Array.fromAsync({ length: 6 }, async () => (await get("/v1/pets")).status);
  expect(statuses).toEqual([200, 200, 429, 429, 403, 403]);
  expect(headerValue(await get("/v1/pets"), "x-ratelimit-limit")).toBe("2");
  clock.nowMs += 600_000;
  expect((await get("/v1/pets")).status).toBe(200);
});
