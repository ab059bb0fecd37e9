import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { builtDocumentFile, builtDocumentModule } from "./built-document.ts";

const root = join(import.meta.dirname, "..");

/** Where the code of threads begins; the executable holds it as the asset `worker.js`. */
export const threads = "src/proof/worker.ts";

/** The modules that find something beside the code, or are written for what is built, and what stands in their place in one file. */
const replacements: Readonly<Record<string, () => string | Promise<string>>> = {
  [builtDocumentFile]: builtDocumentModule,
  "src/core/contract/embedded-text.ts": () => {
    const texts = globSync("{src,suites,reference-server}/**/*.{yaml,css,browser.js}", { cwd: root }).map(
      (path) => [path, readFileSync(join(root, path), "utf8")],
    );
    return `const texts = ${JSON.stringify(Object.fromEntries(texts))};
      export const embeddedText = (path) => texts[path];`;
  },
  "src/proof/worker-thread.ts": () =>
    `import { getAsset } from "node:sea";
      import { Worker } from "node:worker_threads";
      export const startWorker = () => new Worker(getAsset("worker.js", "utf8"), { eval: true });`,
};

/**
 * A part of the program and all its packages as one file, in CommonJS, and the absolute paths of the files that it is made of.
 * @throws Error for a module that looks for something beside itself: one file has nothing beside it.
 */
export async function bundleOf(entry: string) {
  const bundled = await rolldown({
    input: join(root, entry),
    platform: "node",
    tsconfig: false,
    plugins: [withoutHttp2, inOneFile, onlyImported],
    transform: { define: { esbuildDetection: "true" } },
  });
  const { output } = await bundled.generate({ format: "cjs", codeSplitting: false });
  await bundled.close();
  const [chunk] = output;
  return { code: chunk.code, sources: chunk.moduleIds };
}

/** What is before the name of a module of Node's in the bundle. */
const builtin = "\0builtin ";

const inOneFile: Plugin = {
  name: "in-one-file",
  // A module of Node's is loaded where it is first needed. Else all are at each start: a fifth of the time of `--help`.
  resolveId: (id) => (isBuiltin(id) ? `${builtin}${id}` : null),
  load: async (id) => {
    if (id.startsWith(builtin))
      return {
        code: `module.exports = process.getBuiltinModule("${id.slice(builtin.length)}");`,
        moduleType: "js",
      };
    if (!id.startsWith(root) || id.includes("/node_modules/")) return null;
    const path = id.slice(root.length + 1);
    const code = await replacements[path]?.();
    if (code !== undefined) return { code, moduleType: "js" };
    if (readFileSync(id, "utf8").includes("import.meta"))
      throw new Error(`${path} looks for something beside itself: give it a row in scripts/bundle.ts`);
    return null;
  },
};

/** The licences of the packages that these files belong to: all of them ask to be passed on. */
export function licencesOf(sources: readonly string[]): string {
  const folders = sources.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const packages = [...new Set(folders)].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return section(`${name} ${version}`, [folder]);
  });
  return packages.join("\n");
}

/** That of the Node that runs this. */
export function licenceOfNode(): string {
  const bin = dirname(process.execPath);
  return section(`Node.js ${process.version}`, [join(bin, ".."), join(bin, "../node_modules/node-linux-*")]);
}

function section(title: string, folders: readonly string[]): string {
  const [file] = folders.flatMap((folder) => globSync(`${folder}/{LICENSE,LICENCE,license,License}*`));
  if (file === undefined) throw new Error(`No licence was found of ${title}. \`npm ci\` installs it.`);
  return `${title}\n${"=".repeat(title.length)}\n\n${readFileSync(file, "utf8").trim()}\n`;
}

const undici = join(root, "node_modules/undici/lib");

/** `connect` is a method of the dispatchers that undici's entry gives them. */
const undiciEntry = `import api from "${undici}/api/index.js";
  import Dispatcher from "${undici}/dispatcher/dispatcher.js";
  Object.assign(Dispatcher.prototype, api);
  export { default as buildConnector } from "${undici}/core/connect.js";
  export { default as Client } from "${undici}/dispatcher/client.js";
  export { default as Pool } from "${undici}/dispatcher/pool.js";`;

/**
 * undici's entry exports all of it, fetch, WebSocket and caches too, and a bundler leaves nothing out of a CommonJS module. In its
 * place stands what the sources import, a build that imports more fails, and what served the others alone is not there: a third of
 * what it takes to load.
 */
export const onlyImported: Plugin = {
  name: "only-imported",
  resolveId: (id) => (id === "undici" ? "\0undici" : null),
  load: (id) => (id === "\0undici" ? { code: undiciEntry, moduleType: "js" } : null),
};

const noHttp2 = "\0no-http2";

/**
 * undici loads Node's HTTP/2 with its client, and TLS with that: a tenth of what a run takes. Every connection of ours is without it
 * (`allowH2: false`), so undici gets what it makes do with where Node was built without HTTP/2.
 */
export const withoutHttp2: Plugin = {
  name: "without-http2",
  resolveId: (id, importer) =>
    id === "node:http2" && importer?.includes("/node_modules/undici/") ? noHttp2 : null,
  load: (id) => (id === noHttp2 ? { code: "module.exports = { constants: {} };", moduleType: "js" } : null),
};
