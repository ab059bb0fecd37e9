import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { configSchema } from "#scripts/record/option-schemas.ts";
import { parseConfig } from "./config.ts";
import { runOptionTable } from "./options.ts";

const file = "petstore-conformance.yaml";
const read = (text: string) => parseConfig(text, file, runOptionTable);
const published: object = JSON.parse(readFileSync(new URL("./config.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ allowUnionTypes: true }).compile(published);

test("the published schema is what the table of options says", () => {
  expect(published).toEqual(configSchema(runOptionTable));
});

const good = [
  "base-url: https://staging.example.com/v1",
  "profile: quick\nstrict: true\nmax-burst: 300\ntimeout: 2.5\nmax-wait: 2m",
  "only: [LIST, AUTH-1]\nskip: RATE\nreport:\n  - json\n  - junit=out/report.xml",
  "category-id: [9007199254740993, 1]\nnow: 2030-12-05\nheader: X-Gateway=abc\nskip: RATE",
  "api-key-file: key.txt",
  "{}",
  "max-body: 8MB",
  "max-body: 2097152",
];

test.each(good)("%j is read, and the schema takes it too", async (text) => {
  await read(text);
  expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
});

const bad: readonly (readonly [string, string])[] = [
  ["profil: quick", 'unknown key "profil" (petstore-conformance.yaml:1). Did you mean profile?'],
  [
    "strict: true\nmaxBurst: 1",
    'unknown key "maxBurst" (petstore-conformance.yaml:2). Did you mean max-burst?',
  ],
  [
    "profile: deep",
    "profile must be one of quick, standard, thorough (petstore-conformance.yaml:1). Write, for example, `profile: quick`.",
  ],
  ["after-run: ./clean-up", "after-run was removed (petstore-conformance.yaml:1). Run the command after"],
  ["report: [html, sarif]", "report sarif was removed (petstore-conformance.yaml:1). Use --report junit"],
  ["strict: yes please", "strict must be true or false"],
  ["seed: [1, 2]", "seed takes one value, not a list"],
  ["max-burst: 0", "max-burst must be a whole number from 1 to 10,000"],
  ["timeout: 5 s", "timeout must be a time from 0.1 to 600 seconds"],
  ["max-body: 8 megabytes", "max-body must be a size from 64 kB to 64 MB"],
  ["max-body: 1000", "max-body must be a size from 64 kB to 64 MB"],
  ["only:", "only must be a requirement's id, an area, or words of its sentence"],
  ["- profile", "the configuration file is not a list of `name: value` lines"],
  ["api-key: s3cret", "api-key was removed (petstore-conformance.yaml:1). Set PETSTORE_API_KEY"],
  ["self: true", "self may not stand in the configuration file, because it says what this one run checks"],
];

test.each(bad)("%j is refused: %s", async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
  expect(validate(parse(text))).toBe(false);
});

test("a text that is not YAML is refused with its line", async () => {
  await expect(read("profile: quick\nonly: [LIST")).rejects.toThrow(
    /^the configuration file cannot be read as YAML: .* \(petstore-conformance\.yaml:2\)/,
  );
});

test("a key given twice is refused", async () => {
  await expect(read("seed: 1\nseed: 2")).rejects.toThrow(/read as YAML: names in an object must be unique/);
});

test("digits beyond 2^53 keep their value", async () => {
  expect((await read("category-id: 9007199254740993")).get("category-id")).toEqual(["9007199254740993"]);
});
