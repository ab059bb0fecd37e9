const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const shortDays = days.map((day) => day.slice(0, 3));

const time = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";
const month = `(?<month>${months.join("|")})`;

const forms = [
  // IMF-fixdate: Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(`^(?<weekday>${shortDays.join("|")}), (?<day>[0-9]{2}) ${month} (?<year>[0-9]{4}) ${time} GMT$`),
  // RFC 850: Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(`^(?<weekday>${days.join("|")}), (?<day>[0-9]{2})-${month}-(?<year>[0-9]{2}) ${time} GMT$`),
  // asctime: Sun Nov  6 08:49:37 1994
  new RegExp(
    `^(?<weekday>${shortDays.join("|")}) ${month} (?<day>[0-9]{2}| [0-9]) ${time} (?<year>[0-9]{4})$`,
  ),
];

/**
 * An HTTP-date (RFC 9110, section 5.6.7) in any of its three forms, as milliseconds since the Unix epoch.
 * Undefined for anything else, a day that its month does not have or a weekday that is not the day's included.
 * A year of two digits is one of 1970 to 2069.
 */
export function parseHttpDate(text: string): number | undefined {
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return instantOf(parts);
  }
  return undefined;
}

function instantOf(parts: Readonly<Record<string, string>>): number | undefined {
  const { year = "", weekday = "" } = parts;
  const monthIndex = months.indexOf(parts.month ?? "");
  const day = Number(parts.day);
  const [hour, minute, second] = [Number(parts.hour), Number(parts.minute), Number(parts.second)];
  // 60 is a leap second: the grammar has it.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year.length === 2 ? 1970 + ((Number(year) + 30) % 100) : Number(year), monthIndex, day);
  if (date.getUTCMonth() !== monthIndex || date.getUTCDate() !== day) return undefined;
  if (!days[date.getUTCDay()]?.startsWith(weekday)) return undefined;
  return date.setUTCHours(hour, minute, second);
}
