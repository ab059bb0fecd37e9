import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { libraryOptions, readLibraryOptions } from "#assembly/options/library-options.ts";
import { readInCode } from "#core/options/kinds.ts";
import { type Options, whole } from "#core/options/option.ts";
import { configSchema, inputDeclarations } from "#scripts/describe-options.ts";
import { sourceFiles, textOf } from "#testing/source-files.ts";
import { commandHelp } from "../help.ts";
import { readArguments } from "./args.ts";
import { parseConfig } from "./config.ts";
import { commandOptions, runOptionTable } from "./options.ts";

test("one row that is added to the table is enough for command line, help, configuration file and library", async () => {
  const help = "How often each read is sent.";
  const turns = { name: "turns", value: whole(1, 20), default: 3, help } as const;
  const table = [...runOptionTable, turns];
  const refused = 'must be a whole number from 1 to 20; got "lots"';
  expect(readArguments(["--turns", "5"], table).given.get("turns")).toEqual([5]);
  expect(() => readArguments(["--turns", "lots"], table)).toThrow(`--turns ${refused}`);

  const groups = [{ title: "Options", options: table }];
  const text = { usage: "run", about: "", examples: [], everyday: [] };
  expect(commandHelp(text, groups, "all")).toMatch(
    /\n {2}--turns N {17}How often each read is sent\. Default: 3\.\n/,
  );
  const everyday = commandHelp(text, groups, "everyday");
  expect(everyday).not.toContain("--turns");
  expect(everyday).toContain("All options: petstore-conformance run --help all");

  expect((await parseConfig("turns: 5", "file", table)).get("turns")).toEqual([5]);
  await expect(parseConfig("turns: 21", "file", table)).rejects.toThrow("turns must be a whole number");
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(configSchema(table));
  expect([validate({ turns: 5 }), validate({ turns: 21 })]).toEqual([true, false]);

  const inCode = { ...libraryOptions, turns };
  const read: number = readLibraryOptions(inCode, {}).turns;
  expect([read, readLibraryOptions(inCode, { turns: 5 }).turns]).toEqual([3, 5]);
  expect(() => readLibraryOptions(inCode, { turns: "lots" })).toThrow(`turns ${refused}`);
  expect(() => readLibraryOptions(inCode, { turn: 5 })).toThrow("Did you mean turns?");
  expect(inputDeclarations({ turns })).toContain("Default: `3`. On the command line `--turns`.");
});

test("an option that stands in files alone is named without dashes, whatever advises it", () => {
  // Other commands have options of these names.
  const ofOthers = ["ca", "concurrency", "for", "timeout"];
  const alone = runOptionTable.flatMap(({ name, inFileOnly }) => (inFileOnly ? name : []));
  const names = alone.filter((name) => !ofOthers.includes(name)).join("|");
  const wrong = new RegExp(`--(?:${names})(?![\\w-])`);
  const sources = sourceFiles().flatMap(({ path, forTests }) => (forTests ? [] : path));
  const texts = [...sources, "src/report/words/root-causes.json", "suites/catalogue.json"];
  expect(alone).toContain("rounds");
  expect(texts.filter((path) => wrong.test(textOf(path)))).toEqual([]);
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

const read = (line: string) => readArguments(line.split(" "), runOptionTable);

test("the base address is read, and options between whatever stands beside it", () => {
  expect(read("--strict https://host/v1 -q").positionals).toEqual(["https://host/v1"]);
});

test.each([
  ["values", "--category-id 9223372036854775807", { "category-id": ["9223372036854775807"] }],
  ["times", "--max-duration 500s", { "max-duration": [500_000] }],
  ["flags", "--no-strict", { strict: [false] }],
  ["repeated options", "--only LIST --only=AUTH-1", { only: ["LIST", "AUTH-1"] }],
  ["several values in one text", "--only LIST-1,AUTH", { only: ["LIST-1", "AUTH"] }],
  ["short names", "-q -o json=a,b.json,html", { quiet: [true], report: ["json=a,b.json", "html"] }],
  ["words in any letter case", "--profile Quick", { profile: ["quick"] }],
])("%s are read: %s", (_, line, given) => {
  expect(Object.fromEntries(read(line).given)).toEqual(given);
});

test.each([
  ["--onyl LIST", 'unknown option "--onyl" (command line). Did you mean --only?'],
  ["-x", 'unknown option "-x" (command line). --help lists the options.'],
  ["--max-burst lots", /must be a whole number .*; got "lots" \(command line\)\. Try --max-burst 100\.$/],
  ["--only --strict", "--only needs a value (command line). Write --only ID|SLUG|AREA|WORDS."],
  ["--strict=yes", "--strict takes no value (command line). Write --strict alone."],
  ["--seed 1 --seed 2", "--seed is given twice (command line). Give it once."],
  ["--now tomorrow", '--now must be a date as YYYY-MM-DD; got "tomorrow"'],
  ["--report pdf", /^--report must be one of .*json, .*; got "pdf" \(command line\)/],
  [
    "--concurrency 4",
    /stands in a file alone \(command line\)\. Write `concurrency: …` in petstore-conformance\.yaml/,
  ],
  ["--category-id 9223372036854775808", /64 bits/],
  // It may hold a secret, so it is not repeated.
  ["--header X-Token:s3cret\n", /^--header must be NAME=VALUE .*; got something else/],
])("%j is refused in one sentence that says what to do", (line, message) => {
  expect(() => read(line)).toThrow(message);
});

describe("config", () => {
  const file = "petstore-conformance.yaml";
  const read = (text: string) => parseConfig(text, file, runOptionTable);
  // testing/docs/reports.test.ts holds the published schema against this one.
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(configSchema(runOptionTable));

  const good = [
    "base-url: https://staging.example.com/v1",
    "profile: quick\nstrict: true\nmax-burst: 300\ntimeout: 2.5\nmax-wait: 2m",
    "only: [LIST, AUTH-1]\nskip: RATE\nreport:\n  - json\n  - junit=out/report.xml",
    "category-id: [9007199254740993, 1]\nnow: 2030-12-05\nheader: X-Gateway=abc\nskip: RATE",
    "{}",
    "max-body: 8MB",
    "max-body: 2097152",
  ];

  test.each(good)("%j is read, and the schema takes it too", async (text) => {
    await read(text);
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  });

  const bad: readonly (readonly [string, string])[] = [
    ["strict: true\nmaxBurst: 1", 'key "maxBurst" (petstore-conformance.yaml:2). Did you mean max-burst?'],
    ["report: [html, sarif]", "report must be one of html, json, junit, markdown"],
    ["strict: yes please", "strict must be true or false"],
    ["seed: [1, 2]", "seed takes one value, not a list"],
    ["max-burst: 0", "(petstore-conformance.yaml:1). Write, for example, `max-burst: 100`."],
    ["max-body: 1000", "max-body must be a size from 64 kB to 64 MB"],
    ["only:", "only must be a requirement's id, an area, or words of its sentence"],
    ["- profile", "the configuration file is not a list of `name: value` lines"],
    ["api-key: s3cret", 'unknown key "api-key" (petstore-conformance.yaml:1). Did you mean api-key-file?'],
    ["self: true", "self may not stand in the configuration file, because it says what this one run checks"],
  ];

  test.each(bad)("%j is refused: %s", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
    expect(validate(parse(text))).toBe(false);
  });

  test.each([
    ["profile: quick\nonly: [LIST", /^the configuration file cannot be read as YAML: .* \(.*\.yaml:2\)/],
    ["seed: 1\nseed: 2", /read as YAML: names in an object must be unique/],
  ])("%j, which is not YAML, is refused", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

test("each option of the library is declared with what it does", () => {
  const [, ...members] = inputDeclarations(libraryOptions).split("  /**\n");
  const options = Object.entries(libraryOptions);
  expect(members).toHaveLength(options.length);
  for (const [at, [name, { help }]] of options.entries()) {
    expect(members[at]).toContain(`   * ${help}\n`);
    expect(members[at]).toContain(`  readonly ${name}?: Given["${name}"] | undefined;\n`);
  }
});
