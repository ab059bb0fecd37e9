import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import {
  certificateOf,
  judged,
  kindsIn,
  recordedLines,
  recordingOf,
  redactedIn,
  sampleSigner,
  statementIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import { contradictions } from "../verify.ts";
import { isSignedBy, preAuthenticationEncoding, readEnvelope, sealed, writeEnvelope } from "./dsse.ts";
import statementSchema from "./statement.schema.json" with { type: "json" };
import { type Level, levels, serverLevel } from "./statement.ts";
import { isInstant, readJson, readStrictJson } from "./strict-json.ts";

test("an instant is one of a day that the calendar has", () => {
  expect(isInstant("2028-02-29T23:59:59.999Z")).toBe(true);
  for (const none of ["2025-02-29T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2028-02-29T24:00:00.000Z"])
    expect(isInstant(none)).toBe(false);
});

const sound = {
  run: { startedAt: "2026-03-01T00:00:00.000Z", endedAt: "2026-03-01T00:10:00.000Z", clock: "wall" },
  issuedAt: "2026-03-02T00:00:00.000Z",
  expiresAt: "2027-03-03T00:00:00.000Z",
} as const;

const expiresAt = "2026-06-01T00:00:00.000Z";

test.each([
  ["signed after its run, and holds for 366 days", {}, 0],
  ["signed five minutes before the end of its run", { issuedAt: "2026-03-01T00:05:00.000Z", expiresAt }, 0],
  ["signed a moment sooner", { issuedAt: "2026-03-01T00:04:59.999Z", expiresAt }, 1],
  [
    "of a run that ended before it began",
    { run: { ...sound.run, startedAt: "2026-03-01T01:00:00.000Z" } },
    1,
  ],
  ["expired when it was signed", { expiresAt: "2026-03-01T23:00:00.000Z" }, 1],
  ["valid for longer than a year", { expiresAt: "2027-03-03T00:00:00.001Z" }, 1],
])("the dates of a certificate that is %s: %j, %i contradictions", (_, changed, count) => {
  expect(contradictions({ ...sound, ...changed })).toHaveLength(count);
});

const bytes = (text: string, encoding: "utf8" | "latin1" = "utf8") => Buffer.from(text, encoding);
const anything = {};

test.each<[string, string, string, "latin1"?]>([
  ["a member that occurs twice", '{"a":1,"a":1}', "has the member /a twice"],
  [
    "a member that occurs twice by an escape",
    '{"keys":[{"a":1,"\\u0061":2}]}',
    "has the member /keys/0/a twice",
  ],
  ["half of a surrogate pair", '["\\ud800"]', "half of a surrogate pair"],
  ["half of a surrogate pair in a name", '{"\\udc00":1}', "half of a surrogate pair"],
  ["a nesting of 100,000", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, "more than 32 levels deep"],
  ["a byte order mark", "\ufeff{}", "cannot be read as JSON"],
  ["a text that ends too early", '{"a":', "cannot be read as JSON"],
  ["bytes that are not UTF-8", '"\xff"', "is not UTF-8", "latin1"],
])("neither reader takes %s", (_, text, sentence, encoding?) => {
  for (const read of [readJson, readStrictJson])
    expect(() => read(bytes(text, encoding), anything)).toThrow(sentence);
});

test("what people write may have spaces, and what was signed may not", () => {
  expect(readJson(bytes('{ "a": "\\ud83d\\ude00" }\n'), anything)).toEqual({ a: "😀" });
  expect(() => readStrictJson(bytes('{ "a": 1 }'), anything)).toThrow("in its one form");
  for (const value of [{ a: 1 }, { a: "\\ud800" }])
    expect(readStrictJson(bytes(JSON.stringify(value)), anything)).toEqual(value);
});

test("a day that the calendar lacks is named with its place", () => {
  const schema = { properties: { until: { type: "string", format: "date" } } };
  expect(() => readJson(bytes('{"until":"2026-02-31"}'), schema)).toThrow(
    "/until is not a day of the calendar",
  );
  expect(readJson(bytes('{"until":"2026-02-28"}'), schema)).toEqual({ until: "2026-02-28" });
});

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

test("what is written is read as ours", () => {
  expect(readEnvelope(Buffer.from(text))).toEqual({ envelope, isOurForm: true });
});

test.each([
  ["in one line", JSON.stringify(JSON.parse(text))],
  ["in URL-safe base64", text.replace("AP8+Pw==", "AP8-Pw==")],
  ["in base64 with other bits at its end", text.replace("AP8+Pw==", "AP8+Px==")],
  ["in base64 with what is none", text.replace("AP8+Pw==", "AP8+!Pw==")],
])("an envelope %s is read, and is not ours", (_, other) => {
  expect(other).not.toBe(text);
  const read = readEnvelope(Buffer.from(other));
  expect(read).toEqual({ envelope, isOurForm: false });
  expect(isSignedBy(read.envelope, sampleSigner().publicKey)).toBe(true);
});

test.each([
  ["", "cannot be read as JSON"],
  ["{}", "it must have required property 'payloadType'"],
  [
    text.replace(/"signatures": \[[^\]]*\]/, '"signatures": []'),
    "/signatures must NOT have fewer than 1 items",
  ],
  [`${text}{}`, "cannot be read as JSON"],
])("%j is no envelope", (wrong, why) => {
  expect(() => readEnvelope(Buffer.from(wrong))).toThrow(why);
});

test("a signer whose public key is another's is found out before anything is written", async () => {
  const signer = { ...sampleSigner(1), publicKey: sampleSigner(2).publicKey };
  await expect(sealed("text/plain", Buffer.from("a"), signer)).rejects.toThrow("does not belong to the key");
});

const standard = { profile: "standard" } as const;

// Of a thorough run: testing/long/proof/clients.test.ts.

test.each<[Partial<RunOptions>, Level]>([
  [{}, "server standard"],
  [{ profile: "thorough" }, "server thorough"],
  [{ readOnly: true }, "server read-only"],
  [{ maxCreates: 0 }, "server read-only"],
  [{ maxCreates: 24 }, "server reduced"],
  [{ maxRequests: 4999 }, "server reduced"],
  [{ maxBurst: 10 }, "server reduced"],
  [{ maxWaitMs: 74_000 }, "server reduced"],
  [{ maxDurationMs: 14 * 60_000 }, "server reduced"],
  [{ rateLimit: "off" }, "server limits off"],
])("what a run covers follows from its options, %j: %s", (options, level) => {
  const whole = { ...defaultOptions, seed: 1, runId: "0123456789abcdef0123", ...standard, ...options };
  expect(serverLevel(whole)).toBe(level);
});

test("--min-tested refuses what tested fewer of its musts", async () => {
  const recording = recordingOf(await recordedLines({ ...standard, readOnly: true }));
  const certificate = await certificateOf(recording);
  const { tested, of } = statementIn(certificate).predicate.musts;
  const percent = Math.floor((tested * 100) / of);
  expect(kindsIn(await verified(certificate, recording, { minTested: percent }))).toEqual([]);
  const { problems } = await verified(certificate, recording, { minTested: percent + 1 });
  const detail = `${tested} of ${of} musts were tested, and ${percent + 1} % are asked for.`;
  expect(problems).toEqual([{ kind: "level-too-low", detail }]);
});

test.each<[Partial<RunOptions>, string]>([
  [{ consistencyWaitMs: 8000 }, "Lists were given 8 s to hold a created pet, and may lag 2 s"],
  [{ now: "2026-01-01" }, "run without now and removal-date"],
])("a run with %j is not certified", async (options, sentence) => {
  const { obstacles } = await judged(recordingOf(await recordedLines({ ...standard, ...options })));
  expect(obstacles).toEqual([expect.stringContaining(sentence)]);
});

test("a run whose recording lacks what a should rests on, since it was redacted, is not certified", async () => {
  const lines = redactedIn(await recordedLines(standard), { parts: [], headers: ["www-authenticate"] });
  const { obstacles } = await judged(recordingOf(lines));
  expect(obstacles).toContainEqual(expect.stringMatching(/^What it shows of .*AUTH-6.* was redacted/));
});

test("the schema has every level", () => {
  expect(statementSchema.properties.predicate.properties.level.enum).toEqual(levels);
});
