import { describe, expect, test } from "vitest";
import { looksLikeWord } from "./looks.ts";
import { createSecrets } from "./secrets.ts";

const key = "sk-Live/7+aB9&xQ2=z";

describe("secrets", () => {
  test("that were added later are taken out from then on", () => {
    const secrets = createSecrets();
    expect(secrets.redact(`got ${key}`)).toBe(`got ${key}`);
    secrets.add(key);
    expect(secrets.redact(`got ${key}`)).toBe("got [redacted]");
  });

  test("that were added later are taken out of lines and bytes that were looked through before, too", () => {
    const secrets = createSecrets();
    const answer = { headers: [[key, key]] as const, body: Buffer.from(key) };
    expect(secrets.redact(answer)).toEqual(answer);
    secrets.add(key);
    const { headers, body } = secrets.redact(answer);
    expect([headers, body.toString()]).toEqual([[["[redacted]", "[redacted]"]], "[redacted]"]);
  });

  test("are taken out of header lines together, and of a header's value where an object names the header", () => {
    const secrets = createSecrets("cat1", key);
    const halves = [
      ["X-A", key.slice(0, 10)],
      ["X-B", key.slice(10)],
    ] as const;
    expect(secrets.redact({ headers: halves }).headers.map(([, value]) => value)).toEqual([
      "[redacted]",
      "[redacted]",
    ]);
    expect(secrets.redact({ header: "Authorization", value: "Bearer cat1" }).value).toBe("Bearer [redacted]");
  });

  test("leave numbers, what is absent, and bytes that hold none as they are", () => {
    const secrets = createSecrets("12345678");
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
    const error = createSecrets(key).redactError(new Refused(`outer ${key}`, { cause: inner }));
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
