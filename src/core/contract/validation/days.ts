/** A day of the Gregorian calendar: `YYYY-MM-DD`. */
export type CalendarDay = `${number}-${number}-${number}`;

export type RemovalPhase = "before" | "during" | "after";

const hourMs = 3_600_000;

/** False, too, for a day that the calendar lacks. */
export function isCalendarDay(text: string): text is CalendarDay {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const start = new Date(text);
  // A day that the calendar lacks is none, or becomes another one.
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text);
}

/**
 * The first instant of a day somewhere on Earth and the first instant after it everywhere,
 * in milliseconds since the Unix epoch. A day named without a zone begins at UTC+14,
 * at 10:00 UTC of the day before, and ends at UTC-12, at 12:00 UTC of the day after (ruling 23).
 */
export function calendarDaySpan(day: CalendarDay): { readonly beginsMs: number; readonly endsMs: number } {
  const start = Date.parse(day);
  return { beginsMs: start - 14 * hourMs, endsMs: start + 36 * hourMs };
}

/**
 * Where an instant, in milliseconds since the Unix epoch, stands to the day of removal (ruling 23). To a bare date in its place,
 * the day itself and its neighbours are `during`.
 */
export function removalPhase(day: CalendarDay, now: number | CalendarDay): RemovalPhase {
  const isInstant = typeof now === "number";
  const [atMs, startMs] = [isInstant ? now : Date.parse(now), Date.parse(day)];
  const neighbours = { beginsMs: startMs - 24 * hourMs, endsMs: startMs + 48 * hourMs };
  const { beginsMs, endsMs } = isInstant ? calendarDaySpan(day) : neighbours;
  if (atMs < beginsMs) return "before";
  return atMs < endsMs ? "during" : "after";
}
