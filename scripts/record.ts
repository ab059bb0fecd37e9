import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "#testing/source-files.ts";
import { CatalogueError, laidOut, suiteFiles } from "./record/suite-index.ts";

// `npm run record`: plays the whole proof, and writes every generated file anew. Writes nothing but the index of the
// suites, and exits 1, where the proof does not hold. `npm run record -- --code` leaves the proof, and writes only what
// follows from the code; `npm run record -- --check` writes nothing, and exits 1 where a file is not what it would write.
// After `npm test` and `npm run test:long`, which play the bed in standard, `--after-tests` takes what standard shows from
// the record that they compared with it.

try {
  if (await isIndexed()) await import("./record/record.ts");
} catch (error) {
  if (!(error instanceof CatalogueError)) throw error;
  process.stdout.write(
    `✗ ${error.message}\nNothing was written. Mend what is marked above, and run this again.\n`,
  );
  process.exitCode = 1;
}

/** Indexes and catalogue come first: all else imports them. */
async function isIndexed(): Promise<boolean> {
  const stale = [];
  for (const [path, text] of suiteFiles()) {
    const written = laidOut(path, text);
    if (written === (await readFile(join(root, path), "utf8").catch(() => ""))) continue;
    stale.push(path);
    if (process.argv.includes("--check")) continue;
    await writeFile(join(root, path), written);
    process.stdout.write(`${path} was written anew.\n`);
  }
  if (stale.length === 0 || !process.argv.includes("--check")) return true;
  process.stdout.write(`Not up to date: ${stale.join(", ")}. Run \`npm run record\`.\n`);
  process.exitCode = 1;
  return false;
}
