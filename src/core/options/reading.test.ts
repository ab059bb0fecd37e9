import { createPublicKey } from "node:crypto";
import { expect, test } from "vitest";
import { readBounded, Unreadable } from "#files/read-bounded.ts";
import { reading } from "./reading.ts";
import { UsageError } from "./usage-error.ts";

const words = { what: "the list", where: "a.json", remedy: "Name another." };

test.each([
  ["Node's, of a file", () => readBounded("/absent/a", 1), "there is no such file"],
  ["of JSON.parse", () => JSON.parse("{"), "it is not JSON, or is truncated"],
  [
    "our own, of what is no whole sentence",
    () => Promise.reject(new Unreadable("it is empty")),
    "it is empty",
  ],
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
