import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { type SourceFile, sourceFiles, textOf } from "./source-files.ts";

interface Import {
  /** The file that is imported, relative to the project's folder. */
  readonly path: string;
  readonly typesOnly: boolean;
}

/** The folder of a table that holds a file: the closest. `suites/petstore/*` is every folder there that has no row. */
function folderAmong(folders: readonly string[], path: string): string | undefined {
  const holds = (folder: string): boolean =>
    folder.endsWith("/*")
      ? path.startsWith(folder.slice(0, -1)) && path.slice(folder.length).includes("/")
      : path.startsWith(`${folder}/`);
  return folders.toSorted((a, b) => b.length - a.length).find(holds);
}

/** The packages that a file imports, without those of Node. */
function packagesOf({ text }: SourceFile): string[] {
  const pattern = /\b(?:from\s*|import\s*\(\s*|import\s+)"((?:@[^/"]+\/)?[^#./"][^/"]*)(?:\/[^"]*)?"/g;
  return [...text.matchAll(pattern)].map(([, name = ""]) => name).filter((name) => !name.startsWith("node:"));
}

/** The local files that a file imports, statically or when it needs them. */
function importsOf({ path, text }: SourceFile): Import[] {
  const pattern = /\b(?:(?:import|export)\s+([^;"']*?)\bfrom\s*|import\s*\(\s*|import\s+)"([.#][^"]+)"/g;
  return [...text.matchAll(pattern)].map(([, clause = "", target = ""]) => ({
    path: placeOf(target, path),
    // Biome lets no clause name types alone without saying so in front.
    typesOnly: /^type\s/.test(clause),
  }));
}

/** The file that a specifier names: beside the importing file, or by its room as package.json's `imports` say. */
function placeOf(specifier: string, from: string): string {
  if (!specifier.startsWith("#")) return join(dirname(from), specifier);
  const path = specifier.slice(1);
  return /^(?:suites|reference-server|testing|scripts|bench)\//.test(path) ? path : `src/${path}`;
}

/** The table of docs/architecture.md: everything flows one way, from what was asked to who reads it. */
function folderTable() {
  const text = textOf("docs/architecture.md");
  const rows = [...text.matchAll(/^\| `([^`]+)` \| .* \| ([^|]*) \|$/gm)];
  const names = rows.map(([, folder = ""]) => folder);
  const named = new Map<string, readonly string[]>();
  return rows.map(([, folder = "", words = ""], place) => {
    const mayImport =
      words === "all above"
        ? [...names.slice(0, place), "package.json"]
        : words.startsWith("types of `src`")
          ? names.filter((name) => name.startsWith("src/"))
          : [...words.matchAll(/`([^`]+)`( and below)?/g)].flatMap(([, name = "", below]) =>
              name === "src/core"
                ? names.filter((each) => each.startsWith("src/core/"))
                : [name, ...(below === undefined ? [] : (named.get(name) ?? []))],
            );
    named.set(folder, mayImport);
    /** The reference server shares no code with what judges it. */
    return { folder, mayImport, typesOnly: words.startsWith("types") };
  });
}

const table = new Map(folderTable().map((row) => [row.folder, row]));

const folders = [...table.keys()];

const shipped = sourceFiles().filter((file) => !file.forTests && table.has(folderOf(file.path)));

function folderOf(path: string): string {
  const parts = path.split("/");
  return folderAmong(folders, path) ?? parts.slice(0, parts[0] === "src" ? 2 : 1).join("/");
}

function isAllowed(from: string, { path, typesOnly }: Import): boolean {
  const to = folderOf(path);
  if (to === from) return true;
  const row = table.get(from);
  return row?.mayImport.includes(to) === true && (typesOnly || !row.typesOnly);
}

/** Imports of these files that are wrong. */
function wrongIn(
  files: readonly SourceFile[],
  isWrong: (wanted: Import, path: string) => boolean,
): readonly string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((wanted) => isWrong(wanted, file.path))
      .map((wanted) => `${file.path} imports ${wanted.path}`),
  );
}

test("imports point one way", () => {
  expect(wrongIn(shipped, (wanted, path) => !isAllowed(folderOf(path), wanted))).toEqual([]);
});

test("every folder of shipped code has its place in the order", () => {
  const folders = sourceFiles().filter((file) => /^(?:src|suites|reference-server)\//.test(file.path));
  const unplaced = folders.filter(({ path }) => !table.has(folderOf(path)) && !/^src\/[^/]+$/.test(path));
  expect(unplaced.map((file) => file.path)).toEqual([]);
});

test("another room is imported by its name, and so is what is more than one floor up", () => {
  const climbing = sourceFiles().flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:import|export|\}).* from "(?:\.\.\/){2,}[^"]+\.ts";$/gm)].map(
      ([line]) => `${path}: ${line}`,
    ),
  );
  expect(climbing).toEqual([]);
});

// So that no folders import each other; the types of `src` that the reference server takes are no code.
test("a row of the table names rows above it alone", () => {
  const below = [...table.values()].flatMap(({ folder, mayImport, typesOnly }, place) =>
    mayImport
      .filter((name) => !typesOnly && folders.indexOf(name) >= place)
      .map((name) => `${folder} may import ${name}`),
  );
  expect(below).toEqual([]);
});

/** The table of products in docs/architecture.md: their folders, each with the modules that others may import. */
function productEntries(): ReadonlyMap<string, readonly string[]> {
  const text = textOf("docs/architecture.md");
  const rows = [...text.matchAll(/^\| (\w+) \| ((?:`src\/[^`]+`(?:, )?)+) \|$/gm)];
  return new Map(
    rows.map(([, name = "", paths = ""]) => [
      `src/${name}`,
      [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
    ]),
  );
}

test("a product is imported by its entries alone, and each of them is", () => {
  const products = productEntries();
  const code = sourceFiles().filter(({ path, forTests }) => !forTests && !path.startsWith("scripts/"));
  const productOf = (path: string) => folderAmong([...products.keys()], path);
  const entered = new Set<string>();
  const found = wrongIn(code, (wanted, path) => {
    const product = productOf(wanted.path);
    if (product === undefined || product === productOf(path)) return false;
    entered.add(wanted.path);
    return products.get(product)?.includes(wanted.path) !== true;
  });
  expect([...products.keys()]).toEqual(
    expect.arrayContaining(["exam", "traffic", "certificate", "fleet"].map((name) => `src/${name}`)),
  );
  expect(found).toEqual([]);
  expect([...entered].sort()).toEqual([...products.values()].flat().sort());
});

test("no files import each other, not for their types either", () => {
  const edges = new Map(
    sourceFiles().map((file) => [file.path, new Set(importsOf(file).map(({ path }) => path))]),
  );
  expect(cycles(edges)).toEqual([]);
});

/** At least one way round wherever there is one: no place is walked on from twice. */
function cycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (place: string, path: readonly string[]): void => {
    if (path.includes(place)) found.push([...path.slice(path.indexOf(place)), place].join(" > "));
    if (path.includes(place) || done.has(place)) return;
    for (const next of edges.get(place) ?? []) walk(next, [...path, place]);
    done.add(place);
  };
  for (const place of edges.keys()) walk(place, []);
  return found;
}

/** Beside what judges, but no part of it. */
const isFault = (path: string): boolean => /\bfaults\.ts$/.test(path);
const isCheck = (path: string): boolean => /\bchecks\.ts$/.test(path);

/** It answers clients, and judges nothing. */
const service = "suites/clients/service.ts";

test("a fault knows nothing of the checks, and nothing that judges knows a fault or the reference server", () => {
  const suites = shipped.filter(({ path }) => path.startsWith("suites/") && !path.endsWith("/index.ts"));
  const isServer = ({ path, typesOnly }: Import) => path.startsWith("reference-server/") && !typesOnly;
  const crossing = wrongIn(suites, (wanted, path) =>
    isFault(path) ? isCheck(wanted.path) : isFault(wanted.path) || (isServer(wanted) && path !== service),
  );
  expect(suites.filter(({ path }) => isFault(path)).length).toBeGreaterThan(20);
  expect(suites.some(({ path }) => path === service)).toBe(true);
  expect(crossing).toEqual([]);
});

test("a fault of a server is made of the reference server alone", () => {
  const faults = shipped.filter(({ path }) => path.startsWith("suites/petstore/") && isFault(path));
  expect(wrongIn(faults, ({ path }) => !path.startsWith("reference-server/"))).toEqual([]);
});

test("requirement groups share what is in suites/petstore/shared, and those of one heading what is in its folder", () => {
  const isOfGroup = ({ path }: { readonly path: string }) => folderOf(path) === "suites/petstore/*";
  const found = wrongIn(
    shipped.filter(isOfGroup),
    (wanted, path) => isOfGroup(wanted) && !dirname(path).startsWith(dirname(wanted.path)),
  );
  expect(found).toEqual([]);
});

test("what is shipped needs nothing that is only there for the tests", () => {
  const forTests = new Set(sourceFiles().flatMap(({ path, forTests }) => (forTests ? [path] : [])));
  expect(wrongIn(shipped, ({ path }) => forTests.has(path))).toEqual([]);
});

test("what is shipped needs no package but the dependencies", () => {
  const allowed = Object.keys(packageJson.dependencies);
  const found = shipped.flatMap((file) => packagesOf(file).map((name) => ({ path: file.path, name })));
  expect(found.filter(({ name }) => !allowed.includes(name))).toEqual([]);
  expect(new Set(found.map(({ name }) => name))).toEqual(new Set(allowed));
});

test("the checks have no clock, no randomness and no client of their own", () => {
  const source = shipped.filter(({ path }) => path.startsWith("suites/") && !isFault(path));
  const impure =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bfetch\(|\bsetTimeout\(|from "(?:undici|node:)/;
  // The catalogue is data, and reading it is no evidence.
  const others = ["suites/catalogue.ts"];
  const found = source.filter(({ path, text }) => !others.includes(path) && impure.test(text));
  expect(found.map((file) => file.path)).toEqual([]);
});

test.each([
  ['import type { A } from "./b.ts";', true],
  ['import type {\n  A,\n  B,\n} from "./b.ts";', true],
  ['export type { A } from "./b.ts";', true],
  ['import { type A, b } from "./b.ts";', false],
  ['import * as b from "./b.ts";', false],
  ['const b = await import("./b.ts");', false],
  ['import "./b.ts";', false],
])("%j imports types only: %j", (text, typesOnly) => {
  const found = importsOf({ path: "src/a.ts", text, forTests: false });
  expect(found).toEqual([{ path: "src/b.ts", typesOnly }]);
});

test("nothing reads the words of a finding again: what was expected and seen is data", () => {
  const reading =
    /\b(expected|seen)\s*\??\.\s*(startsWith|endsWith|includes|match|matchAll|replace|replaceAll|split|search|slice|indexOf)\b|\.test\([^)]*\.(expected|seen)\b/;
  const shipped = sourceFiles().filter(({ path, forTests }) => !forTests && /^(src|suites)\//.test(path));
  expect(shipped.length).toBeGreaterThan(300);
  expect(shipped.filter(({ text }) => reading.test(text)).map(({ path }) => path)).toEqual([]);
  expect(reading.test('finding.seen.replace(/x/, "")')).toBe(true);
});

test.each([
  ["One request, from the command line to its verdict", 25],
  ["One 429", 7],
])("the walk of docs/architecture.md is followed by imports: %s, in at most %i files", (title, most) => {
  const [, section = ""] = textOf("docs/architecture.md").split(`\n## ${title}\n`);
  const [walk = ""] = section.split("\n## ");
  const paths = [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = ""]) => path);
  const importedBy = new Map(
    sourceFiles().map((file) => [file.path, importsOf(file).map(({ path }) => path)]),
  );
  const [, ...others] = paths;
  const unreached = others.filter(
    (path, at) => !paths.slice(0, at + 1).some((earlier) => importedBy.get(earlier)?.includes(path)),
  );
  expect(unreached).toEqual([]);
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.length).toBeLessThanOrEqual(most);
});
