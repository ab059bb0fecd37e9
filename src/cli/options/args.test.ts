import { expect, test } from "vitest";
import { readArguments } from "./args.ts";
import { runOptionTable } from "./options.ts";

const read = (line: string) => readArguments(line.split(" "), runOptionTable);

test("values, flags, repeated options and the base address are read", () => {
  const { given, positionals } = read(
    "https://host/v1 --only LIST --only=AUTH-1 --no-strict --max-duration 500s",
  );
  expect(positionals).toEqual(["https://host/v1"]);
  expect(Object.fromEntries(given)).toEqual({
    only: ["LIST", "AUTH-1"],
    strict: [false],
    "max-duration": [500_000],
  });
});

test("short names, several values in one text and words in any letter case are read", () => {
  const { given } = read("-q -o json=a,b.json,html --only LIST-1,AUTH --profile Quick --plan PRO");
  expect(Object.fromEntries(given)).toEqual({
    quiet: [true],
    report: ["json=a,b.json", "html"],
    only: ["LIST-1", "AUTH"],
    profile: ["quick"],
    plan: ["PRO"],
  });
});

test.each([
  ["--profil quick", 'unknown option "--profil" (command line). Did you mean --profile?'],
  ["--insecure", 'unknown option "--insecure" (command line). Did you mean --allow-insecure?'],
  ["-x", 'unknown option "-x" (command line). --help lists the options.'],
  [
    "--max-burst lots",
    '--max-burst must be a whole number from 1 to 10,000; got "lots" (command line). Try --max-burst 100.',
  ],
  ["--max-burst 0", '--max-burst must be a whole number from 1 to 10,000; got "0" (command line).'],
  [
    "--max-duration 1h",
    '--max-duration must be a time from 1 to 86,400 seconds; got "1h" (command line). Try --max-duration 30.',
  ],
  ["--only --strict", "--only needs a value (command line). Write --only ID|SLUG|AREA|WORDS."],
  ["--only", "--only needs a value (command line). Write --only ID|SLUG|AREA|WORDS."],
  ["--strict=yes", "--strict takes no value (command line). Write --strict alone."],
  ["--seed 1 --seed 2", "--seed is given twice (command line). Give it once."],
  [
    "--profile deep",
    '--profile must be one of quick, standard, thorough; got "deep" (command line). Try --profile quick.',
  ],
  [
    "--now tomorrow",
    '--now must be a date as YYYY-MM-DD; got "tomorrow" (command line). Try --now 2030-12-05.',
  ],
  ["--report pdf", /^--report must be one of .*json, .*; got "pdf" \(command line\)/],
  ["--no-color", "--no-color was removed (command line). Set NO_COLOR=1 in the environment."],
  [
    "--concurrency 4",
    "--concurrency stands in the configuration file alone (command line). Write `concurrency: 4` in petstore-conformance.yaml, or in the file of --config.",
  ],
  ["--max-body 65MB", /Write `max-body: 8MB` in /],
  ["--skip RATE,AUTH", /Write `skip: RATE,AUTH` in /],
  ["--trace", /Write `trace: true` in /],
  ["--no-trace", /Write `trace: false` in /],
  ["--watch-path src", "--watch-path was removed (command line). Use the watching mode"],
  ["--report sarif=r.sarif", /^report sarif was removed \(command line\)\. Use --report junit, or /],
  ["--category-id 9223372036854775808", /64 bits/],
  // It may hold a secret, so it is not repeated.
  [
    "--header X-Token:s3cret\n",
    /^--header must be NAME=VALUE or 'NAME: VALUE', as HTTP allows them; got something else/,
  ],
])("%j is refused in one sentence that says what to do", (line, message) => {
  expect(() => read(line)).toThrow(message);
});

test("a category id keeps its digits", () => {
  const { given } = read("--category-id 9223372036854775807");
  expect(given.get("category-id")).toEqual(["9223372036854775807"]);
});
