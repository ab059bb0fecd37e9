import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { root, textOf } from "./source-files.ts";

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(textOf("package-lock.json")) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const installed = Object.entries(packages)
  .filter(([path, { dev, peer, optional }]) => path !== "" && !dev && !(peer && optional))
  .map(([path, locked]) => [path.replace(/^.*node_modules\//, ""), locked] as const);
const names = [...new Set(installed.map(([name]) => name))].toSorted();

test("each package of the installed tree has its reason in docs/dependencies.md, and no other is named there", () => {
  const rows = textOf("docs/dependencies.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(named.toSorted()).toEqual(names);
});

test("fewer than 40 packages are installed, and none runs a script for it", () => {
  expect(installed.length).toBeLessThan(40);
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)).toEqual([]);
});

test("nothing is installed from anywhere but the registry that npm is set to", () => {
  const versions = Object.values({ ...packageJson.dependencies, ...packageJson.devDependencies });
  expect(versions.filter((version) => !/^[~^]?\d+\.\d+\.\d+(?:-[a-z\d.]+)?$/.test(version))).toEqual([]);
});

test("the bill of materials names the packages of the installed tree, and no other", () => {
  const text = execFileSync(process.execPath, ["scripts/sbom.ts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { components } = JSON.parse(text) as {
    readonly components: readonly { readonly group?: string; readonly name: string }[];
  };
  const named = components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  expect(named.toSorted()).toEqual(names);
});
