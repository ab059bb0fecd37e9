import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createOtherSecrets } from "./other-secrets.ts";
import { createRedactor } from "./redact.ts";
import { createSecrets } from "./secrets.ts";

const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, "0");
const each = (text: string, form: (c: string) => string) => [...text].map(form).join("");

const forms: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => [...text].reverse().join(""),
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => each(text, (c) => `%${hex(c)}`),
  (text) => JSON.stringify(JSON.stringify(text)),
  (text) => each(text, (c) => `\\u00${hex(c)}`),
  (text) => each(text, (c) => `\\x${hex(c)}`),
  (text) => each(text, (c) => `\\u{${hex(c)}}`),
  (text) => each(text, (c) => `&#${c.charCodeAt(0)};`),
  (text) => each(text, (c) => `&amp;#x0${hex(c)};`),
  (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
  (text) => each(text, (c) => (/[^A-Za-z0-9]/.test(c) ? `\\${c}` : c)),
  (text) => Buffer.from(text).toString("base64"),
  (text) => Buffer.from(`me:${text}`).toString("base64url"),
  (text) => encodeURIComponent(Buffer.from(`Bearer ${text}!`).toString("base64")),
  (text) => Buffer.from(text).toString("hex"),
  (text) => each(text, (c) => `${hex(c).toUpperCase()} `),
  (text) => each(text, (c) => `${hex(c)}:`),
];

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 80,
});
const around = fc.string({ maxLength: 12 });

test("whatever is redacted for a secret of one's own is redacted for that of another run", () => {
  fc.assert(
    fc.property(
      visible,
      fc.constantFrom(...forms),
      around,
      around,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (secret, form, before, after, cut) => {
        const written = form(secret);
        const [whole, begun] = [before + written + after, written.slice(0, Math.ceil(written.length * cut))];
        const [own, other] = [createRedactor([secret]), createOtherSecrets([secret])];
        for (const text of [whole, begun]) {
          expect(other.text(text)).toBe(own.text(text));
          expect(other.bytes(Buffer.from(text))).toEqual(own.bytes(Buffer.from(text)));
        }
      },
    ),
    { seed: 3, numRuns: 60 },
  );
});

test("among hundreds the one that is there is taken out, and nothing else", () => {
  const keys = Array.from({ length: 300 }, () => randomBytes(24).toString("base64url"));
  const secrets = createSecrets("a-key-of-this-run");
  secrets.addOthers(...keys);
  expect(secrets.redact({ text: `token=${keys[7]}&own=a-key-of-this-run`, name: "plain text" })).toEqual({
    text: "token=[redacted]&own=[redacted]",
    name: "plain text",
  });
  expect(secrets.redact({ headers: [["X-Echo", keys[299]]] })).toEqual({
    headers: [["X-Echo", "[redacted]"]],
  });
});

test("of keys that begin alike the one that is there is taken out whole, and a word that they share stays", () => {
  const keys = Array.from(
    { length: 200 },
    (_, at) => `petstore-staging-${at}-${randomBytes(6).toString("hex")}`,
  );
  const { text } = createOtherSecrets(keys);
  expect(text(`a ${keys[57]} b ${keys[199]} c`)).toBe("a [redacted] b [redacted] c");
  expect(text("petstore-conformance")).toBe("petstore-conformance");
});
