import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { base64, base64url } from "#testing/hostile/key-forms.ts";
import { looksLikeWord } from "./looks.ts";
import { NumberedSecrets } from "./numbered-secrets.ts";
import { redactorOf } from "./redact.ts";
import { Secrets } from "./secrets.ts";

const key = "sk-Live/7+aB9&xQ2=z";

describe("secrets", () => {
  test("that were added later are taken out from then on, also of what was looked through before", () => {
    const secrets = new Secrets();
    const answer = { text: `got ${key}`, headers: [[key, key]] as const, body: Buffer.from(key) };
    expect(secrets.redact(answer)).toEqual(answer);
    secrets.add(key);
    const { text, headers, body } = secrets.redact(answer);
    expect([text, headers]).toEqual(["got [redacted]", [["[redacted]", "[redacted]"]]]);
    expect(body.toString()).toBe("[redacted]");
  });

  test("are taken out of header lines together, and of a header's value where an object names the header", () => {
    const secrets = new Secrets("cat1", key);
    const halves = [
      ["X-A", key.slice(0, 10)],
      ["X-B", key.slice(10)],
    ] as const;
    const { headers } = secrets.redact({ headers: halves });
    expect(headers.map(([, value]) => value).join()).toBe("[redacted],[redacted]");
    expect(secrets.redact({ header: "Authorization", value: "Bearer cat1" }).value).toBe("Bearer [redacted]");
  });

  test("leave numbers, what is absent, and bytes that hold none as they are", () => {
    const secrets = new Secrets("12345678");
    const bytes = new Uint8Array([1, 2]);
    const given = { ms: 12345678, big: 12345678n, none: undefined, nothing: null, yes: true, bytes };
    expect(secrets.redact(given)).toEqual(given);
    expect(secrets.redact(given).bytes).toBe(bytes);
  });

  test("are taken out of an exception, its causes and what it holds, and its class stays", () => {
    class Refused extends Error {
      override readonly name = "Refused";
      readonly details = [`sent ${key}`];
      readonly request = { key };
    }
    const inner: Error & { self?: unknown } = new Error(`inner ${key}`);
    inner.self = inner;
    const error = new Secrets(key).redactError(new Refused(`outer ${key}`, { cause: inner }));
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ message: "outer [redacted]", cause: { message: "inner [redacted]" } });
    expect(error).toMatchObject({ details: ["sent [redacted]"], request: undefined });
    expect(error instanceof Error ? error.stack : key).not.toContain(key);
  });
});

test.each([
  "conformance",
  "undefined",
  "application/json",
  "Content-Type",
  "127.0.0.1",
  "200",
  "'",
  "correct-horse",
])("is, or may be, a word: %s", (key) => expect(looksLikeWord(key)).toBe(true));

test.each(["sk_live_7aB9xQ2zT5", "5f2c9a7d41e80b36", "abcdefghijklmnopqrstuvwxyz", "4123456789012345"])(
  "is none: %s",
  (key) => expect(looksLikeWord(key)).toBe(false),
);

const redactor = redactorOf([key]);

describe("the redactor", () => {
  test("leaves nothing in base64 from which six characters of the key can be read, wherever it stands", () => {
    const text = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.constantFrom(base64, base64url), (before, after, encode) => {
        const left = redactor.text(encode(before + key + after)).split("[redacted]");
        expect(left.length).toBeGreaterThan(1);
        for (const part of left)
          expect(Buffer.from(part, "base64").toString("latin1")).not.toContain(key.slice(0, 6));
      }),
      { seed: 1 },
    );
  });

  test("finds a key that was wrapped, though each line holds less than half of it", () => {
    const long = "sk-Live/7+aB9&xQ2=zT5~rW8Lq0";
    const made = redactorOf([long]);
    const lines = (form: string) => (form.match(/.{1,9}/g) ?? []).join("\r\n ");
    for (const form of [long, base64(long), Buffer.from(long).toString("hex")])
      expect(made.text(`<${lines(form)}>`)).toMatch(/^<(?:\[redacted\][\s\w=]{0,7})+>$/);
    // The same part again says no more than once.
    expect(made.text("sk-Live/7 sk-Live/7 sk-Live/7")).toBe("sk-Live/7 sk-Live/7 sk-Live/7");
  });

  test.each<readonly [string, (bytes: Uint8Array) => Uint8Array]>([
    ["gzip", gzipSync],
    ["gzip, cut short", (bytes) => gzipSync(bytes).subarray(0, -9)],
    ["gzip, checksum wrong", (bytes) => Buffer.concat([gzipSync(bytes).subarray(0, -8), Buffer.alloc(8)])],
    ["gzip twice", (bytes) => gzipSync(gzipSync(bytes))],
    ["zlib", deflateSync],
    ["bare deflate data", deflateRawSync],
    ["brotli, cut short", (bytes) => brotliCompressSync(bytes).subarray(0, -1)],
    ["zstd", zstdCompressSync],
  ])("leaves nothing of a body in which the key is compressed: %s", (_, pack) => {
    const text = JSON.stringify({ message: `no access for ${key}`, trace: "the same again ".repeat(9) });
    expect(Buffer.from(redactor.bytes(pack(Buffer.from(text)))).toString()).toBe("[redacted]");
    const harmless = pack(Buffer.from(text.replace(key, "others")));
    expect(redactor.bytes(harmless)).toBe(harmless);
  });

  test("keeps nothing of a body that becomes more than can be looked through", () => {
    const bomb = gzipSync(Buffer.alloc(1 << 23));
    expect(Buffer.from(redactor.bytes(bomb)).toString()).toBe("[redacted]");
  });

  test("finds a key that was cut over several header fields, in any order and between others", () => {
    const long = "sk-Live/7+aB9&xQ2=zT5~rW";
    const made = redactorOf([long]);
    const lines = [
      ["X-A", long.slice(6, 12)],
      ["Date", "today"],
      ["X-B", long.slice(0, 6).toUpperCase()],
      ["X-RateLimit-Limit", "60"],
      ["X-C", long.slice(12, 18)],
    ] as const;
    const values = made.headers(lines).map(([, value]) => value);
    expect(values.join()).toBe("[redacted],today,[redacted],60,[redacted]");
    expect(made.headers([["X-A", long.slice(6, 12)]])).toEqual([["X-A", long.slice(6, 12)]]);
  });

  test("changes nothing else", () => {
    const text = '{"id":1,"name":"sk-Live"} \u00e9 \ud800';
    expect(redactor.text(text)).toBe(text);
    const bytes = new Uint8Array([0xff, 0x00, 0x80]);
    expect(redactor.bytes(bytes)).toBe(bytes);
  });

  test("keeps the other bytes as they are", () => {
    const body = Buffer.concat([Buffer.from([0xff, 0xc3, 0xa9]), Buffer.from(key), Buffer.from([0x80])]);
    expect(Buffer.from(redactor.bytes(body)).toString("hex")).toBe(
      `ffc3a9${Buffer.from("[redacted]").toString("hex")}80`,
    );
  });

  test("takes a secret of under 8 characters out of credential headers alone", () => {
    const short = redactorOf(["cat1"]);
    expect(short.text("cat1")).toBe("cat1");
    expect(
      short.headers([
        ["Authorization", "Bearer cat1"],
        ["authorization", `Basic ${base64("me:cat1")}`],
        ["X-Pet", "cat1"],
      ]),
    ).toEqual([
      ["Authorization", "Bearer [redacted]"],
      ["authorization", expect.stringContaining("[redacted]")],
      ["X-Pet", "cat1"],
    ]);
  });

  test("finds a secret beyond ASCII", () => {
    const accented = redactorOf(["pässwörd-1"]);
    for (const form of [
      "pässwörd-1",
      "PÄSSWÖRD-1",
      encodeURIComponent("pässwörd-1"),
      "p\\u00e4ssw\\u00f6rd-1",
    ]) {
      expect(accented.text(form)).toBe("[redacted]");
    }
    expect(Buffer.from(accented.bytes(Buffer.from("pässwörd-1"))).toString()).toBe("[redacted]");
  });

  test("without a secret is the identity", () => {
    expect(redactorOf(["", ""]).text("anything")).toBe("anything");
  });
});

const [one, two] = ["a-key-of-one-client-1", "b-key-of-another-2"];

test("what others sent shortly before is taken out too, in every form", () => {
  const secrets = new NumberedSecrets();
  secrets.redact("", [one]);
  const hex = Buffer.from(one).toString("hex");
  expect(secrets.redact(`${one} ${hex} ${two}`, [two])).toBe("{key 1} {key 1} {key 2}");
});

test("a near-miss of another's key is a secret of its own", () => {
  const secrets = new NumberedSecrets();
  secrets.redact("", [one]);
  for (const nearMiss of [one.slice(0, -4), `${one}abcd`, one.toUpperCase()])
    expect(secrets.redact(`Bearer ${nearMiss}`, [nearMiss])).toMatch(/^Bearer \{key [2-4]\}$/);
});

test("what is remembered has a bound", () => {
  const secrets = new NumberedSecrets();
  for (let n = 0; n < 20; n += 1) secrets.redact("", [`key-number-${n}-of-many`]);
  expect(secrets.redact("key-number-19-of-many", [])).toBe("{key 20}");
  expect(secrets.redact("key-number-0-of-many", ["key-number-0-of-many"])).toBe("{key 1}");
});
