import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limiterKinds, limitsOf } from "./limits.ts";

const startMs = Date.parse("2026-03-01T12:00:00.250Z");
const gapsMs = fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 120 });
const policies = fc.record({
  limit: fc.integer({ min: 1, max: 30 }),
  windowMs: fc.integer({ min: 5, max: 120 }).map((seconds) => seconds * 1000),
});
const asked = fc.record({ policy: policies, gapsMs, countsRefusals: fc.boolean() });

describe.each(limiterKinds)("a limiter of the kind %s", (kind) => {
  test("announces whole numbers within the limit, and a whole second within the window", () => {
    fc.assert(
      fc.property(asked, ({ policy, gapsMs, countsRefusals }) => {
        const limits = limitsOf(kind, countsRefusals);
        let nowMs = startMs;
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          const { remaining, resetAtMs } = limits.count("a", [policy], nowMs) ?? never();
          expect(remaining).toBe(Math.min(policy.limit, Math.max(0, Math.floor(remaining))));
          expect(resetAtMs % 1000).toBe(0);
          expect(resetAtMs).toBeGreaterThanOrEqual(nowMs);
          expect(resetAtMs).toBeLessThan(nowMs + policy.windowMs + 1000);
        }
      }),
    );
  });

  test("serves a request that comes after the time in Retry-After", () => {
    fc.assert(
      fc.property(asked, ({ policy, gapsMs, countsRefusals }) => {
        const limits = limitsOf(kind, countsRefusals);
        let nowMs = startMs;
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          const { exceeded, retryAtMs } = limits.count("a", [policy], nowMs) ?? never();
          if (!exceeded) continue;
          nowMs += Math.max(1, Math.ceil(((retryAtMs ?? 0) - nowMs) / 1000)) * 1000;
          expect(limits.count("a", [policy], nowMs)?.exceeded).toBe(false);
        }
      }),
    );
  });

  test("serves the limit at once and no more", () => {
    const limits = limitsOf(kind);
    const policy = { limit: 5, windowMs: 60_000 };
    const served = Array.from({ length: 8 }, () => limits.count("a", [policy], startMs)?.exceeded === false);
    expect(served.filter(Boolean)).toHaveLength(5);
    expect(limits.count("b", [policy], startMs)?.remaining).toBe(4);
  });

  test("gives a refunded request back", () => {
    const limits = limitsOf(kind);
    const policy = [{ limit: 2, windowMs: 60_000 }];
    limits.count("a", policy, startMs);
    limits.count("a", policy, startMs);
    limits.refund("a", policy, startMs);
    expect(limits.count("a", policy, startMs)?.exceeded).toBe(false);
    expect(limits.count("a", policy, startMs)?.exceeded).toBe(true);
  });

  test("reports the tightest of several limits, and counts a request against none that it refuses", () => {
    const limits = limitsOf(kind);
    const day = { limit: 3, windowMs: 86_400_000 };
    const minute = { limit: 2, windowMs: 60_000 };
    expect(limits.count("a", [minute, day], startMs)).toMatchObject({ limit: 2, remaining: 1 });
    limits.count("a", [minute, day], startMs);
    expect(limits.count("a", [minute, day], startMs)).toMatchObject({ limit: 2, exceeded: true });
    expect(limits.count("a", [day], startMs)).toMatchObject({ remaining: 0, exceeded: false });
  });
});

test("a sliding counter's Remaining rises as the window before fades, under one Reset", () => {
  const limits = limitsOf("sliding-counter");
  const policy = [{ limit: 10, windowMs: 60_000 }];
  for (let sent = 0; sent < 10; sent += 1) limits.count("a", policy, startMs);
  const early = limits.count("a", policy, startMs + 72_000);
  const late = limits.count("a", policy, startMs + 108_000);
  expect([early?.remaining, late?.remaining]).toEqual([1, 6]);
  expect(early?.resetAtMs).toBe(late?.resetAtMs);
});

test("a token bucket's next token is there long before it is full", () => {
  const limits = limitsOf("token-bucket");
  const policy = [{ limit: 60, windowMs: 60_000 }];
  for (let sent = 0; sent < 60; sent += 1) limits.count("a", policy, startMs);
  expect(limits.count("a", policy, startMs)).toEqual({
    limit: 60,
    remaining: 0,
    resetAtMs: startMs + 60_750,
    exceeded: true,
    retryAtMs: startMs + 1000,
  });
});

function never(): never {
  throw new Error("a policy holds, so there is a quota");
}
