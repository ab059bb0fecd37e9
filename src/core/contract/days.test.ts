import { expect, test } from "vitest";
import { parseCalendarDay } from "./days.ts";

// What the days mean for a removal: src/core/run/setting.test.ts.

test.each(["2030-12-5", "2030-13-01", "2030-02-29", "2030-12-05T00:00:00Z", " 2030-12-05", "", "0000-00-00"])(
  "%j is no day",
  (text) => {
    expect(parseCalendarDay(text)).toBeUndefined();
  },
);

test("leap days, and years before 100, are known", () => {
  expect(parseCalendarDay("2028-02-29")).toEqual({ year: 2028, month: 2, day: 29 });
  expect(parseCalendarDay("0050-01-31")).toEqual({ year: 50, month: 1, day: 31 });
});
