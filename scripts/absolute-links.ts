import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packedFiles, withAbsoluteLinks } from "./packed-pages.ts";

// For a release: `node scripts/absolute-links.ts https://github.com/OWNER/NAME/blob/v1.2.3` changes the pages that are
// packed, so that no link of theirs leads to a page that only the repository has.

const [base] = process.argv.slice(2);
if (base === undefined || !base.startsWith("https://"))
  throw new Error("give the https address of the files");

const root = join(import.meta.dirname, "..");
const packed = new Set(packedFiles());
for (const page of packed) {
  if (!page.endsWith(".md")) continue;
  const path = join(root, page);
  await writeFile(path, withAbsoluteLinks(await readFile(path, "utf8"), page, { packed, base }));
}
