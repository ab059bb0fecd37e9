import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly hasInstallScript?: boolean;
}

async function installed(): Promise<readonly (readonly [string, LockedPackage])[]> {
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev, peer, optional }]) => path !== "" && !dev && !(peer && optional))
    .map(([path, locked]) => [path.replace(/^.*node_modules\//, ""), locked] as const);
}

test("each package of the installed tree has its reason in docs/dependencies.md, and no other is named there", async () => {
  const text = await readFile(join(root, "docs/dependencies.md"), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(named.toSorted()).toEqual([...new Set((await installed()).map(([name]) => name))].toSorted());
});

test("fewer than 40 packages are installed, and none runs a script for it", async () => {
  const packages = await installed();
  expect(packages.length).toBeLessThan(40);
  expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)).toEqual([]);
});

test("the bill of materials names the packages of the installed tree, and no other", async () => {
  const text = execFileSync(process.execPath, ["scripts/sbom.ts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { components } = JSON.parse(text) as { readonly components: readonly LockedComponent[] };
  const named = components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  expect(named.toSorted()).toEqual([...new Set((await installed()).map(([name]) => name))].toSorted());
});

interface LockedComponent {
  readonly group?: string;
  readonly name: string;
}
