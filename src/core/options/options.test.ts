import { createPublicKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readBounded, Unreadable } from "#files/read-bounded.ts";
import { asText, readInCode, readValue } from "./kinds.ts";
import { bytes, choice, date, flag, int64, path, pattern, seconds, text, whole } from "./option.ts";
import { nearest, reading, UsageError } from "./usage-error.ts";

const kinds = [
  flag,
  choice("one", "two"),
  whole(1, 64),
  whole(200, 10_000),
  seconds(0.1, 600),
  bytes(64_000, 64_000_000),
  date,
  int64,
  pattern(/^[a-z]+=$/, "a name and an equals sign", "name="),
];

describe.each(kinds)("$kind", (kind) => {
  test("takes its own example, in code and as text, and both mean the same", () => {
    const { example } = kind;
    expect(readInCode(kind, example)).toEqual({ ok: true, value: example });
    const given = kind.kind === "flag" ? example : asText(kind, example);
    expect(readValue(kind, given)).toEqual({ ok: true, value: example });
  });

  test.each([null, "", [], {}, Number.NaN])("refuses %j", (given) => {
    expect(readInCode(kind, given).ok).toBe(false);
    expect(readValue(kind, given).ok).toBe(false);
  });
});

test.each([path(), text("a shell command")])("$kind is any text but an empty one", (kind) => {
  expect(readValue(kind, "a b")).toEqual({ ok: true, value: "a b" });
  expect([readValue(kind, "").ok, readInCode(kind, 7).ok]).toEqual([false, false]);
});

test("code gives a number where a text may have a unit", () => {
  for (const [kind, text] of [[seconds(0, 10), "5s"] as const, [bytes(0, 10_000), "5kB"] as const]) {
    expect(readInCode(kind, text).ok).toBe(false);
    expect(readValue(kind, text)).toEqual({ ok: true, value: 5000 });
  }
});

test("bounds of time are those of the code, too", () => {
  const isTime = (ms: number) => readInCode(seconds(0.1, 600), ms).ok;
  expect([99, 100, 600_000, 600_001].filter(isTime)).toEqual([100, 600_000]);
});

test.each([
  [2 * 2 ** 20, "2MiB"],
  [8_000_000, "8MB"],
  [65_536, "64KiB"],
  [64_000, "64kB"],
  [2_097_153, "2097153"],
])("%i bytes are %s, and are read back", (size, words) => {
  expect(asText(bytes(0, 1e9), size)).toBe(words);
  expect(readValue(bytes(0, 1e9), words)).toEqual({ ok: true, value: size });
});

test.each(["", "lots", "8 MB", "8GB", "-1"])("%j is no size", (text) => {
  expect(readValue(bytes(0, 1e9), text).ok).toBe(false);
});

const names = ["--profile", "--report", "--read-only", "--require", "LIST-4", "LIST-11"];

test.each([
  ["--profil", "--profile"],
  ["--reprot", "--report"],
  ["--readonly", "--read-only"],
  ["list-4", "LIST-4"],
  ["--req", "--require"],
  ["--colour-scheme", undefined],
  ["", undefined],
])("%s was probably meant as %s", (typed, meant) => {
  expect(nearest(typed, names)).toBe(meant);
});

test("of several names with the same beginning the shortest is meant, whatever their order", () => {
  for (const order of [
    ["limits out of range", "limits"],
    ["limits", "limits out of range"],
  ])
    expect(nearest("limit", order)).toBe("limits");
});

const words = { what: "the list", where: "a.json", remedy: "Name another." };

test.each([
  ["Node's, of a file", () => readBounded("/absent/a", 1), "there is no such file"],
  ["of JSON.parse", () => JSON.parse("{"), "it is not JSON, or is truncated"],
  ["our own, no whole sentence", () => Promise.reject(new Unreadable("it is empty")), "it is empty"],
])("an error %s becomes a sentence with what, where and a remedy", async (_, read, why) => {
  const result = async () => reading(words, read);
  await expect(result()).rejects.toMatchObject({
    name: "UsageError",
    message: `the list cannot be read: ${why} (a.json). Name another.`,
  });
});

test("what a library says in words of its own is said in ours", () => {
  const why = "it is not PEM";
  const read = () => reading({ ...words, why }, () => createPublicKey("no key"));
  expect(read).toThrow("the list cannot be read: it is not PEM (a.json). Name another.");
});

test("a whole sentence stays as it is, and so does a mistake of ours", () => {
  for (const error of [
    new UsageError({ what: "a", where: "b", remedy: "C." }),
    new TypeError("x is not a function"),
  ])
    expect(() =>
      reading(words, () => {
        throw error;
      }),
    ).toThrow(error);
});
