import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { type KeySources, keyNotices, readKey } from "./key.ts";

const folder = temporaryFolder();
beforeAll(async () => {
  await writeFile(join(folder, "key.txt"), "from-file\n");
});

const { io } = sampleIo({ folder, readStandardInput: async () => "from-stdin\r\n" });
const read = (sources: KeySources) => readKey(sources, io);

test("the key comes from the page, a file, standard input or the environment, in this order", async () => {
  expect(await read({ typed: "typed", file: "key.txt", environment: "from-environment" })).toBe("typed");
  expect(await read({ file: "key.txt", environment: "from-environment" })).toBe("from-file");
  expect(await read({ file: "-" })).toBe("from-stdin");
  expect(await read({ environment: "from-environment" })).toBe("from-environment");
});

test.each<[string, KeySources, RegExp]>([
  [
    "no key, with where to put it,",
    {},
    /^no API key is given \(PETSTORE_API_KEY is not set\)\. Set PETSTORE_API_KEY/,
  ],
  ["an empty one", { environment: "" }, /no API key is given/],
  ["two keys", { command: "a", file: "b" }, /both given/],
  [
    "a file that is not there",
    { file: "missing.txt" },
    /cannot be read: there is no such file \(missing\.txt\)/,
  ],
])("%s is refused", async (_, sources, message) => {
  await expect(read(sources)).rejects.toThrow(message);
});

test.each(["Bearer s3cret", "s3cret\ns3cret", "schlüssel", '"s3cret "'])(
  "a key that no header can carry (%j) is refused and not repeated",
  async (typed) => {
    await expect(read({ typed })).rejects.toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("s3cret") }),
    );
    await expect(read({ typed })).rejects.toThrow(/which a header cannot carry \(the field API key\)/);
  },
);

test("a key that is longer than what servers take in a header is refused, and not repeated", async () => {
  expect(await read({ typed: "k".repeat(8000) })).toHaveLength(8000);
  await expect(read({ typed: "k".repeat(8001) })).rejects.toThrow(
    /^the API key has more than 8,000 characters, which common servers take in no header \(the field API key\)\. Give the value itself/,
  );
});

test.each([
  ["https://pets.example.com/v1", "long-enough-1", undefined],
  ["http://localhost:8080/v1", "long-enough-1", undefined],
  ["http://127.0.0.1/v1", "long-enough-1", undefined],
  ["http://[::1]/v1", "long-enough-1", undefined],
  ["https://pets.example.com/v1", "conformance", "looks like a word"],
  // Too short to be redacted everywhere.
  ["https://pets.example.com/v1", "test", "fewer than 8 characters"],
  ["http://petstore:8080/v1", "long-enough-1", "petstore:8080, over a private network"],
  ["http://pets.example.com/v1", "long-enough-1", "over a public network"],
])("to %s with the key %j the notice is: %s", (target, key, notice) => {
  const expected = notice === undefined ? [] : [expect.stringContaining(notice)];
  expect(keyNotices(new URL(target), key)).toEqual(expected);
});
