import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { compileOperations } from "#core/contract/compile-operations.ts";
import type { BuiltDocument, SchemaCompiler, SchemaProblem } from "#core/contract/contract.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { parseSpecFile } from "#core/contract/reading/parse-spec-file.ts";
import { ajvCompiler } from "#core/contract/validation/ajv.ts";
import { builtDocumentModule } from "#scripts/built-document.ts";
import { loadContract } from "#suites/petstore/document.ts";
import packageJson from "../../package.json" with { type: "json" };
import { needsProgram, temporaryFolder } from "../machine.ts";
import { root } from "../source-files.ts";
import { jsonNode } from "../suites/sample-evidence.ts";

// Without `--no`, npx looks for the name in a registry. Without `--`, it takes `--help` and `--version` for itself.

test("every call by way of npx, in any file, is one that works with npm 10 and 11", () => {
  const files = globSync("{*,{.ci,action,bench,docs,reference-server,scripts,src,suites,testing}/**/*}", {
    cwd: root,
    withFileTypes: true,
  }).filter((file) => file.isFile());
  const calls = files.flatMap((file) =>
    [
      ...readFileSync(join(file.parentPath, file.name), "utf8").matchAll(
        /\bnpx (?:-\S+ )*petstore-conformance\b/g,
      ),
    ].map(([call]) => call),
  );
  expect(calls.length).toBeGreaterThan(50);
  expect(calls.filter((call) => call !== "npx --no -- petstore-conformance")).toEqual([]);
});

needsProgram("npx")(
  "that call reaches the command of a clone, which `npm ci` links, with an option that npx has, too",
  () => {
    const clone = temporaryFolder();
    symlinkSync(join(root, "src"), join(clone, "src"));
    writeFileSync(join(clone, "package.json"), "{}");
    const [program = "", script = "", ...more] = packageJson.scripts.prepare.split(" ");
    expect([program, more]).toEqual(["node", []]);
    // Twice: `npm ci` may come again.
    for (const _ of ["first", "again"]) execFileSync(process.execPath, [join(root, script), clone]);
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
    const call = (...args: string[]) =>
      spawnSync("npx", ["--no", "--", "petstore-conformance", ...args], {
        cwd: clone,
        env: { ...process.env, PATH },
        encoding: "utf8",
      }).stdout;
    expect(call("--version")).toBe(`${packageJson.version}\n`);
  },
);

/** The launcher as it runs on another version of Node, which could not read TypeScript. */
function launchedOn(version: string) {
  const old = `
    import { registerHooks } from "node:module";
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });
    registerHooks({ load(url, context, next) {
      if (url.endsWith(".ts")) throw new TypeError("Unknown file extension .ts");
      return next(url, context);
    } });`;
  const bin = join(root, "src/cli/bin.js");
  return spawnSync(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(old)}`, bin, "--version"],
    { encoding: "utf8" },
  );
}

test.each(["12.22.0", "20.20.2", "22.18.0"])(
  "Node %s in a clone gets one line that says what it needs",
  (version) => {
    const { status, stdout, stderr } = launchedOn(version);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `petstore-conformance needs Node 22.19 or newer, and this is Node ${version}: install a newer one, or run it with npx node@24.\n`,
    );
  },
);

const values = [
  ...["null", "true", '"sold"', '"gone"', "[]", "{}", "0", "1", "100", "101", "1.5", "9223372036854775808"],
  '{"name":"Ida","categoryId":1}',
  '{"name":1,"categoryId":"1","status":null}',
  '{"id":9223372036854775807,"name":"Ida","categoryId":-9223372036854775808,"status":"sold"}',
  '{"id":9223372036854775808,"name":"Ida","categoryId":1.5,"status":"gone","more":[]}',
  '[{"id":1,"name":"Ida","categoryId":1},{"id":1e400,"categoryId":1},7]',
  '{"code":"a","message":"b","status":404}',
  '{"code":1,"message":null,"status":"404"}',
  '{"hasOwnProperty":1,"toString":2}',
];

test("the document that is built into the package is the one of the file, and its schemas find the problems that ajv's find", async () => {
  const file = join(temporaryFolder(), "built-document.mjs");
  await writeFile(file, await builtDocumentModule());
  const built: { readonly builtDocument: BuiltDocument } = await import(pathToFileURL(file).href);
  const contract = await loadContract();
  const ownFile = contract.ownFile ?? "";
  const { value } = await parseSpecFile(embeddedText(ownFile), ownFile, new URL("file:///openapi.yaml"));
  expect(built.builtDocument.value).toEqual(value);
  const problems = await problemsFoundBy(ajvCompiler());
  expect(problems.flat().some((found) => found.length === 0)).toBe(true);
  expect(problems.flat().some((found) => found.length > 1)).toBe(true);
  expect(await problemsFoundBy(built.builtDocument.compiler)).toEqual(problems);
});

test("a run with the suite's own document loads nothing that reads documents or compiles schemas", async () => {
  const folder = temporaryFolder();
  const built = pathToFileURL(join(folder, "built-document.mjs")).href;
  await writeFile(join(folder, "built-document.mjs"), await builtDocumentModule());
  const program = `
    const { registerHooks } = await import("node:module");
    const packages = new Set();
    registerHooks({ resolve: (specifier, context, next) => {
      if (/^(?!node:|file:)[a-z@]/.test(specifier)) packages.add(specifier);
      return next(specifier.endsWith("/built-document.ts") ? ${JSON.stringify(built)} : specifier, context);
    } });
    const { loadContract } = await import(${JSON.stringify(new URL("../../suites/petstore/document.ts", import.meta.url).href)});
    const { operations } = await loadContract();
    const text = '[{"id":1,"name":"Ida","categoryId":1}]';
    const { parseJson } = await import(${JSON.stringify(new URL("../../src/core/json/parse.ts", import.meta.url).href)});
    const problems = operations.get("listPets").answer(200).validate(parseJson(text).value);
    console.log(JSON.stringify([problems, [...packages]]));`;
  const args = ["--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ stderr, found: stdout.trim() }).toEqual({ stderr: "", found: "[[],[]]" });
});

/** Of each value in each place of each operation. */
async function problemsFoundBy(compiler: SchemaCompiler): Promise<(readonly SchemaProblem[])[][]> {
  const { document } = await loadContract();
  const { others } = compileOperations(document, [], {}, compiler);
  return [...others.values()].flatMap(({ parameters, body, responses }) => {
    const contents = responses.flatMap(({ content, headers }) => [...content.values(), ...headers]);
    return [...parameters, body, ...contents].map((one) =>
      values.map((text) => one?.validate(jsonNode(text)) ?? []),
    );
  });
}
