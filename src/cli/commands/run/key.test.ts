import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { sampleIo } from "../../../../testing/cli/sample-io.ts";
import { temporaryFolder } from "../../../../testing/temporary-folder.ts";
import { type KeySources, keyNotices, readKey } from "./key.ts";

const folder = temporaryFolder();
beforeAll(async () => {
  await writeFile(join(folder, "key.txt"), "from-file\n");
});

const { io } = sampleIo({ folder, readStandardInput: async () => "from-stdin\r\n" });
const read = (sources: KeySources) => readKey(sources, io);

test("the key comes from the command line, a file, standard input or the environment, in this order", async () => {
  expect(await read({ option: "from-option", environment: "from-environment" })).toBe("from-option");
  expect(await read({ file: "key.txt", environment: "from-environment" })).toBe("from-file");
  expect(await read({ file: "-" })).toBe("from-stdin");
  expect(await read({ environment: "from-environment" })).toBe("from-environment");
});

test("no key is a sentence that says where to put it", async () => {
  await expect(read({})).rejects.toThrow(
    /^no API key is given \(PETSTORE_API_KEY is not set\)\. Set PETSTORE_API_KEY/,
  );
  await expect(read({ environment: "" })).rejects.toThrow(/no API key is given/);
});

test("two keys on the command line are refused", async () => {
  await expect(read({ option: "a", file: "b" })).rejects.toThrow(/both given/);
});

test("a key file that is not there is named", async () => {
  await expect(read({ file: "missing.txt" })).rejects.toThrow(
    "the key file cannot be read: there is no such file (missing.txt)",
  );
});

test.each(["Bearer s3cret", "s3cret\ns3cret", "schlüssel", '"s3cret "'])(
  "a key that no header can carry (%j) is refused and not repeated",
  async (option) => {
    await expect(read({ option })).rejects.toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("s3cret") }),
    );
    await expect(read({ option })).rejects.toThrow(/which a header cannot carry \(--api-key\)/);
  },
);

test("a key that is longer than what servers take in a header is refused, and not repeated", async () => {
  expect(await read({ option: "k".repeat(8000) })).toHaveLength(8000);
  await expect(read({ option: "k".repeat(8001) })).rejects.toThrow(
    /^the API key has more than 8,000 characters, which common servers take in no header \(--api-key\)\. Give the value itself/,
  );
});

const about = (target: string, key = "long-enough") => keyNotices(new URL(target), key);

test("a long key over TLS, or to this machine, needs no notice", () => {
  for (const target of [
    "https://pets.example.com/v1",
    "http://localhost:8080/v1",
    "http://127.0.0.1/v1",
    "http://[::1]/v1",
  ])
    expect(about(target)).toEqual([]);
});

test("a key that is too short to be redacted everywhere is said", () => {
  expect(about("https://pets.example.com/v1", "test")).toEqual([
    expect.stringContaining("fewer than 8 characters"),
  ]);
});

test("plain http is said, with the kind of network", () => {
  expect(about("http://petstore:8080/v1")).toEqual([
    expect.stringContaining("petstore:8080, over a private network"),
  ]);
  expect(about("http://pets.example.com/v1")).toEqual([expect.stringContaining("over a public network")]);
});
