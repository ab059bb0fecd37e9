import { expect, test } from "vitest";
import type { Scenario } from "#core/check/check.ts";
import { invalidKey } from "#suites/petstore/authentication/keys/checks.ts";
import * as invalidKeys from "#suites/petstore/authentication/keys/invalid-keys.checks.ts";
import { suite } from "#suites/registry.ts";
import { contract, factsOf } from "#testing/suites/sample-evidence.ts";

const key = "Key-5F2c9a7d41";
const facts = factsOf([{ body: [] }]);

/** The credentials that the cases of a check send, by label. */
function credentialsOf({ cases }: Scenario, sentWith = facts) {
  return new Map(
    cases(contract).flatMap(({ step }) => {
      const request = step.request(sentWith);
      return "path" in request && request.credential.kind === "other"
        ? [[step.label, request.credential]]
        : [];
    }),
  );
}

const near = credentialsOf(invalidKeys.nearlyTheKey);
const others = suite.checks
  .filter((check) => check.about.startsWith("AUTH-"))
  .filter((check) => check.kind === "scenario")
  .flatMap((check) => [...credentialsOf(check).values()]);

test("near-misses are the key without its end, with more behind it, and in the other letter case", () => {
  const derived = (label: string) => near.get(label)?.derive?.(key);
  expect(derived("the key without its last four characters")).toBe("Bearer Key-5F2c9a");
  expect(derived("the key with four characters more")).toBe(`Bearer ${key}x7Qz`);
  expect(derived("the key in another letter case")).toBe("Bearer kEY-5f2C9A7D41");
  expect(near.get("the key without its last four characters")?.derive?.("abc")).toBe("Bearer x");
});

test("whatever is made of the key is as secret as it is, and nothing else is", () => {
  const ofTheKey = others.filter(({ value, derive }) => value.includes("{") || derive !== undefined);
  expect(ofTheKey.length).toBeGreaterThan(5);
  for (const credential of others)
    expect([credential.about, credential.secret]).toEqual([credential.about, ofTheKey.includes(credential)]);
});

test("a key in another letter case is not tried where it has none", () => {
  const { cases } = invalidKeys.nearlyTheKey;
  const step = cases(contract).find((one) => one.step.label === "the key in another letter case")?.step;
  expect(step?.request(facts)).toHaveProperty("path");
  expect(step?.request(factsOf([], { keyHasCase: false }))).toMatchObject({ kind: "not-applicable" });
});

test("what is sent as a key and is none is sent as it stands, and shown", () => {
  const sent = [...credentialsOf(invalidKeys.noRealKey).values()];
  expect(sent.filter(({ secret }) => secret)).toEqual([]);
  expect(sent.map(({ value }) => value)).toEqual(
    expect.arrayContaining(["Bearer", "Bearer undefined", "Bearer null", "Bearer [object Object]"]),
  );
});

test("where the key may be a word, no word is sent as an invalid key, and the same one again from the same seed", () => {
  const withWord = () => {
    const found = factsOf([{ body: [] }], { keyIsWord: true });
    const checks = [invalidKeys.noRealKey, invalidKey];
    return checks.flatMap((check) => [...credentialsOf(check, found).values()].map(({ value }) => value));
  };
  for (const word of ["undefined", "null", "constructor", "[object Object]", "'", "%"])
    expect(withWord()).not.toContain(`Bearer ${word}`);
  expect(withWord()).toContainEqual(expect.stringMatching(/^Bearer undefined-[0-9a-f]{8}$/));
  expect(withWord()).toEqual(withWord());
  expect(near.get("the key without its last four characters")?.derive?.("x")).toBe("Bearer y");
});

test("the unsigned token is whole but for its signature", () => {
  const sent = credentialsOf(invalidKeys.noRealKey).get("an unsigned JSON Web Token as key")?.value ?? "";
  const [header = "", claims = "", signature] = sent.replace("Bearer ", "").split(".");
  const decoded = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  expect(decoded(header)).toMatchObject({ alg: "none" });
  expect(decoded(claims)).toMatchObject({ sub: "conformance" });
  expect(signature).toBe("");
});
