import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { sampleSigner } from "#testing/certificate/sample-certificate.ts";
import { isSignedBy, preAuthenticationEncoding, readEnvelope, sealed, writeEnvelope } from "./dsse.ts";

// The test vector of the DSSE specification (protocol.md, "Test Vectors").
const vector = {
  payload: "aGVsbG8gd29ybGQ=",
  payloadType: "http://example.com/HelloWorld",
  signatures: [
    { sig: "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==" },
  ],
};
const coordinate = (digits: string) =>
  Buffer.from(BigInt(digits).toString(16).padStart(64, "0"), "hex").toString("base64url");
const vectorKey = createPublicKey({
  format: "jwk",
  key: {
    ...{ kty: "EC", crv: "P-256" },
    x: coordinate("46950820868899156662930047687818585632848591499744589407958293238635476079160"),
    y: coordinate("5640078356564379163099075877009565129882514886557779369047442380624545832820"),
  },
});

test("the published vector has the published encoding, and its signature holds over ours", () => {
  const { envelope, isOurForm } = readEnvelope(Buffer.from(JSON.stringify(vector)));
  const encoding = preAuthenticationEncoding(envelope.payloadType, envelope.payload);
  expect(encoding.toString()).toBe("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
  const key = { key: vectorKey, dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", encoding, key, envelope.signature.sig)).toBe(true);
  expect(isOurForm).toBe(false);
});

test("lengths are of bytes, not of characters", () => {
  expect(preAuthenticationEncoding("tÿpe", Buffer.from("ü")).toString()).toBe("DSSEv1 5 tÿpe 2 ü");
});

const envelope = await sealed("text/plain", Buffer.from([0, 255, 62, 63]), sampleSigner());
const text = writeEnvelope(envelope);

test("what is written is read, and no other spelling of it is ours", () => {
  expect(readEnvelope(Buffer.from(text))).toEqual({ envelope, isOurForm: true });
  const spaced = text.replace('"payload"', '"payload" ');
  for (const other of [JSON.stringify(JSON.parse(text)), text.trimEnd(), ` ${text}`, spaced])
    expect(readEnvelope(Buffer.from(other)).isOurForm).toBe(false);
});

test("URL-safe base64 is read, too", () => {
  const urlSafe = text.replaceAll("+", "-").replaceAll("/", "_").replace("text_plain", "text/plain");
  expect(urlSafe).not.toBe(text);
  const read = readEnvelope(Buffer.from(urlSafe));
  expect(read).toEqual({ envelope, isOurForm: false });
  expect(isSignedBy(read.envelope, sampleSigner().publicKey)).toBe(true);
});

test.each(["AP8+Pw=", "AP8+Px==", "AP8+!Pw==", "AP8+ Pw==", "AP8+Pw==AA"])(
  "base64 that is not in its one form is refused: %s",
  (wrong) => {
    const changed = Buffer.from(text.replace("AP8+Pw==", wrong));
    expect(() => readEnvelope(changed)).toThrow("not base64 in its one form");
  },
);

test.each([
  ["", "is not JSON"],
  ["[]", "is not an object"],
  ["{}", "lacks payloadType"],
  [text.replace(/"signatures": \[[^\]]*\]/, '"signatures": []'), "has 0 signatures"],
  [`${text}{}`, "is not JSON"],
])("%j is no envelope", (wrong, why) => {
  expect(() => readEnvelope(Buffer.from(wrong))).toThrow(why);
});

test("a signer whose public key is another's is found out before anything is written", async () => {
  const signer = { ...sampleSigner(1), publicKey: sampleSigner(2).publicKey };
  await expect(sealed("text/plain", Buffer.from("a"), signer)).rejects.toThrow("does not belong to the key");
});
