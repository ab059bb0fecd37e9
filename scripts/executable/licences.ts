import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

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
