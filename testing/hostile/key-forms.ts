// What is searched for in everything that is written. On purpose not made from `src/core/secrets/secret-forms.ts`.

const each = (text: string, form: (code: number) => string) =>
  [...Buffer.from(text, "latin1")].map(form).join("");
const hex = (code: number) => code.toString(16).padStart(2, "0");

/** The base64 characters that the key alone decides, when `before` bytes stand in front of it. */
function base64Within(key: string, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), Buffer.from(key, "latin1")]).toString("base64");
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor(((before + key.length) * 8) / 6);
  return text.slice(from, to);
}

/** The forms in which a target or a writer may repeat a key, by name. */
export function keyForms(key: string): Readonly<Record<string, string>> {
  return {
    plain: key,
    "lower case": key.toLowerCase(),
    "upper case": key.toUpperCase(),
    "percent-encoded": encodeURIComponent(key),
    "percent-encoded whole": each(key, (code) => `%${hex(code)}`),
    "JSON escaped": JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/"),
    "JSON \\u": each(key, (code) => `\\u00${hex(code)}`),
    "HTML named": key.replaceAll("&", "&amp;"),
    "HTML decimal": each(key, (code) => `&#${code};`),
    "HTML hex": each(key, (code) => `&#x${hex(code)};`),
    "base64, aligned": base64Within(key, 0),
    "base64, after one byte": base64Within(key, 1),
    "base64, after two bytes": base64Within(key, 2),
    base64url: base64Within(key, 0).replaceAll("+", "-").replaceAll("/", "_"),
    hex: each(key, hex),
    "hex, upper case": each(key, hex).toUpperCase(),
    backwards: [...key].reverse().join(""),
    ...parts("a half", key, key.length / 2),
    ...parts("a half of the base64", base64Within(key, 0), (key.length * 4) / 6),
    ...parts("a half of the hex", each(key, hex), key.length),
    ...parts(
      "a half percent-encoded",
      each(key, (code) => `%${hex(code)}`),
      (key.length * 3) / 2,
    ),
  };
}

/** The beginning and the end of a form, of so many characters each: what is left of it where a text was cut. */
function parts(name: string, form: string, length: number): Record<string, string> {
  const long = Math.ceil(length);
  return { [`${name}, the first`]: form.slice(0, long), [`${name}, the last`]: form.slice(-long) };
}

/** Which forms of the key a text holds. */
export function formsFound(text: string, key: string): string[] {
  return Object.entries(keyForms(key))
    .filter(([, form]) => text.includes(form))
    .map(([name]) => name);
}
