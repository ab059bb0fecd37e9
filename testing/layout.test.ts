import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { root, sourceFiles } from "./source-files.ts";

const mostFiles = 20;
const mostLines = 300;
const fewestLines = 30;

/** Short by nature: where a program begins, what the build puts something else in place of, and what a test plays. */
const short: readonly RegExp[] = [
  /^src\/(?:index|exam)\.ts$/,
  /^scripts\/(?:link-command|needs|screenshot|needs\/play-group)\.ts$/,
  /^testing\/(?:runner|vitest-adaptor)\//,
  // Which part of the bed `npm test` plays, and which `npm run test:long`.
  /^testing\/(?:long\/hostile\/hostile|proof\/proof)\.test\.ts$/,
  // Others in the executable, or in a build.
  /^src\/(?:core\/contract\/embedded-text|proof\/worker-thread)\.ts$/,
  /^suites\/petstore\/built-document\.ts$/,
  // What two suites of the same rank are together.
  /^suites\/settings\.ts$/,
  /^src\/report\/html\/preact\.d\.ts$/,
  // A group is as short as what is asked.
  /^suites\/(?:petstore|clients)\/.*\b(?:checks|faults)\.ts$/,
  /^testing\/exchange\/sample-exchange\.ts$/,
];

const linesOf = (text: string): number => text.split("\n").length - 1;

/** Committed, or about to be. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n");

test("a file has a size that is read in one sitting", () => {
  const sizes = sourceFiles().map(({ path, text }) => ({ path, lines: linesOf(text) }));
  expect(sizes.filter(({ lines }) => lines > mostLines)).toEqual([]);
  const small = sizes.filter(
    ({ path, lines }) => lines < fewestLines && !short.some((one) => one.test(path)),
  );
  expect(small).toEqual([]);
});

test("a folder of code holds more than one file, and no more than a screen shows", () => {
  const folders = Map.groupBy(
    files.filter((path) => /^(?:src|suites|reference-server|bench|scripts|testing)\//.test(path)),
    dirname,
  );
  const holdsFolders = (folder: string) => [...folders.keys()].some((one) => one.startsWith(`${folder}/`));
  const odd = [...folders]
    .map(([folder, { length }]) => ({ folder, length }))
    .filter(({ folder, length }) => length > mostFiles || (length === 1 && !holdsFolders(folder)));
  // Each tool's own configuration, under the name that the tool gives it.
  expect(odd.filter(({ folder }) => !folder.startsWith("bench/peers/tools/"))).toEqual([]);
});
