import { expect, test } from "vitest";
import {
  certificateOf,
  dayMs,
  issuedMs,
  recordedLines,
  recordingOf,
  sampleSigner,
  trustIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import { CertificateError, keyIdOf } from "../statement/dsse.ts";
import { revoke } from "./revocations.ts";
import { readTrust } from "./trust.ts";

const pem = (byte = 7) => sampleSigner(byte).publicKey.export({ type: "spki", format: "pem" }).toString();
const read = (keys: readonly object[], more: object = {}) =>
  readTrust(
    Buffer.from(JSON.stringify({ form: "petstore-conformance trust", version: 1, keys, ...more })),
    "trust.json",
  );
const acme = { name: "Acme", publicKey: pem() };

test.each<[string, readonly object[], string]>([
  ["a key twice", [acme, { name: "Beta", publicKey: pem() }], "twice: Acme and Beta"],
  [
    "a key twice, in another layout",
    [acme, { name: "Beta", publicKey: pem().replaceAll("\n", "\r\n") }],
    "twice: Acme and Beta",
  ],
  ["a name in two letter cases", [acme, { name: "ACME ", publicKey: pem(8) }], "twice: Acme and ACME "],
  ["another member", [{ ...acme, roles: ["revoke"] }], '("roles")'],
  ["no key", [], "is not as its schema has it"],
  ["a long name", [{ ...acme, name: "a".repeat(201) }], "is not as its schema has it"],
])("a list with %s is refused with a sentence", (_, keys, sentence) => {
  expect(() => read(keys)).toThrow(CertificateError);
  expect(() => read(keys)).toThrow(sentence);
});

test("keys may be named by their ids", () => {
  const [own, other] = [7, 8].map((byte) => keyIdOf(sampleSigner(byte).publicKey));
  const list = read([
    { ...acme, name: own },
    { name: other, publicKey: pem(9) },
    { name: "Beta", publicKey: pem(8) },
  ]);
  expect(list.keys).toHaveLength(3);
});

const certificate = await certificateOf(recordingOf(await recordedLines()));
const nothing = { certificates: [], keys: [], validForMs: 30 * dayMs, reason: "" };
const programme = sampleSigner(9);

/** A list that was renewed so many times. */
async function listOf(number: number, at = issuedMs, signer = programme): Promise<Buffer> {
  let list: Buffer | undefined;
  for (let nth = 1; nth <= number; nth += 1)
    list = Buffer.from((await revoke(list, { ...nothing, at: new Date(at) }, signer)).text);
  return list ?? Buffer.from("");
}

async function found(list: Buffer | undefined, number: number | undefined) {
  const { keys } = trustIn(sampleSigner());
  const revocations = number === undefined ? undefined : { publicKey: programme.publicKey, number };
  const asked = { trust: { keys, revocations }, revocations: list };
  return (await verified(certificate, undefined, asked)).problems.map(({ detail }) => detail);
}

test("the newest list that is known, and a newer one, hold", async () => {
  expect(await found(await listOf(2), 2)).toEqual([]);
  expect(await found(await listOf(3), 2)).toEqual([]);
});

test.each<[string, () => Promise<Buffer | undefined>, number | undefined, string]>([
  ["older than one that was seen", () => listOf(1), 2, "Its number is 1, and the trust list names 2"],
  ["missing", async () => undefined, 2, "expects one with the number 2 or a higher one, and there is none"],
  ["stale", () => listOf(2, issuedMs - 30 * dayMs), 2, "It is stale since 2026-03-05T00:00:00.000Z"],
  ["of the future", () => listOf(2, issuedMs + 2 * dayMs), 2, "which lies in the future"],
  ["signed by nobody who may", () => listOf(1), undefined, "names no key that may revoke"],
  ["signed by a key that certifies", () => listOf(1, issuedMs, sampleSigner()), 1, "did not sign it"],
])("a list that is %s is said", async (_, list, number, sentence) => {
  expect(await found(await list(), number)).toEqual([expect.stringContaining(sentence)]);
});
