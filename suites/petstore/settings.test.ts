import { describe, expect, test } from "vitest";
import { announcedFigures, looksLike, pricingPlanOf } from "./settings.ts";

describe("a declared plan", () => {
  test.each([
    ["pro", [300, 10_000]],
    ["custom=500", [500]],
    ["custom=500/20000", [500, 20_000]],
    ["custom", undefined],
    [undefined, undefined],
  ])("%s allows these figures to be announced: %j", (text, figures) => {
    expect(announcedFigures(pricingPlanOf(text))).toEqual(figures);
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
