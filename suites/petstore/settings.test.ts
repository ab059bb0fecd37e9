import { describe, expect, test } from "vitest";
import { announcedFigures, looksLike, pricingPlanOf } from "./settings.ts";

describe("a declared plan", () => {
  test("allows its figures per minute and per day to be announced", () => {
    expect(announcedFigures(pricingPlanOf("pro"))).toEqual([300, 10_000]);
  });

  test("may have figures of its own", () => {
    expect(announcedFigures(pricingPlanOf("custom=500"))).toEqual([500]);
    expect(announcedFigures(pricingPlanOf("custom=500/20000"))).toEqual([500, 20_000]);
  });

  test("may have none", () => {
    expect(announcedFigures(pricingPlanOf("custom"))).toBeUndefined();
    expect(announcedFigures(pricingPlanOf(undefined))).toBeUndefined();
  });

  test.each(["custom=0", "custom=", "custom=5/", "gold", "free=3"])("is not %s", (text) => {
    expect(pricingPlanOf(text)).toBeUndefined();
  });
});

describe("an announced limit", () => {
  test("is matched to a published plan by its window", () => {
    expect(looksLike(1_000, 40)).toBe("Business (1000 requests a minute)");
    expect(looksLike(1_000, 40_000)).toBe("Free (1000 requests a day)");
  });

  test("may be no plan's", () => {
    expect(looksLike(250, 40)).toBeUndefined();
  });
});
