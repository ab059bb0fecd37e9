import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packedFiles } from "#scripts/packed-pages.ts";
import packageJson from "../package.json" with { type: "json" };
import { root } from "./source-files.ts";

// What would be published. Whether dist/ is built or not: the rules are the same.

const files = packedFiles();

test("the published package holds what it needs to run and to be read, and nothing else", () => {
  expect(files).toEqual(expect.arrayContaining(["package.json", "README.md", "LICENSE", "CHANGELOG.md"]));
  const others = files.filter(
    (file) =>
      !/^(?:dist\/|docs\/)|^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md)$/.test(file),
  );
  expect(others).toEqual([]);
});

test("no test, no sources, no certificate and no test server is published", () => {
  const unwanted =
    /\.test\.|\.e2e\.|(?<!\.d)\.ts$|\.tsx$|\.map$|\.pem$|\/testing\/|raw-server|socket-bed|test-certificates|(?:^|\/)\.env/;
  expect(files.filter((file) => unwanted.test(file))).toEqual([]);
});

test("no generated reference page is published", () => {
  expect(files.filter((file) => /^docs\/(?:findings|hostile)\.md$/.test(file))).toEqual([]);
});

test("no entry of the list of files leaves out what the list itself names", () => {
  for (const file of packageJson.files.filter((entry) => !entry.startsWith("!") && entry !== "dist"))
    expect(files.some((packedFile) => packedFile === file || packedFile.startsWith(`${file}/`))).toBe(true);
});

/** What the build makes a file from. */
function sourceOf(built: string): string {
  return built.replace(/^(?:\.\/)?dist\//, "").replace(/(?:\.d\.ts|\.js)$/, ".ts");
}

test("what the package promises is built from something", () => {
  const promised = [...Object.values(packageJson.exports), ...Object.values(packageJson.bin)];
  // The command itself is plain JavaScript already.
  const isThere = (file: string) =>
    [file, file.replace(/\.ts$/, ".js")].some((one) => existsSync(join(root, one)));
  expect(promised.map(sourceOf).filter((file) => !isThere(file))).toEqual([]);
});
