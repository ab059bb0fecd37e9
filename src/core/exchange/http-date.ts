const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** RFC 850: Sunday, 06-Nov-94 08:49:37 GMT */
const rfc850 = new RegExp(`^(${days.join("|")}), ([0-9]{2})-(\\w{3})-([0-9]{2}) ([0-9:]{8}) GMT$`);
/** Sun Nov  6 08:49:37 1994 */
const asctime = /^(\w{3}) (\w{3}) ([0-9 ][0-9]) ([0-9:]{8}) ([0-9]{4})$/;

/**
 * An HTTP-date (RFC 9110, section 5.6.7) in any of its three forms, as milliseconds since the Unix epoch.
 * Undefined for anything else, a day that its month does not have or a weekday that is not the day's included.
 * A year of two digits is one of 1970 to 2069.
 */
export function parseHttpDate(text: string): number | undefined {
  const fixdate = asFixdate(text);
  // The grammar has leap seconds, which JavaScript does not.
  const ordinary = fixdate.replace(/:60 GMT$/, ":59 GMT");
  const atMs = Date.parse(ordinary);
  // `Date.parse` reads more than this form, and takes 31 November for a day.
  if (Number.isNaN(atMs) || new Date(atMs).toUTCString() !== ordinary) return undefined;
  return ordinary === fixdate ? atMs : atMs + 1000;
}

/** IMF-fixdate: Sun, 06 Nov 1994 08:49:37 GMT */
function asFixdate(text: string): string {
  if (text[3] === ",") return text;
  return text
    .replace(rfc850, (_, weekday: string, day, month, year, time) => {
      const whole = 1970 + ((Number(year) + 30) % 100);
      return `${weekday.slice(0, 3)}, ${day} ${month} ${whole} ${time} GMT`;
    })
    .replace(
      asctime,
      (_, weekday, month, day: string, time, year) =>
        `${weekday}, ${day.replace(" ", "0")} ${month} ${year} ${time} GMT`,
    );
}
