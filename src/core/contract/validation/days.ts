/** A day of the Gregorian calendar; month and day from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export type RemovalPhase = "before" | "during" | "after";

const hourMs = 3_600_000;

/** Reads `YYYY-MM-DD`; undefined for any other text and for a day that the calendar lacks. */
export function parseCalendarDay(text: string): CalendarDay | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return undefined;
  const day = { year: Number(parts[1]), month: Number(parts[2]), day: Number(parts[3]) };
  // A day that the calendar lacks becomes another one.
  return new Date(startOf(day)).toISOString().startsWith(text) ? day : undefined;
}

/** `YYYY-MM-DD`. */
export function formatCalendarDay({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/**
 * The first instant of a day somewhere on Earth and the first instant after it everywhere,
 * in milliseconds since the Unix epoch. A day named without a zone begins at UTC+14,
 * at 10:00 UTC of the day before, and ends at UTC-12, at 12:00 UTC of the day after (ruling 23).
 */
export function calendarDaySpan(day: CalendarDay): { readonly beginsMs: number; readonly endsMs: number } {
  const start = startOf(day);
  return { beginsMs: start - 14 * hourMs, endsMs: start + 36 * hourMs };
}

/** Where an instant, in milliseconds since the Unix epoch, stands to the day of removal (ruling 23). */
export function removalPhase(day: CalendarDay, instantMs: number): RemovalPhase {
  const { beginsMs, endsMs } = calendarDaySpan(day);
  if (instantMs < beginsMs) return "before";
  return instantMs < endsMs ? "during" : "after";
}

/** Where a bare date, given in place of an instant, stands: the day itself and its neighbours are `during` (ruling 23). */
export function removalPhaseOnDay(day: CalendarDay, date: CalendarDay): RemovalPhase {
  const days = (startOf(date) - startOf(day)) / (24 * hourMs);
  if (days < -1) return "before";
  return days > 1 ? "after" : "during";
}

function startOf({ year, month, day }: CalendarDay): number {
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}
