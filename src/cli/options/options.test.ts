import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { libraryOptions } from "#assembly/options/library-options.ts";
import { readLibraryOptions } from "#assembly/options/read-library-options.ts";
import { readInCode } from "#core/options/kinds.ts";
import { type Options, whole } from "#core/options/option.ts";
import { inputDeclarations } from "#scripts/describe-options.ts";
import { configSchema } from "#scripts/record/option-schemas.ts";
import { commandHelp } from "../help.ts";
import { readArguments } from "./args.ts";
import { parseConfig } from "./config.ts";
import { commandOptions, runOptionTable } from "./options.ts";

describe("one row that is added to the table is enough", () => {
  const turns = {
    name: "turns",
    value: whole(1, 20),
    default: 3,
    help: "How often each read is sent.",
  } as const;
  const table = [...runOptionTable, turns];
  const groups = [{ title: "Options", options: table }];
  const inCode = { ...libraryOptions, turns };
  const refused = 'must be a whole number from 1 to 20; got "lots"';

  test("for the command line, which says what is wrong with it", () => {
    expect(readArguments(["--turns", "5"], table).given.get("turns")).toEqual([5]);
    expect(() => readArguments(["--turns", "lots"], table)).toThrow(`--turns ${refused}`);
    expect(() => readArguments(["--turn", "5"], table)).toThrow("Did you mean --turns?");
  });

  test("for the help", () => {
    const help = commandHelp({ usage: "run", about: "", examples: [] }, groups);
    expect(help).toMatch(/\n {2}--turns N {17}How often each read is sent\. Default: 3\.\n/);
  });

  test("for --help all alone, where it is not among the everyday ones", () => {
    const text = { usage: "run", about: "", examples: [], everyday: [] };
    expect(commandHelp(text, groups, "everyday")).not.toContain("--turns");
    expect(commandHelp(text, groups, "everyday")).toContain(
      "All options: petstore-conformance run --help all",
    );
    expect(commandHelp(text, groups, "all")).toContain("--turns");
  });

  test("for the configuration file and its schema", async () => {
    expect((await parseConfig("turns: 5", "file", table)).get("turns")).toEqual([5]);
    await expect(parseConfig("turns: 21", "file", table)).rejects.toThrow("turns must be a whole number");
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(configSchema(table));
    expect([validate({ turns: 5 }), validate({ turns: 21 })]).toEqual([true, false]);
  });

  test("for the library, with its default, in the sentence of the command line", () => {
    const read: number = readLibraryOptions(inCode, {}).turns;
    expect([read, readLibraryOptions(inCode, { turns: 5 }).turns]).toEqual([3, 5]);
    expect(() => readLibraryOptions(inCode, { turns: "lots" })).toThrow(`turns ${refused}`);
    expect(() => readLibraryOptions(inCode, { turn: 5 })).toThrow("Did you mean turns?");
    expect(inputDeclarations({ turns })).toContain("Default: `3`. On the command line `--turns`.");
  });
});

const { runId: _, ...inFiles } = libraryOptions;
const tables: Options = { ...inFiles, ...commandOptions };

test.each(Object.entries(tables))("the default of %s is one that may be given", (_, option) => {
  const { value, default: byDefault } = option;
  expect(byDefault === undefined || readInCode(value, byDefault).ok).toBe(true);
});

test("every option is in the table of the command once, and has a name of its own", () => {
  expect(new Set(runOptionTable)).toEqual(new Set(Object.values(tables)));
  expect(new Set(runOptionTable.map(({ name }) => name)).size).toBe(Object.keys(tables).length);
});
