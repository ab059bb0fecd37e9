import { expect, test } from "vitest";
import { sampleSigner } from "#testing/certificate/sample-certificate.ts";
import { KeyError } from "../statement/dsse.ts";
import { readTrust } from "./trust.ts";

const pem = (byte = 7) => sampleSigner(byte).publicKey.export({ type: "spki", format: "pem" }).toString();
const read = (keys: readonly object[], more: object = {}) =>
  readTrust(
    Buffer.from(JSON.stringify({ form: "petstore-conformance trust", version: 1, keys, ...more })),
    "trust.json",
  );
const acme = { name: "Acme", publicKey: pem() };

test("a list has keys, and the key and number of the list of revocations; a public key is a list of itself", () => {
  const list = read([acme, { name: "Beta", publicKey: pem(8) }], {
    revocations: { publicKey: pem(), number: 3 },
  });
  expect(list.keys.map(({ name }) => name)).toEqual(["Acme", "Beta"]);
  expect(list.revocations?.number).toBe(3);
  expect(readTrust(Buffer.from(pem()), "a.pub.pem")).toMatchObject({
    keys: [{ name: "a.pub.pem" }],
    revocations: { number: 0 },
  });
});

test.each<[string, readonly object[], string]>([
  ["a key twice", [acme, { name: "Beta", publicKey: pem() }], "lists one key twice: as Acme and as Beta"],
  [
    "a key twice, once with bounds",
    [acme, { ...acme, name: "Beta", until: "2026-01-01" }],
    "lists one key twice",
  ],
  [
    "a key twice, in another layout",
    [acme, { name: "Beta", publicKey: pem().replaceAll("\n", "\r\n") }],
    "lists one key twice",
  ],
  ["a name twice", [acme, { name: "Acme", publicKey: pem(8) }], "has the name Acme twice"],
  ["a name in two letter cases", [acme, { name: "ACME ", publicKey: pem(8) }], "has the name ACME  twice"],
  ["roles", [{ ...acme, roles: ["revoke"] }], 'Leave "roles" out'],
  ["no key", [], "is not as its schema has it"],
  ["a long name", [{ ...acme, name: "a".repeat(201) }], "is not as its schema has it"],
])("a list with %s is refused with a sentence", (_, keys, sentence) => {
  expect(() => read(keys)).toThrow(KeyError);
  expect(() => read(keys)).toThrow(sentence);
});

test.each([
  ["deep nesting", `{"keys": ${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ["YAML with references", "form: &a [*a]\nkeys: *a"],
  ["nothing", ""],
  ["a member twice", '{"form": 1, "form": 2}'],
])("a list of %s is refused with a sentence", (_, text) => {
  expect(() => readTrust(Buffer.from(text), "trust.json")).toThrow(KeyError);
});
