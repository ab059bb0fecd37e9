import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { prepare } from "#assembly/assemble.ts";
import { loadBed } from "#proof/bed.ts";
import { type Pool, withPool } from "#proof/pool.ts";
import { problemsOf, proofInText } from "#proof/problems.ts";
import { type Proof, type ProofProfile, prove } from "#proof/proof.ts";
import { guardedRuns } from "#testing/proof/guarded-servers.ts";
import { root, textOf } from "#testing/source-files.ts";
import { catalogueProblems, wholeCatalogue } from "#testing/suites/catalogue-problems.ts";
import { type Files, filesOfClients, filesOfCode } from "./generated.ts";
import {
  committedInStandard,
  recordAsJson,
  recordAsMarkdown,
  recordOf,
  type ShownInStandard,
  shownInStandard,
} from "./proof-record.ts";

// What `npm run record` does once the index of the suites is written.

const codeAlone = process.argv.includes("--code");
const checkAlone = process.argv.includes("--check");
const afterTests = process.argv.includes("--after-tests");
const { contract } = await prepare();
// Known before anything is played.
const misfits = catalogueProblems(await wholeCatalogue(contract));
for (const problem of misfits) process.stdout.write(`✗ ${problem}\n`);
const files = misfits.length > 0 ? undefined : codeAlone ? await filesWithoutProof() : await filesOfAll();
if (files === undefined) {
  process.stdout.write("Nothing was written. Mend what is marked above, and run this again.\n");
  process.exitCode = 1;
} else {
  const changed = await whatChanged(files);
  const proof = codeAlone ? "The proof was not played." : "The proof holds.";
  const found = checkAlone ? "Not up to date:" : "Written anew; `git diff` shows the lines:";
  process.stdout.write(`${proof} ${changed.length === 0 ? "Every generated file is up to date." : found}\n`);
  for (const [path] of changed) process.stdout.write(`  ${path}\n`);
  if (!checkAlone) for (const [path, text] of changed) await writeFile(join(root, path), text);
  else if (changed.length > 0) process.exitCode = 1;
}

/** Undefined where the proof does not hold. */
async function filesOfAll(): Promise<Files | undefined> {
  const [standard, thorough] = await withPool(async (pool) => {
    // The tests have shown that what is committed is what standard shows.
    const inStandard = afterTests
      ? committedInStandard(JSON.parse(textOf("reports/proof.json")))
      : await standardOf(pool);
    // What standard shows already is fixed first: thorough takes ten times as long.
    return [inStandard, inStandard && (await proven(pool, "thorough"))] as const;
  });
  if (standard === undefined || thorough === undefined) return undefined;
  const record = recordOf(standard, thorough);
  return new Map([
    ["reports/proof.json", recordAsJson(record)],
    ["reports/proof.md", recordAsMarkdown(record)],
    ...(await filesWithoutProof()),
  ]);
}

async function standardOf(pool: Pool): Promise<readonly ShownInStandard[] | undefined> {
  const proof = await proven(pool, "standard");
  return proof && shownInStandard(proof);
}

async function filesWithoutProof(): Promise<Files> {
  return new Map([
    ...(await filesOfCode()),
    ...(await filesOfClients()),
    // Runs against servers beyond the bed, whole.
    ["reports/guarded-runs.json", await guardedRuns()],
  ]);
}

/** The proof in one profile, printed; undefined where it does not hold. */
async function proven(pool: Pool, profile: ProofProfile): Promise<Proof | undefined> {
  const proof = await prove(pool, await loadBed(), profile, [], progress);
  process.stdout.write(proofInText(proof, { quiet: true }));
  return problemsOf(proof).length === 0 ? proof : undefined;
}

function progress(done: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(done === of ? "\r\u001b[K" : `\r${done} of ${of} servers`);
}

async function whatChanged(all: Files): Promise<readonly (readonly [path: string, text: string])[]> {
  const before = await Promise.all(
    [...all.keys()].map((path) => readFile(join(root, path), "utf8").catch(() => "")),
  );
  return [...all].filter(([, text], index) => text !== before[index]);
}
