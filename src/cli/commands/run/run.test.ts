import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { withReplay } from "#assembly/options/selectors.ts";
import { type RunOptions, runOptions } from "#core/run/options.ts";
import { previewRun } from "#core/run/plan/preview.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { sampleOptions } from "#testing/run/sample-suites.ts";
import { dryRunText } from "./dry-run.ts";
import { keyFrom, keyNotices } from "./run.ts";

const prepared = await prepare();

function dryRun(given: Partial<RunOptions> = {}, of = prepared): readonly string[] {
  const base = new URL("http://127.0.0.1/v1");
  const preview = previewRun({ ...of, options: sampleOptions(given) }, base, Date.UTC(2026, 2, 4));
  return dryRunText(preview, base.href, 80).trimEnd().split("\n");
}

test("what the target has to bear comes first, and all of it fits on two screens of thirty lines", () => {
  const lines = dryRun();
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(lines[2]).toMatch(/^requests {9}at most 160 in all rounds: at most \d+ GET, \d+ POST\./);
  const summary = lines.slice(0, 13).join("\n");
  expect(summary).toContain("created pets     at most 25");
  expect(summary).toContain("over-limit burst at most 126 more GET /pets");
  expect(summary).toContain(`in all           at most ${160 + 126 + 8} requests`);
  expect(summary).toContain("longest wait     75 s");
});

test.each(["quick", "standard", "thorough"] as const)(
  "the help says of %s how many requests it sends",
  (profile) => {
    const [, most = ""] = /^requests +at most (\d+)/.exec(dryRun({ profile })[2] ?? "") ?? [];
    expect(runOptions.profile.help).toMatch(new RegExp(`${profile} \\([^)]*at most ${most}\\b`));
  },
);

test("requests that are alike are one line with their number", () => {
  expect(dryRun()).toContainEqual(expect.stringMatching(/^ +\d\d {2}GET \/pets: list; limit 100; /));
});

test("a run that only reads names no POST and no burst", () => {
  const text = dryRun({ readOnly: true }).join("\n");
  for (const words of ["created pets     none", "over-limit burst none"]) expect(text).toContain(words);
  expect(text).not.toContain("POST /pets");
});

test("the service of another document is named in its own words", async () => {
  const spec = join(temporaryFolder(), "parts.json");
  const post = { operationId: "createPart", responses: { 201: { description: "created" } } };
  const info = { title: "Parts", version: "1" };
  writeFileSync(spec, JSON.stringify({ openapi: "3.1.0", info, paths: { "/parts": { post } } }));
  const declared = { operations: ["createPart"] };
  const lines = dryRun({ declared }, await prepare({ spec, declared }));
  expect(lines.join("\n")).toMatch(/\ncreated things +at most 1\. They stay/);
  expect(lines.join("\n")).not.toMatch(/\bpets?\b/);
});

test("an operation that writes is named by its own method and path, before an answer gives its values", async () => {
  const declared = { operations: ["deletePhoto"] };
  const extension = await prepare({ spec: "reference-server/revisions/extension.yaml", declared });
  const lines = dryRun({ declared }, extension);
  expect(lines.slice(2, 5).join(" ")).toMatch(/ GET, \d+ POST,\s+\d+ DELETE/);
  expect(lines.join("\n")).toMatch(
    /\n +\d+ {2}DELETE \/pets\/\{petId\}\/photos\/\{photoId\}: OP:deletePhoto/,
  );
});

describe("key", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "key.txt"), "from-file\n");
  const { io } = sampleIo({ folder, readStandardInput: async () => "from-stdin\r\n" });
  type Sources = Readonly<Partial<Record<"file" | "command" | "environment", string>>>;
  const read = ({ file, command, environment }: Sources) =>
    keyFrom({ apiKeyFile: file, apiKeyCommand: command }, environment, io);

  test("the key comes from a file, standard input or the environment, in this order", async () => {
    expect(await read({ file: "key.txt", environment: "from-environment" })).toBe("from-file");
    expect(await read({ file: "-" })).toBe("from-stdin");
    expect(await read({ environment: "from-environment" })).toBe("from-environment");
  });

  test.each<[string, Sources, RegExp]>([
    ["an empty one", { environment: "" }, /no API key is given/],
    ["two keys", { command: "a", file: "b" }, /both given/],
    ["a file that is not there", { file: "missing.txt" }, /there is no such file \(missing\.txt\)/],
  ])("%s is refused", async (_, sources, message) => {
    await expect(read(sources)).rejects.toThrow(message);
  });

  test.each(["Bearer s3cret", "s3cret\ns3cret", "schlüssel", '"s3cret "'])(
    "a key that no header can carry (%j) is refused and not repeated",
    async (environment) => {
      await expect(read({ environment })).rejects.toThrow(
        expect.not.objectContaining({ message: expect.stringContaining("s3cret") }),
      );
      await expect(read({ environment })).rejects.toThrow(/which a header cannot carry \(PETSTORE_API_KEY\)/);
    },
  );

  test("a key that is longer than what servers take in a header is refused, and not repeated", async () => {
    expect(await read({ environment: "k".repeat(8000) })).toHaveLength(8000);
    const tooLong = /^the API key has more than 8,000 characters, .* \(PETSTORE_API_KEY\)\. [^k]*$/;
    await expect(read({ environment: "k".repeat(8001) })).rejects.toThrow(tooLong);
  });

  test.each([
    ["https://pets.example.com/v1", "long-enough-1", undefined],
    ["http://127.0.0.1/v1", "long-enough-1", undefined],
    ["https://pets.example.com/v1", "conformance", "looks like a word"],
    // Too short to be redacted everywhere.
    ["https://pets.example.com/v1", "test", "fewer than 8 characters"],
    ["http://petstore:8080/v1", "long-enough-1", "petstore:8080, over a private network"],
    ["http://pets.example.com/v1", "long-enough-1", "over a public network"],
  ])("to %s with the key %j the notice is: %s", (target, key, notice) => {
    const expected = notice === undefined ? [] : [expect.stringContaining(notice)];
    expect(keyNotices(new URL(target), key)).toEqual(expected);
  });
});

describe("repeat", () => {
  const replay = (input: string, seedGiven = true, only: readonly string[] = []) =>
    withReplay(sampleOptions({ only }), input, prepared, seedGiven);

  test("a generated input is judged by the requirements that it shows, or by --only, in the profile that generates", async () => {
    expect(await replay("generated limits #3:0:1")).toMatchObject({
      profile: "thorough",
      only: ["LIST-3", "LIST-4"],
      replay: { step: "generated limits", input: [3, 0, 1] },
    });
    expect((await replay("generated limits #0", true, ["LIST-4"])).only).toEqual(["LIST-4"]);
  });

  test.each(["generated limit #3", "limit 100", "generated limits", "generated limits #x", "limit 100 #1"])(
    "%s, which is no name of one, is refused",
    async (wrong) => {
      await expect(replay(wrong)).rejects.toThrow(/names no generated input/);
    },
  );

  test("it takes the seed that drew it", async () => {
    await expect(replay("generated limits #3", false)).rejects.toThrow(/--replay is given without --seed/);
  });
});
