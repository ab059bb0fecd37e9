import { spawnSync } from "node:child_process";
import { access, chmod, copyFile, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { libraryOptions } from "#assembly/options/library-options.ts";
import packageJson from "../package.json" with { type: "json" };
import { builtDocumentFile, builtDocumentModule } from "./built-document.ts";
import { licencesOf, onlyImported, threads, withoutHttp2 } from "./bundle.ts";
import { inputDeclarations } from "./describe-options.ts";

// Builds dist/: the types, the code in few files, and beside them what it reads at run time. Were each of the sources a
// file of its own, a run would take a quarter longer: Node looks for each of them and for the package.json of its folder.

const root = join(import.meta.dirname, "..");
const out = join(root, "dist");

await rm(out, { recursive: true, force: true });
const compiled = spawnSync(join(root, "node_modules/.bin/tsc"), ["--project", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
for await (const file of glob("**/*.d.ts", { cwd: out })) {
  const text = await readFile(join(out, file), "utf8");
  await writeFile(join(out, file), withPaths(text, file));
}
await writeFile(join(out, "src/assembly/options/run-input.d.ts"), inputDeclarations(libraryOptions));

for await (const file of glob("{src,suites,reference-server}/**/*.{yaml,json,css,browser.js}", {
  cwd: root,
})) {
  await mkdir(dirname(join(out, file)), { recursive: true });
  await copyFile(join(root, file), join(out, file));
}

/** What others import or start, at the path that package.json promises; and what is started as a thread. */
const promised = [...Object.values(packageJson.bin), ...Object.values(packageJson.exports)].filter((path) =>
  path.endsWith(".js"),
);
const entries = [...promised.map(sourceOf), threads];

/** One file for what these import: of every command, of the options of `run`, of every run, of `--self`, and of a target on the network. */
const together = {
  main: ["src/cli/main.ts"],
  options: ["src/cli/commands/run/run.ts"],
  run: [
    ...["src/cli/commands/run/perform-run.ts", "src/cli/published/publish.ts", "src/cli/live/progress.ts"],
    ...["src/core/run/engine.ts", "src/assembly/assemble.ts", "suites/registry.ts"],
    ...["src/core/exchange/clock/clock.ts", "src/assembly/target.ts"],
  ],
  self: [
    ...["reference-server/server.ts", "src/core/exchange/clock/virtual-clock.ts"],
    "src/core/exchange/transport/in-process.ts",
  ],
  target: ["src/core/exchange/transport/http-transport.ts"],
};
for (const file of Object.values(together).flat()) await access(join(root, file));
const groups = Object.entries(together).map(([name, files]) => ({
  name,
  test: (id: string) => files.includes(relative(root, id)),
}));

/** A module finds what is beside it from the place that it has among the sources. */
const placed: Plugin = {
  name: "placed",
  transform: {
    filter: { code: "import.meta.url" },
    handler: (code, id) => {
      const place = relative(root, id).replace(/\.ts$/, ".js");
      return code.replaceAll("import.meta.url", `new URL("../${place}", import.meta.url).href`);
    },
  },
};

/** Modules that are written anew for the package. */
const written: Plugin = {
  name: "written",
  load: async (id) =>
    relative(root, id) === builtDocumentFile ? { code: await builtDocumentModule(), moduleType: "js" } : null,
};

/**
 * Takes what is imported of Node's modules from the modules themselves. For an ES import Node first lists all exports of a
 * module, which takes up to 7 ms, and calls its getters: those of node:http load a WebSocket client.
 */
const builtins: Plugin = {
  name: "builtins",
  renderChunk(code) {
    const afterImports = code.search(/^(?!import )/m);
    const imports = code
      .slice(0, afterImports)
      .replace(/^import (.+) from ("node:.+");$/gm, (_, names: string, from: string) => {
        if (/^\*|\w,/.test(names.replace(/\{.*\}/, "")))
          throw new Error(`not read: import ${names} from ${from}`);
        return `const ${names.replaceAll(" as ", ": ")} = process.getBuiltinModule(${from});`;
      });
    return imports + code.slice(afterImports);
  },
};

/** In ASCII alone: V8 holds a text with any other character in twice the memory, and takes a sixth longer to load it. */
const inAscii: Plugin = {
  name: "in-ascii",
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue;
      if (/String\.raw`[^`]*[^\0-\x7f]/.test(file.code))
        throw new Error(
          `${file.fileName} has a raw text that is not ASCII: an escape in it would be read as it stands`,
        );
      file.code = file.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((path) => [path.replace(/\.[jt]s$/, ""), join(root, path)])),
  platform: "node",
  tsconfig: false,
  // undici alone is part of the package's code: it has ninety files, and a run needs forty of them.
  external: /^(?!(?:undici|node:http2)$)[a-z@]/,
  plugins: [written, placed, builtins, inAscii, onlyImported, withoutHttp2],
  // undici's own switch for bundles: without its experimental parser, which a variable of the environment would choose.
  transform: { define: { esbuildDetection: "true" } },
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await bundle.write({
  dir: out,
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  codeSplitting: { groups },
});
await bundle.close();
for (const file of output)
  if (file.type === "chunk" && file.isEntry && file.code.includes("import.meta.url"))
    throw new Error(`${file.fileName} looks for something beside itself, and is not in chunks/`);

const sources = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
await writeFile(join(out, "LICENCES.txt"), licencesOf(sources));
await chmod(join(out, "src/cli/bin.js"), 0o755);

function sourceOf(built: string): string {
  const path = built.replace(/^(?:\.\/)?dist\//, "");
  return path.endsWith("cli/bin.js") ? path : path.replace(/\.js$/, ".ts");
}

/** The types of a file with a path in place of each name of a room: those that use the package have no sources. */
function withPaths(types: string, file: string): string {
  return types.replace(/"(#|\.\.?\/)([^"\n]+)\.ts"/g, (_, start: string, rest: string) => {
    if (start !== "#") return `"${start}${rest}.js"`;
    const target = /^(?:suites|reference-server)\//.test(rest) ? rest : `src/${rest}`;
    const path = relative(dirname(file), `${target}.js`);
    return JSON.stringify(path.startsWith(".") ? path : `./${path}`);
  });
}
