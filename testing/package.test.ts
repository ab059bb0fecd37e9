import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { packedFiles, withAbsoluteLinks } from "#scripts/absolute-links.ts";
import { bundleOf } from "#scripts/bundle.ts";
import packageJson from "../package.json" with { type: "json" };
import { documents } from "./docs/run-commands.ts";
import { temporaryFolder } from "./machine.ts";
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

test("at most 30 packages are installed, and none runs a script for it", () => {
  expect(installed.length).toBeLessThanOrEqual(30);
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
  const folder = temporaryFolder();
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

/** The targets of all links and images of a page, as they are written. */
function linksOf(text: string): string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === "link" || token.type === "image") links.push(String(token.href));
  });
  return links;
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = marked
    .lexer(text)
    .flatMap((token) => (token.type === "heading" ? [String(token.text)] : []));
  return headings.map((words) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

const isAbsolute = (link: string): boolean => /^[a-z]+:/.test(link);

/** The links of a page that lead nowhere, where `has` knows which files there are. */
function deadLinks(page: string, text: string, has: (path: string) => boolean): string[] {
  return linksOf(text).filter((link) => {
    if (isAbsolute(link)) return false;
    const [to = "", anchor] = link.split("#");
    const path = to === "" ? page : posix.join(posix.dirname(page), to);
    return !has(path) || (anchor !== undefined && !anchorsOf(textOf(path)).includes(anchor));
  });
}

test.each(documents)("every link of %s leads to a page, and to a heading of it", (page) => {
  expect(deadLinks(page, textOf(page), (path) => existsSync(join(root, path)))).toEqual([]);
});

test("a link to no file and one to no heading are dead", () => {
  const text = "[a](docs/none.md) [b](#none) [c](README.md#none) ![d](none.png) [e][f]\n\n[f]: none.md";
  expect(deadLinks("README.md", text, (path) => existsSync(join(root, path)))).toHaveLength(5);
});

/** The files of the project that a page names in code. */
const filesNamed = (text: string): string[] =>
  [...text.matchAll(/`((?:bench|docs|reference-server|scripts|src|suites|testing)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = ""]) => path,
  );

test.each(documents)("every file that %s names is there", (page) => {
  expect(filesNamed(textOf(page)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(["SECURITY.md", "reports/claims.md"])("%s names a test beside each of its claims", (page) => {
  const rows =
    textOf(page)
      .split(/^\| claim \| test \|\n\|---\|---\|\n/m)[1]
      ?.split("\n\n")[0]
      ?.trim()
      .split("\n") ?? [];
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows)
    expect(
      filesNamed(row).some((path) => path.endsWith(".test.ts")),
      row,
    ).toBe(true);
});

test("the list of all pages has every page, and the README links it", () => {
  const list = "docs/README.md";
  const pages = documents.filter(
    (page) => /^(?:docs\/)?[^/]+\.md$/.test(page) && !page.endsWith("README.md"),
  );
  const linked = linksOf(textOf(list)).map((link) => posix.join("docs", link));
  expect(linked).toEqual(expect.arrayContaining(pages));
  expect(linksOf(textOf("README.md"))).toContain(list);
});

describe("the pages of the package", () => {
  const packed = new Set(files);
  const pages = [...packed].filter((page) => page.endsWith(".md"));
  const base = "https://host.example/blob/v1.0.0";

  test("as released, have no link to a page that the package lacks", () => {
    const dead = pages.flatMap((page) =>
      deadLinks(page, withAbsoluteLinks(textOf(page), page, { packed, base }), (path) => packed.has(path)),
    );
    expect(pages.length).toBeGreaterThan(5);
    expect(dead).toEqual([]);
  });

  test("keep the links to each other, and what is absolute", () => {
    const text =
      "[a](docs/install.md#in-ci) [b](reports/proof.md#keys) [c](https://a.example/b.md) [d](#more)";
    expect(withAbsoluteLinks(text, "README.md", { packed, base })).toBe(
      text.replace("reports/proof", `${base}/reports/proof`),
    );
    expect(withAbsoluteLinks("[a](../CONTRIBUTING.md)", "docs/x.md", { packed, base })).toBe(
      `[a](${base}/CONTRIBUTING.md)`,
    );
  });
});
