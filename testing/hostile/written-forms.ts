const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, "0");
const each = (text: string, form: (c: string) => string) => [...text].map(form).join("");
export const base64 = (text: string) => Buffer.from(text).toString("base64");
export const base64url = (text: string) => Buffer.from(text).toString("base64url");

/** How services, proxies and report writers write a secret in ASCII, by the name of the form. */
export const writtenForms: Readonly<Record<string, (secret: string) => string>> = {
  plain: (text) => text,
  "lower case": (text) => text.toLowerCase(),
  "upper case": (text) => text.toUpperCase(),
  backwards: (text) => [...text].reverse().join(""),
  "percent-encoded": encodeURIComponent,
  "percent-encoded, lower-case hex": (text) => encodeURIComponent(text).toLowerCase(),
  "percent-encoded whole": (text) => each(text, (c) => `%${hex(c)}`),
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "JSON with an escaped slash": (text) => JSON.stringify(text).replaceAll("/", "\\/"),
  "JSON in JSON": (text) => JSON.stringify(JSON.stringify(text).replaceAll("/", "\\/")),
  "JSON with \\u escapes": (text) => each(text, (c) => `\\u00${hex(c).toUpperCase()}`),
  "JavaScript with \\x escapes": (text) => each(text, (c) => `\\x${hex(c)}`),
  "JavaScript with \\u{} escapes": (text) => each(text, (c) => `\\u{${hex(c)}}`),
  "each sign escaped": (text) => each(text, (c) => (/[^A-Za-z0-9]/.test(c) ? `\\${c}` : c)),
  "HTML, named": (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
  "HTML, decimal": (text) => each(text, (c) => `&#${c.charCodeAt(0)};`),
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
  "hex dump": (text) => each(text, (c) => `${hex(c).toUpperCase()} `).trim(),
  "hex of C": (text) => each(text, (c) => `0x${hex(c)}, `),
  "hex in twos": (text) =>
    (
      Buffer.from(text)
        .toString("hex")
        .match(/.{1,4}/g) ?? []
    ).join(" "),
  "percent-encoded as IIS does": (text) => each(text, (c) => `%u00${hex(c)}`),
  "HTML, each sign named": (text) =>
    text.replaceAll("/", "&sol;").replaceAll("+", "&plus;").replaceAll("=", "&equals;"),
  "UTF-16": (text) => Buffer.from(text, "utf16le").toString("latin1"),
  "UTF-16 in JSON": (text) => each(text, (c) => `\\u0000${c === '"' || c === "\\" ? "\\" : ""}${c}`),
  "hex of UTF-16": (text) => Buffer.from(text, "utf16le").toString("hex"),
  "base64 of UTF-16": (text) => Buffer.from(`:${text}`, "utf16le").toString("base64"),
  "base64 of UTF-16 in the other order": (text) =>
    Buffer.from(`:${text}`, "utf16le").swap16().toString("base64"),
  "hex with colons": (text) => each(text, (c) => `${hex(c)}:`),
};
