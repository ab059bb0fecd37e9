import { expect, test } from "vitest";
import { readArguments } from "./args.ts";
import { runOptionTable } from "./options.ts";

const read = (line: string) => readArguments(line.split(" "), runOptionTable);

test("values, flags, repeated options and the base address are read", () => {
  const { given, positionals } = read(
    "https://host/v1 --only LIST --only=AUTH-1 --strict --timeout 500ms --no-color",
  );
  expect(positionals).toEqual(["https://host/v1"]);
  expect(Object.fromEntries(given)).toEqual({
    only: ["LIST", "AUTH-1"],
    strict: [true],
    timeout: [500],
    color: [false],
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
    "--max-body 65MB",
    '--max-body must be a size from 64 kB to 64 MB, with its unit or in bytes; got "65MB" (command line). Try --max-body 8MB.',
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
