import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

const root = join(import.meta.dirname, "..");

/**
 * undici's entry exports all of it, fetch, WebSocket and caches too, and a bundler leaves nothing out of a CommonJS module. This
 * leaves out of that entry the exports that no source imports, and then what served them alone: a third of what it takes to load.
 */
export const onlyImported: Plugin = {
  name: "only-imported",
  transform: {
    filter: { id: /node_modules\/undici\/index\.js$/ },
    handler: (code) => withExports(code, importedNames("undici")),
  },
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

function importedNames(name: string): ReadonlySet<string> {
  const lists = globSync("src/**/*.ts", { cwd: root }).flatMap((path) => [
    ...readFileSync(join(root, path), "utf8").matchAll(
      new RegExp(`^import \\{([^}]*)\\} from "${name}";`, "gm"),
    ),
  ]);
  const names = lists.flatMap(([, list = ""]) => list.split(",").map((one) => one.trim()));
  return new Set(names.filter((one) => !one.startsWith("type ")).map((one) => one.replace(/ as .*/, "")));
}

/** Statements of the module that export other names go, and declarations that nothing else names any more. */
function withExports(code: string, names: ReadonlySet<string>): string {
  const statements = parseAst(code).body.map(({ start, end }) => code.slice(start, end));
  let kept = statements.filter((text) => {
    const [, exported] = /^module\.exports\.(\w+)/.exec(text) ?? [];
    return exported === undefined || names.has(exported);
  });
  for (let before = Number.POSITIVE_INFINITY; kept.length < before; ) {
    before = kept.length;
    kept = kept.filter((text, at) => {
      const declared = /^(?:const|let|function)\s*(\{[^}]*\}|\w+)/.exec(text)?.[1]?.match(/\w+/g);
      const rest = kept.filter((_, other) => other !== at).join("\n");
      return declared?.some((name) => new RegExp(`\\b${name}\\b`).test(rest)) !== false;
    });
  }
  return kept.join("\n");
}
