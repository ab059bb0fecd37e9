import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { type Import, importsOf, packagesOf, type SourceFile, sourceFiles } from "./source-files.ts";

/**
 * What each folder may import, besides itself: everything flows one way, from what was asked to who reads it
 * (docs/architecture.md). A folder that stands nowhere here may import nothing.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "src/json": [],
  "src/contract": ["src/json"],
  "src/exchange": ["src/contract", "src/json"],
  "src/run": ["src/exchange", "src/contract", "src/json", "package.json"],
  suites: ["src/run", "src/exchange", "src/contract", "src/json"],
  "src/report": ["src/run", "src/exchange", "src/contract", "src/json"],
  "src/proof": ["src/run", "src/exchange", "src/contract", "src/json", "suites", "reference-server"],
  "src/cli": [
    "src/proof",
    "src/report",
    "src/run",
    "src/exchange",
    "src/contract",
    "src/json",
    // The only folder that knows every part: it puts them together.
    "suites",
    "reference-server",
    "package.json",
  ],
  "src/library": ["src/cli", "src/report", "src/run", "src/exchange", "src/contract", "src/json"],
  "reference-server": [],
};

/** Where only types may be imported: the reference server shares no code with what judges it. */
const mayImportTypes: Readonly<Record<string, readonly string[]>> = {
  "reference-server": ["src/run", "src/exchange", "src/contract", "src/json"],
};

const shipped = sourceFiles().filter((file) => !file.forTests && folderOf(file.path) in mayImport);

function folderOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "src" ? `${first}/${second}` : first;
}

function isAllowed(from: string, { path, typesOnly }: Import): boolean {
  const to = folderOf(path);
  if (to === from || mayImport[from]?.includes(to)) return true;
  return typesOnly && (mayImportTypes[from]?.includes(to) ?? false);
}

function forbidden(file: SourceFile): string[] {
  return importsOf(file)
    .filter((wanted) => !isAllowed(folderOf(file.path), wanted))
    .map((wanted) => `${file.path} imports ${wanted.path}`);
}

test("imports point one way", () => {
  expect(shipped.flatMap(forbidden)).toEqual([]);
});

test("every folder of shipped code has its place in the order", () => {
  const folders = sourceFiles().filter((file) => /^(?:src|suites|reference-server)\//.test(file.path));
  const unplaced = folders.filter(({ path }) => !(folderOf(path) in mayImport) && !/^src\/[^/]+$/.test(path));
  expect(unplaced.map((file) => file.path)).toEqual([]);
});

test("no folders import each other", () => {
  const edges = new Map<string, Set<string>>();
  for (const file of shipped) {
    const from = folderOf(file.path);
    const to = importsOf(file).map(({ path }) => folderOf(path));
    edges.set(from, new Set([...(edges.get(from) ?? []), ...to.filter((folder) => folder !== from)]));
  }
  expect(cycles(edges)).toEqual([]);
});

function cycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found = new Set<string>();
  const walk = (folder: string, path: readonly string[]): void => {
    if (path.includes(folder)) {
      found.add([...path.slice(path.indexOf(folder)), folder].join(" > "));
      return;
    }
    for (const next of edges.get(folder) ?? []) walk(next, [...path, folder]);
  };
  for (const folder of edges.keys()) walk(folder, []);
  return [...found];
}

test("what is shipped needs nothing that is only there for the tests", () => {
  const forTests = new Set(sourceFiles().flatMap(({ path, forTests }) => (forTests ? [path] : [])));
  const found = shipped.flatMap((file) =>
    importsOf(file).flatMap(({ path }) => (forTests.has(path) ? [`${file.path} imports ${path}`] : [])),
  );
  expect(found).toEqual([]);
});

test("what is shipped needs no package but the dependencies", () => {
  const allowed = Object.keys(packageJson.dependencies);
  const found = shipped.flatMap((file) => packagesOf(file).map((name) => ({ path: file.path, name })));
  expect(found.filter(({ name }) => !allowed.includes(name))).toEqual([]);
  expect(new Set(found.map(({ name }) => name))).toEqual(new Set(allowed));
});

test("the checks have no clock, no randomness and no client of their own", () => {
  const source = shipped.filter(({ path }) => path.startsWith("suites/"));
  const impure =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bfetch\(|\bsetTimeout\(|from "(?:undici|node:)/;
  // The catalogue is data: reading it is no evidence.
  const found = source.filter(({ path, text }) => path !== "suites/catalogue.ts" && impure.test(text));
  expect(found.map((file) => file.path)).toEqual([]);
});

test("no file is longer than 300 lines", () => {
  const lines = (text: string): number => text.trimEnd().split("\n").length;
  const long = sourceFiles().filter(({ text }) => lines(text) > 300);
  expect(long.map(({ path, text }) => `${path}: ${lines(text)}`)).toEqual([]);
});
