import { expect, test } from "vitest";
import { createNumberedSecrets } from "./numbered-secrets.ts";

const [one, two] = ["a-key-of-one-client-1", "b-key-of-another-2"];

test("each secret has a number of its own, which it keeps", () => {
  const secrets = createNumberedSecrets();
  const redacted = [one, two, one].map((key) =>
    secrets.redact({ headers: [["Authorization", `Bearer ${key}`]] as const }, [key]),
  );
  const values = redacted.map(({ headers: [[, value]] }) => value);
  expect(values).toEqual([1, 2, 1].map((number) => `Bearer {key ${number}}`));
});

test("what others sent shortly before is taken out too, in every form", () => {
  const secrets = createNumberedSecrets();
  secrets.redact("", [one]);
  const hex = Buffer.from(one).toString("hex");
  expect(secrets.redact(`${one} ${hex} ${two}`, [two])).toBe("{key 1} {key 1} {key 2}");
});

test("a near-miss of another's key is a secret of its own", () => {
  const secrets = createNumberedSecrets();
  secrets.redact("", [one]);
  for (const nearMiss of [one.slice(0, -4), `${one}abcd`, one.toUpperCase()])
    expect(secrets.redact(`Bearer ${nearMiss}`, [nearMiss])).toMatch(/^Bearer \{key [2-4]\}$/);
});

test("what is remembered has a bound", () => {
  const secrets = createNumberedSecrets();
  for (let n = 0; n < 20; n += 1) secrets.redact("", [`key-number-${n}-of-many`]);
  expect(secrets.redact("key-number-19-of-many", [])).toBe("{key 20}");
  expect(secrets.redact("key-number-0-of-many", ["key-number-0-of-many"])).toBe("{key 1}");
});
