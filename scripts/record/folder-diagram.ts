import { folderAmong, importsOf, sourceFiles } from "#testing/source-files.ts";

/**
 * The folders of shipped code as a flowchart of Mermaid: each points to those that it imports at run time, but for those that
 * another of them imports already.
 * @param architecture the text of docs/architecture.md, whose table names the folders
 */
export function foldersAsMermaid(architecture: string): string {
  const rows = architecture.matchAll(/^\| `((?:src|suites|reference-server)[a-z/*-]*)` \|/gm);
  const folders = [...rows].map(([, folder = ""]) => folder);
  const imports = importsAmong(folders);
  const below = (folder: string): readonly string[] =>
    (imports.get(folder) ?? []).flatMap((other) => [other, ...below(other)]);
  const lines = folders.flatMap((folder) => {
    const direct = imports.get(folder) ?? [];
    const shown = direct.filter((other) => !direct.some((one) => below(one).includes(other)));
    return [
      `  ${idOf(folder)}["${folder.replace(/^src\//, "")}"]`,
      ...(shown.length === 0 ? [] : [`  ${idOf(folder)} --> ${shown.map(idOf).join(" & ")}`]),
    ];
  });
  return ["```mermaid", "flowchart TD", ...lines, "```"].join("\n");
}

/** By folder, the others of which its files import something beside types. */
function importsAmong(folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const imports = folders.map((folder) => [folder, new Set<string>()] as const);
  const known = new Map(imports);
  for (const file of sourceFiles().filter(({ forTests }) => !forTests)) {
    const folder = folderAmong(folders, file.path);
    for (const { path, typesOnly } of importsOf(file)) {
      const other = folderAmong(folders, path);
      if (folder !== undefined && other !== undefined && other !== folder && !typesOnly)
        known.get(folder)?.add(other);
    }
  }
  return new Map(imports.map(([folder, others]) => [folder, [...others].toSorted()]));
}

function idOf(folder: string): string {
  return folder.replaceAll(/\W/g, "_");
}
