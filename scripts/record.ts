import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CatalogueError } from "../suites/catalogue-files.ts";
import { laidOut, root } from "./record/laid-out.ts";
import { indexPath, suiteIndex } from "./record/suite-index.ts";

// `npm run record`: plays the whole proof, and writes every generated file anew. Writes nothing but the index of the
// suites, and exits 1, where the proof does not hold. `npm run record -- --code` leaves the proof, and writes only what
// follows from the code; `npm run record -- --check` writes nothing, and exits 1 where a file is not what it would write.

try {
  if (await isIndexed()) await import("./record/record.ts");
} catch (error) {
  if (!(error instanceof CatalogueError)) throw error;
  process.stdout.write(
    `✗ ${error.message}\nNothing was written. Mend what is marked above, and run this again.\n`,
  );
  process.exitCode = 1;
}

/** The index comes first: all else imports it. */
async function isIndexed(): Promise<boolean> {
  const path = join(root, indexPath);
  const index = laidOut(indexPath, suiteIndex(root));
  if (index === (await readFile(path, "utf8").catch(() => ""))) return true;
  if (!process.argv.includes("--check")) {
    await writeFile(path, index);
    process.stdout.write(`${indexPath} was written anew.\n`);
    return true;
  }
  process.stdout.write(`${indexPath} is not up to date: run \`npm run record\`.\n`);
  process.exitCode = 1;
  return false;
}
