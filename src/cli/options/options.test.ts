import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { inputSource } from "../../assembly/options/describe-options.ts";
import { libraryOptions } from "../../assembly/options/library-options.ts";
import { readLibraryOptions } from "../../assembly/options/read-library-options.ts";
import { type Options, whole } from "../../options/option.ts";
import { readInCode } from "../../options/read-value.ts";
import { completedOption } from "../completion/model.ts";
import { commandHelp } from "../help.ts";
import { readArguments } from "./args.ts";
import { parseConfig } from "./config.ts";
import { configSchema } from "./config-schema.ts";
import { commandOptions, runOptionTable } from "./options.ts";

describe("one row that is added to the table is enough", () => {
  const rounds = {
    name: "rounds",
    value: whole(1, 20),
    default: 3,
    help: "How often each read is sent.",
  } as const;
  const table = [...runOptionTable, rounds];
  const inCode = { ...libraryOptions, rounds };
  const refused = 'must be a whole number from 1 to 20; got "lots"';

  test("for the command line, which says what is wrong with it", () => {
    expect(readArguments(["--rounds", "5"], table).given.get("rounds")).toEqual([5]);
    expect(() => readArguments(["--rounds", "lots"], table)).toThrow(`--rounds ${refused}`);
    expect(() => readArguments(["--round", "5"], table)).toThrow("Did you mean --rounds?");
  });

  test("for the help", () => {
    const help = commandHelp({ usage: "run", about: "", examples: [] }, table);
    expect(help).toMatch(/\n {2}--rounds N {16}How often each read is sent\. Default: 3\.\n/);
  });

  test("for completion in the shell", () => {
    expect(completedOption(rounds)).toEqual({
      name: "--rounds",
      about: "How often each read is sent.",
      values: { kind: "none" },
      repeatable: false,
    });
  });

  test("for the configuration file and its schema", async () => {
    expect((await parseConfig("rounds: 5", "file", table)).get("rounds")).toEqual([5]);
    await expect(parseConfig("rounds: 21", "file", table)).rejects.toThrow("rounds must be a whole number");
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(configSchema(table));
    expect([validate({ rounds: 5 }), validate({ rounds: 21 })]).toEqual([true, false]);
  });

  test("for the library, with its default, in the sentence of the command line", () => {
    const read: number = readLibraryOptions(inCode, {}).rounds;
    expect([read, readLibraryOptions(inCode, { rounds: 5 }).rounds]).toEqual([3, 5]);
    expect(() => readLibraryOptions(inCode, { rounds: "lots" })).toThrow(`rounds ${refused}`);
    expect(() => readLibraryOptions(inCode, { round: 5 })).toThrow("Did you mean rounds?");
    expect(inputSource({ rounds })).toContain("Default: `3`. On the command line `--rounds`.");
  });
});

const tables: Options = { ...libraryOptions, ...commandOptions };

test.each(Object.entries(tables))("the default of %s is one that may be given", (_, option) => {
  const { value, default: byDefault } = option;
  expect(byDefault === undefined || readInCode(value, byDefault).ok).toBe(true);
});

test("every option is in the table of the command once, and has a name of its own", () => {
  expect(new Set(runOptionTable)).toEqual(new Set(Object.values(tables)));
  expect(new Set(runOptionTable.map(({ name }) => name)).size).toBe(Object.keys(tables).length);
});
