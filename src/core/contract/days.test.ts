import { describe, expect, test } from "vitest";
import { calendarDaySpan, parseCalendarDay, removalPhase, removalPhaseOnDay } from "./days.ts";

const removal = { year: 2030, month: 12, day: 5 };

describe("removalPhase", () => {
  test.each([
    ["2030-12-04T09:59:59.999Z", "before"],
    ["2030-12-04T10:00:00.000Z", "during"],
    ["2030-12-05T12:00:00.000Z", "during"],
    ["2030-12-06T11:59:59.999Z", "during"],
    ["2030-12-06T12:00:00.000Z", "after"],
  ])("calls %s %s the day", (instant, phase) => {
    expect(removalPhase(removal, Date.parse(instant))).toBe(phase);
  });

  test("lets a day last from its first zone to its last", () => {
    const { beginsMs, endsMs } = calendarDaySpan(removal);
    expect(endsMs - beginsMs).toBe(50 * 3_600_000);
  });
});

describe("removalPhaseOnDay", () => {
  test.each([
    ["2030-12-03", "before"],
    ["2030-12-04", "during"],
    ["2030-12-05", "during"],
    ["2030-12-06", "during"],
    ["2030-12-07", "after"],
    ["2031-01-01", "after"],
  ])("calls %s %s the day", (date, phase) => {
    expect(removalPhaseOnDay(removal, parseCalendarDay(date) ?? removal)).toBe(phase);
  });
});

describe("parseCalendarDay", () => {
  test.each([
    ...["2030-12-5", "2030-13-01", "2030-02-29", "2030-12-05T00:00:00Z", " 2030-12-05", "", "0000-00-00"],
  ])("takes no %j", (text) => {
    expect(parseCalendarDay(text)).toBeUndefined();
  });

  test("knows leap days and years before 100", () => {
    expect(parseCalendarDay("2028-02-29")).toEqual({ year: 2028, month: 2, day: 29 });
    expect(parseCalendarDay("0050-01-31")).toEqual({ year: 50, month: 1, day: 31 });
  });
});
