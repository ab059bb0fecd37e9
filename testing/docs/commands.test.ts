import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { commands } from "#cli/command-table.ts";
import { main } from "#cli/main.ts";
import { parseConfig } from "#cli/options/config.ts";
import { runOptionTable } from "#cli/options/options.ts";
import { ran } from "../cli/sample-io.ts";
import { textOf } from "../source-files.ts";
import { blocksOf, commandsIn, documents, testCommands } from "./run-commands.ts";

const blocks = documents.flatMap(blocksOf);
const shell = blocks.filter(({ language }) => language === "sh");

describe("the commands in the documents", () => {
  // testing/long/use/documents.test.ts runs those in docs/.
  testCommands((place) => !place.startsWith("docs/"));

  test("what is not run says why", () => {
    const marks = shell.map(({ place, notes }) => `${place} ${notes}`);
    expect(marks.filter((mark) => !/:\d+ (?:|exits-with-\d+|not-run: \S.*)$/.test(mark))).toEqual([]);
  });

  test("they name commands and options that exist", async () => {
    const known = new Map<string, string[]>();
    for (const name of Object.keys(commands)) known.set(name, await optionsOf(name));
    for (const block of blocks) {
      for (const [name = "", ...words] of commandsIn(block)) {
        const options = words.flatMap((word) => /^--[a-z-]+/.exec(word)?.[0] ?? []);
        expect(known.get(name) ?? [], `${block.place}: ${name}`).toEqual(expect.arrayContaining(options));
        expect(known.has(name), `${block.place}: ${name}`).toBe(true);
      }
    }
  });
});

async function optionsOf(command: string): Promise<string[]> {
  const { out } = await ran((io) => main([command, "--help", "all"], io));
  return [...out.matchAll(/^ {2}(?:-[a-z], )?(--[a-z-]+)/gm)].map(([, option = ""]) => option);
}

test("the npm scripts that the documents name exist", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const named = documents.flatMap((document) => [...textOf(document).matchAll(/\bnpm run ([a-z-]+)/g)]);
  const missing = named.map(([, name = ""]) => name);
  expect(missing.filter((name) => !(name in scripts))).toEqual([]);
});

test("the YAML in the documents is YAML, and the configuration is accepted", async () => {
  const yaml = blocks.filter(({ language }) => language === "yaml");
  for (const block of yaml) expect(() => parse(block.text), block.place).not.toThrow();
  const [configuration] = blocksOf("docs/configuration.md").filter(({ language }) => language === "yaml");
  const given = await parseConfig(configuration?.text ?? "", "petstore-conformance.yaml", runOptionTable);
  expect(given.get("base-url")).toEqual(["https://staging.example.com/v1"]);
});
