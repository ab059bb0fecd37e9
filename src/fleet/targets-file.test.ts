import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { runOptionTable } from "#cli/options/options.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { targetsSchema } from "#scripts/describe-options.ts";
import { parseTargets } from "./targets-file.ts";

const read = (text: string) => parseTargets(text, "targets.yaml", runOptionTable);
// testing/docs/reports.test.ts holds the published schema against this one.
const validate = new Ajv2020({ allowUnionTypes: true }).compile(targetsSchema(runOptionTable));

const url = "base-url: https://a.example.com/v1";

test("a target has its own options, and the defaults where it has none", async () => {
  const text = `
defaults: {profile: quick, max-creates: 3, api-key-env: SHARED_KEY, report: html}
targets:
  - {name: go, ${url}, profile: thorough, category-id: [9007199254740993]}
  - {name: rust, base-url: https://b.example.com/v1, api-key-file: rust.txt, report: [junit, markdown]}`;
  expect(validate(parse(text))).toBe(true);
  const [go, rust] = await read(text);
  expect(go).toMatchObject({
    name: "go",
    where: "targets.yaml:4",
    baseUrl: "https://a.example.com/v1",
    keyVariable: "SHARED_KEY",
  });
  expect(["profile", "max-creates", "category-id", "report"].map((name) => go?.given.get(name))).toEqual([
    ["thorough"],
    [3],
    ["9007199254740993"],
    ["html"],
  ]);
  // The default key is not its.
  expect([rust?.keyVariable, rust?.given.get("api-key-file")]).toEqual([undefined, ["rust.txt"]]);
  expect(rust?.given.get("report")).toEqual(["junit", "markdown"]);
});

/** A list with one good target, and one that has this beside its name. */
const beside = (text: string) => `targets:\n  - {name: a, ${url}}\n  - {name: b, ${url}, ${text}}`;

const bad: readonly (readonly [string, string])[] = [
  ["", "the list of targets names no target"],
  ["targets: []", "the list of targets names no target"],
  [`tragets:\n  - {name: a, ${url}}`, 'unknown key "tragets" (targets.yaml:1). Did you mean targets?'],
  ["- name: a", "the list of targets is not a mapping"],
  ["targets: [a]", "these are not `name: value` lines (targets.yaml:1)"],
  [beside("profil: quick"), 'unknown key "profil" (targets.yaml:3). Did you mean profile?'],
  [beside("api-key: s3cret"), 'unknown key "api-key" (targets.yaml:3). Did you mean api-key-env?'],
  [beside("report: html=a.html"), "report must be one of html, json"],
  [beside("profile: deep"), "profile must be one of quick, standard, thorough (targets.yaml:3)"],
  [`targets:\n  - {name: a}`, "a has no base-url (targets.yaml:2)"],
  [`targets:\n  - {${url}}`, "a target has no name (targets.yaml:2)"],
  [`targets:\n  - {name: a/b, ${url}}`, "name must be up to 64 letters, digits"],
  [`defaults: {name: a}\ntargets:\n  - {name: a, ${url}}`, 'unknown key "name" (targets.yaml:1)'],
];

test.each(bad)("%j is refused: %s", async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
  expect(validate(parse(text))).toBe(false);
});

test.each([
  [
    `targets:\n  - {name: a, ${url}}\n  - {name: A, ${url}}`,
    "two targets are called A (targets.yaml:2 and targets.yaml:3)",
  ],
  [beside("api-key-env: A, api-key-file: b"), "api-key-env and api-key-file are both given (targets.yaml:3)"],
  [beside("api-key-file: '-'"), "a key of many cannot come from standard input (targets.yaml:3)"],
])("%j is refused, though the schema cannot say why: %s", async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

/** Nine of the one before, nine times over: a thousand million values. */
const laughs = ["b", "c", "d", "e", "f", "g", "h", "i"].reduce(
  (text, name, at) => `${text}\n${name}: &${name} [${`*${"abcdefgh"[at]}, `.repeat(9)}]`,
  "a: &a [x, x, x, x, x, x, x, x, x]",
);

test.each([
  ["stand for too many values", `${laughs}\ntargets: *i`, "targets.yaml:6"],
  ["are in what they stand for", "targets: &a\n  - [*a]", "targets.yaml:2"],
  ["come by way of another", "defaults: &d\n  header:\n    - *d\ntargets: []", "targets.yaml:3"],
  ["stand for nothing", "targets:\n  - {name: *a}", "targets.yaml:2"],
])("aliases that %s are refused with their place", async (_, text, where) => {
  const { problem } = await read(text).then(
    () => expect.fail("it was read"),
    (error: unknown) => (error instanceof UsageError ? error : expect.fail(String(error))),
  );
  expect(problem.what).toMatch(/^the list of targets cannot be read as YAML: /);
  expect(problem.where).toBe(where);
});

test("an alias stands for the last value before it that has its name, a whole target too", async () => {
  const [a, b, c] = await read(`targets:
  - {name: a, ${url}, api-key-env: &key K1, header: [&h "X-A: 1", *h]}
  - &b {name: b, ${url}, api-key-env: &key K2}
  - {name: c, ${url}, api-key-env: *key}`);
  expect([a, b, c].map((one) => one?.keyVariable)).toEqual(["K1", "K2", "K2"]);
  expect(a?.given.get("header")).toHaveLength(2);
  await expect(read(`targets:\n  - &a {name: a, ${url}}\n  - *a`)).rejects.toThrow(
    "two targets are called a",
  );
});
