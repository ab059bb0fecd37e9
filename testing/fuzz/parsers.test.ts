import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Lexer } from "yaml";
import { parseSpecFile } from "#core/contract/reading/parse-spec-file.ts";
import { readFiles } from "#core/contract/reading/read-files.ts";
import { temporaryFolder } from "../machine.ts";
import { fuzz } from "./fuzz.ts";
import { fuzzParser, parsersIn } from "./parsers.ts";

const folder = temporaryFolder();
const parsers = await parsersIn(folder);

/** Each input of these compiles a schema, judges a run, or checks a document. */
const slow: readonly string[] = ["JSON", "recording", "document", "document in JSON"];

// node bench/parsers.ts plays as many inputs as are wanted.
test.each(Object.entries(parsers))(
  "whatever is given as %s is read, or refused in a sentence, and nothing else is printed",
  async (name, parser) => {
    const warned: unknown[] = [];
    const onWarning = (warning: unknown) => void warned.push(warning);
    process.on("warning", onWarning);
    onTestFinished(() => void process.off("warning", onWarning));
    const own = join(folder, name);
    mkdirSync(own);
    const { exits, faults } = await fuzzParser(parser, own, slow.includes(name) ? 10 : 100, 1);
    expect(faults).toEqual([]);
    expect(exits[2]).toBeGreaterThan(0);
    expect(warned).toEqual([]);
  },
);

test("a parser that throws what no sentence says is a fault", async () => {
  const read = (text: string) => {
    if (text !== "a") throw new TypeError("a library's own");
  };
  writeFileSync(join(folder, "input"), "");
  const { exits, faults } = await fuzzParser({ seeds: ["a"], read }, folder, 100, 1);
  expect(Object.keys(exits)).toEqual(["0", "70"]);
  expect(faults[0]?.error).toContain("a library's own");
});

const mistake = new TypeError("x is not a function");
const mistaken = () => {
  throw mistake;
};
const url = new URL("https://a.example/openapi.yaml");

test.each([
  [
    "YAML",
    () => {
      const lexing = vi.spyOn(Lexer.prototype, "lex").mockImplementation(mistaken);
      return parseSpecFile("- a\n", "a.yaml", url).finally(() => lexing.mockRestore());
    },
  ],
  [
    "references",
    async () => readFiles(await parseSpecFile('{"x":{"$ref":"b.json#/a"}}', "a.json", url), mistaken),
  ],
])("a mistake of ours while %s is read is not the file's", async (_, read) => {
  await expect(read()).rejects.toBe(mistake);
});

// testing/long/hostile/files.test.ts has at least ten times as many, these among them.
fuzz({ judged: 300, answered: 300, played: 15 });
