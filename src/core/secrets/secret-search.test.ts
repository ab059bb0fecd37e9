import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formsFound, writtenForms } from "#testing/hostile/key-forms.ts";
import { redactorOf } from "./redact.ts";
import { Secrets } from "./secrets.ts";

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 80,
});
const edge = fc.constantFrom("", " ", '"', "<");

test("a secret is found in every form, and half of it or more where the form was cut", () => {
  fc.assert(
    fc.property(
      visible,
      fc.constantFrom(...Object.values(writtenForms)),
      edge,
      edge,
      (secret, form, before, after) => {
        const made = redactorOf([secret]);
        const written = form(secret);
        const most = Math.ceil(written.length * 0.9);
        for (const given of [written, written.slice(0, most), written.slice(-most)]) {
          if (given !== written && secret.length < 16) continue;
          const safe = made.text(before + given + after);
          expect(safe).toContain("[redacted]");
          expect(formsFound(safe.replaceAll("[redacted]", " "), secret)).toEqual([]);
          expect(Buffer.from(made.bytes(Buffer.from(before + given + after))).toString()).toBe(safe);
        }
      },
    ),
    { seed: 3, numRuns: 200 },
  );
});

// Linear, or they do not end: the time of a search that asks at each place how much of the secret follows grows with both.
test.each([
  ["of one character", "a".repeat(127)],
  ["of two characters by turns", "ab".repeat(4000)],
  ["of 8,000 digits", Array.from({ length: 8000 }, (_, n) => (n * n) % 10).join("")],
])(
  "a body of a megabyte that repeats half of what is due is read with a key %s, and its near-misses",
  (_, key) => {
    const made = redactorOf([key, key.slice(0, -4), `${key}XXXX`]);
    const body = `${key.slice(0, 31)}#########`.repeat(25_000);
    expect(made.text(body)).toBe(body);
    expect(made.text(body + key)).toBe(`${body}[redacted]`);
  },
);

test("what overlaps is taken out together: no secret takes a part of another for its own", () => {
  const key = "sk-Echo/7+aB9&xQ2=zT5~rW";
  const backwards = [...key].reverse().join("");
  const all = redactorOf([key.slice(0, -4), `${key}XXXX`, key.toUpperCase(), key]);
  for (const given of [key, backwards, `${key}XXXX`, key.slice(0, -4), key + key, backwards + key])
    expect(all.text(`<${given}>`)).toMatch(/^<(\[redacted\])+>$/);
  // One character is another, and both sides of it are as long as a word.
  expect(all.text(`<${key.slice(0, 9)}#${key.slice(10)}>`)).toBe("<[redacted]#[redacted]>");
});

test("among hundreds the one that is there is taken out, and nothing else", () => {
  const keys = Array.from({ length: 300 }, () => randomBytes(24).toString("base64url"));
  const secrets = new Secrets("a-key-of-this-run");
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
  const made = redactorOf(keys);
  expect(made.text(`a ${keys[57]} b ${keys[199]} c`)).toBe("a [redacted] b [redacted] c");
  expect(made.text("petstore-conformance")).toBe("petstore-conformance");
});
