import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundleOf } from "#scripts/executable/bundle.ts";
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

/** What a command loads of packages, one address a line. */
function loadedBy(...args: readonly string[]): string {
  const script = `
    import { registerHooks } from "node:module";
    registerHooks({ load(url, context, next) { if (url.includes("/node_modules/")) process.stderr.write(url + "\\n"); return next(url, context); } });`;
  const watching = `--import=data:text/javascript,${encodeURIComponent(script)}`;
  const env = { PATH: process.env.PATH, PETSTORE_API_KEY: "a-key-of-the-tests" };
  return spawnSync(process.execPath, [watching, "src/cli/bin.js", ...args], {
    ...{ cwd: root, env, encoding: "utf8" },
  }).stderr;
}

test("what sends requests is loaded for a target on the network alone", () => {
  // Nothing listens on the discard port.
  expect(loadedBy("run", "http://127.0.0.1:9/v1", "--profile", "quick")).toContain("/undici/");
  expect(loadedBy("run", "--self", "--profile", "quick")).not.toContain("/undici/");
});

test("what is built loads neither HTTP/2 nor, for a target without TLS, TLS", async () => {
  const { code } = await bundleOf("src/core/exchange/transport/http-transport.ts");
  const folder = mkdtempSync(join(tmpdir(), "built-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "transport.cjs"), code);
  const script = `require("./transport.cjs"); process.stdout.write(process.moduleLoadList.join("\\n"));`;
  const { stdout } = spawnSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" });
  expect(stdout).toContain("NativeModule net");
  expect(stdout).not.toMatch(/^NativeModule (?:http2|tls)$/m);
  const users = globSync("src/**/*.ts", { cwd: root }).filter((file) =>
    /^import \{ (?!type ).* from "undici";/m.test(textOf(file)),
  );
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter((file) => !textOf(file).includes("allowH2: false"))).toEqual([]);
});
