import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Proof } from "./proof.ts";
import { recordAsJson, recordOf } from "./record.ts";
import { recordAsMarkdown, summaryTable } from "./record-markdown.ts";

const begin = "<!-- proof: written by `prove --write` -->\n";
const end = "<!-- end of proof -->";

/** The committed files that tell of the proof, by their paths, with what has to stand in them. */
export async function recordedFiles(
  folder: string,
  standard: Proof,
  thorough: Proof,
): Promise<ReadonlyMap<string, string>> {
  const record = recordOf(standard, thorough);
  const files = new Map([
    ["reports/proof.json", recordAsJson(record)],
    ["reports/proof.md", recordAsMarkdown(record)],
  ]);
  const readme = await readFile(join(folder, "README.md"), "utf8").catch(() => "");
  const [before, rest] = readme.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before !== undefined && after !== undefined)
    files.set("README.md", `${before}${begin}\n${summaryTable(record)}\n\n${end}${after}`);
  return files;
}

/** Writes them; gives their paths. */
export async function writeRecord(
  folder: string,
  standard: Proof,
  thorough: Proof,
): Promise<readonly string[]> {
  const files = await recordedFiles(folder, standard, thorough);
  await mkdir(join(folder, "reports"), { recursive: true });
  for (const [path, text] of files) await writeFile(join(folder, path), text);
  return [...files.keys()];
}
