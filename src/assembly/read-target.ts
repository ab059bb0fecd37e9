import type { HeaderLine } from "#core/exchange/exchange.ts";
import { isPrivateHost } from "#core/exchange/transport/private-host.ts";
import { checkExtraHeaders } from "#core/exchange/wire-request.ts";
import { UsageError } from "#core/options/usage-error.ts";

const example = "https://staging.example.com/v1";

/**
 * The base address of the target, without a trailing slash. Throws UsageError for what is empty or not http(s), has
 * credentials, a query or a fragment, or would carry the key unencrypted over a public network, unless that is allowed.
 */
export function readTarget(text: string, { allowInsecure }: { readonly allowInsecure: boolean }): URL {
  const refuse = (what: string, remedy: string): never => {
    throw new UsageError({ what, where: "base address", remedy });
  };
  if (text.trim() === "")
    refuse(
      "it is empty",
      `If it comes from a variable, set the variable; or write the address, such as ${example}.`,
    );
  const url = URL.parse(text);
  // `localhost:8080` is one of the scheme `localhost`.
  if (url === null || !/^https?:\/\//i.test(text))
    // It may contain a password: only the part after it is printed.
    return refuse(
      `${JSON.stringify(text.slice(text.lastIndexOf("@") + 1))} is not an http or https URL`,
      `Write, for example, ${example}.`,
    );
  if (url.username !== "" || url.password !== "")
    refuse("the URL contains credentials", "Leave them out; the API key is given separately.");
  if (/[?#]/.test(text))
    refuse("the URL has a query or a fragment", `Give the base address alone, such as ${example}.`);
  if (url.protocol === "http:" && !allowInsecure && !isPrivateHost(url.hostname))
    refuse(
      `plain http to ${url.hostname} would send the API key unencrypted`,
      `Use https://${url.host}${url.pathname}, or allow-insecure: true in the configuration (in code allowInsecure) if you mean it.`,
    );
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

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

/**
 * Header lines as code gives them. Throws UsageError for what is no line, and for one that the suite sets itself.
 * @param hasDocument as `checkOwnHeaders`
 */
export function checkHeaderLines(given: unknown, where: string, hasDocument: boolean): readonly HeaderLine[] {
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
  checkOwnHeaders(lines, where, hasDocument);
  return lines;
}

/**
 * Throws UsageError for a header that the suite sets itself, and for a value that is too long.
 * @param hasDocument true where a document is given: it may ask for another scheme than Bearer in `Authorization`
 */
export function checkOwnHeaders(lines: readonly HeaderLine[], where: string, hasDocument: boolean): void {
  const long = lines.find(([, value]) => value.length > longestValue);
  if (long !== undefined) throw tooLong(`the value of ${long[0]}`, where);
  try {
    checkExtraHeaders(lines, hasDocument);
  } catch (error) {
    const what = error instanceof Error ? error.message : "a header cannot be sent";
    throw new UsageError({ what, where, remedy: "Leave it out; the API key is given separately." });
  }
}
