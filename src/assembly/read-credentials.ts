import type { HeaderLine } from "#core/exchange/exchange.ts";
import { checkExtraHeaders } from "#core/exchange/wire-request.ts";
import { UsageError } from "#core/options/usage-error.ts";

/** Common servers and proxies take no header line beyond 8 kB, its name and `Bearer ` included. */
const longestValue = 8000;

function tooLong(what: string, where: string): UsageError {
  return new UsageError({
    what: `${what} has more than ${longestValue.toLocaleString("en")} characters, which common servers take in no header`,
    where,
    remedy: "Give the value itself; a file may hold more than it.",
  });
}

/** The key as it was given. Throws UsageError where a header cannot carry it; the message never contains it. */
export function checkKey(key: string, where: string): string {
  if (key === "") throw new UsageError({ what: "the API key is empty", where, remedy: "Put the key there." });
  if (key.length > longestValue) throw tooLong("the API key", where);
  // RFC 9110, 5.5 and 11.2: a bearer token is visible ASCII without spaces.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const what = "the API key contains whitespace or a character outside ASCII, which a header cannot carry";
    throw new UsageError({ what, where, remedy: "Give the key alone, without `Bearer` and without quotes." });
  }
  return key;
}

/** A field's name and its value (RFC 9110, 5.1 and 5.5). */
const [namePattern, valuePattern] = [/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, /^[\t\x20-\x7e\x80-\xff]*$/];

/** Header lines as code gives them. Throws UsageError for what is no line, and for one that the suite sets itself. */
export function checkHeaderLines(given: unknown, where: string): readonly HeaderLine[] {
  const refused = (what: string) =>
    new UsageError({ what, where, remedy: 'Give a list of pairs, such as [["X-Gateway-Token", "abc"]].' });
  if (!Array.isArray(given)) throw refused("headers must be a list");
  const lines = given.map((line: unknown): HeaderLine => {
    const [name, value, ...more]: readonly unknown[] = Array.isArray(line) ? line : [];
    if (typeof name !== "string" || typeof value !== "string" || more.length > 0)
      throw refused("each of headers must be a pair of a name and a value, both text");
    if (!namePattern.test(name) || !valuePattern.test(value))
      throw refused("headers must have names and values as HTTP allows them");
    return [name, value];
  });
  checkOwnHeaders(lines, where, "Leave it out; the key comes from apiKey.");
  return lines;
}

/** Throws UsageError for a header that the suite sets itself, and for a value that is too long. */
export function checkOwnHeaders(lines: readonly HeaderLine[], where: string, remedy: string): void {
  const long = lines.find(([, value]) => value.length > longestValue);
  if (long !== undefined) throw tooLong(`the value of ${long[0]}`, where);
  try {
    checkExtraHeaders(lines);
  } catch (error) {
    const what = error instanceof Error ? error.message : "a header cannot be sent";
    throw new UsageError({ what, where, remedy });
  }
}
