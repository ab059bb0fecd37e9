import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { root } from "./source-files.ts";

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

test("nothing is installed from anywhere but the registry that npm is set to", () => {
  const versions = Object.values({ ...packageJson.dependencies, ...packageJson.devDependencies });
  expect(versions.filter((version) => !/^[~^]?\d+\.\d+\.\d+(?:-[a-z\d.]+)?$/.test(version))).toEqual([]);
});
