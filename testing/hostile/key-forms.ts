// What is searched for in everything that is written. On purpose not made from `src/core/secrets/secret-search.ts`.

export const each = (text: string, form: (c: string, at: number) => string) => [...text].map(form).join("");
export const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, "0");
export const base64 = (text: string) => Buffer.from(text).toString("base64");
export const base64url = (text: string) => Buffer.from(text).toString("base64url");
export const backwards = (text: string) => [...text].reverse().join("");

/** How services, proxies and report writers write a secret in ASCII, by the name of the form. */
export const writtenForms = {
  plain: (text) => text,
  "lower case": (text) => text.toLowerCase(),
  "upper case": (text) => text.toUpperCase(),
  backwards,
  "percent-encoded": encodeURIComponent,
  "percent-encoded, lower-case hex": (text) => encodeURIComponent(text).toLowerCase(),
  "percent-encoded whole": (text) => each(text, (c) => `%${hex(c)}`),
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "JSON with an escaped slash": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "JSON in JSON": (text) => JSON.stringify(JSON.stringify(text).replaceAll("/", "\\/")),
  "JSON with \\u escapes": (text) => each(text, (c) => `\\u00${hex(c)}`),
  "JavaScript with \\x escapes": (text) => each(text, (c) => `\\x${hex(c)}`),
  "JavaScript with \\u{} escapes": (text) => each(text, (c) => `\\u{${hex(c)}}`),
  "each sign escaped": (text) => each(text, (c) => (/[^A-Za-z0-9]/.test(c) ? `\\${c}` : c)),
  "HTML, named": (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
  "HTML, decimal": (text) => each(text, (c) => `&#${c.charCodeAt(0)};`),
  "HTML, hex": (text) => each(text, (c) => `&#x${hex(c)};`),
  "HTML, hex with zeros": (text) => each(text, (c) => `&#x00${hex(c)};`),
  "HTML in HTML": (text) => each(text, (c) => `&amp;#x0${hex(c)};`),
  "base64 of it": base64,
  "base64 of `Bearer KEY`": (text) => base64(`Bearer ${text}`),
  "base64 of `:KEY`": (text) => base64(`:${text}`),
  "base64 of `KEY:`": (text) => base64(`${text}:`),
  "base64 of `me:KEY`": (text) => base64(`me:${text}`),
  base64url: (text) => base64url(`ab${text}`),
  "base64 in a URL": (text) => encodeURIComponent(base64(`Bearer ${text}!`)),
  hex: (text) => Buffer.from(text).toString("hex"),
  "hex, upper case": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "hex dump": (text) => each(text, (c) => `${hex(c).toUpperCase()} `).trim(),
  "hex of C": (text) => each(text, (c) => `0x${hex(c)}, `),
  "hex in twos": (text) => each(text, (c, at) => (at % 2 === 0 ? hex(c) : `${hex(c)} `)).trim(),
  "percent-encoded as IIS does": (text) => each(text, (c) => `%u00${hex(c)}`),
  "HTML, each sign named": (text) =>
    text.replaceAll("/", "&sol;").replaceAll("+", "&plus;").replaceAll("=", "&equals;"),
  "UTF-16": (text) => Buffer.from(text, "utf16le").toString("latin1"),
  "UTF-16 in JSON": (text) => each(text, (c) => `\\u0000${c === '"' || c === "\\" ? "\\" : ""}${c}`),
  "hex of UTF-16": (text) => Buffer.from(text, "utf16le").toString("hex"),
  "base64 of UTF-16": (text) => Buffer.from(`:${text}`, "utf16le").toString("base64"),
  "base64 of UTF-16 in the other order": (text) =>
    Buffer.from(`:${text}`, "utf16le").swap16().toString("base64"),
  "a list of bytes": (text) => `[${[...Buffer.from(text)].join(", ")}]`,
  "a list of bytes, without spaces": (text) => JSON.stringify(Buffer.from(text)),
  "hex with colons": (text) => each(text, (c) => `${hex(c)}:`),
} as const satisfies Readonly<Record<string, (secret: string) => string>>;

/** Those that hold nothing but the secret, wherever they stand. */
const searched = [
  ...(["plain", "lower case", "upper case", "backwards", "hex", "hex, upper case"] as const),
  ...(["percent-encoded", "percent-encoded whole", "JSON with an escaped slash"] as const),
  ...(["JSON with \\u escapes", "HTML, named", "HTML, decimal", "HTML, hex"] as const),
] as const;

/** The base64 characters that the key alone decides, when `before` bytes stand in front of it. */
function base64Within(key: string, before: number): string {
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor(((before + key.length) * 8) / 6);
  return base64("\0".repeat(before) + key).slice(from, to);
}

/** The forms in which a target or a writer may repeat a key, by name. */
export function keyForms(key: string): Readonly<Record<string, string>> {
  const inBase64 = base64Within(key, 0);
  return {
    ...Object.fromEntries(searched.map((name) => [name, writtenForms[name](key)])),
    "base64, aligned": inBase64,
    "base64, after one byte": base64Within(key, 1),
    "base64, after two bytes": base64Within(key, 2),
    base64url: inBase64.replaceAll("+", "-").replaceAll("/", "_"),
    ...halves("a half", key, key.length / 2),
    ...halves("a half of the base64", inBase64, (key.length * 4) / 6),
    ...halves("a half of the hex", writtenForms.hex(key), key.length),
    ...halves("a half percent-encoded", writtenForms["percent-encoded whole"](key), (key.length * 3) / 2),
  };
}

/** The beginning and the end of a form, of so many characters each: what is left of it where a text was cut. */
function halves(name: string, form: string, length: number): Record<string, string> {
  const long = Math.ceil(length);
  return { [`${name}, the first`]: form.slice(0, long), [`${name}, the last`]: form.slice(-long) };
}

export function formsFound(text: string, key: string): string[] {
  return Object.entries(keyForms(key))
    .filter(([, form]) => text.includes(form))
    .map(([name]) => name);
}
