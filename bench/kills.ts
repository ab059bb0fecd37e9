import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { integerBetween, seededRandom } from "../src/core/check/random.ts";
import { readRecording } from "../src/core/recording/recording.ts";
import { readLines } from "../src/core/recording/recording-file.ts";
import { killedRun } from "../testing/evidence/killed-run.ts";

// Fifty recorded runs, each killed at another request: `node bench/kills.ts`. Every exchange that had ended must be in the
// file, whatever its compression.

const random = seededRandom(1, "kills");
const folder = mkdtempSync(join(tmpdir(), "kills-"));
let lost = 0;
for (let kill = 0; kill < 50; kill += 1) {
  const at = integerBetween(random, 2, 100);
  const name = `run-${kill}.ndjson${["", ".gz", ".zst"][kill % 3]}`;
  const path = await killedRun({ at, folder, name });
  const { lines, isCut } = await readLines(path);
  const kept = readRecording(lines).kept.filter(({ kind }) => kind === "exchange").length;
  if (kept !== at - 1) lost += 1;
  process.stdout.write(`${name}: killed at request ${at}, ${kept} exchanges kept${isCut ? ", cut" : ""}\n`);
}
rmSync(folder, { recursive: true });
process.stdout.write(`${lost} of 50 lost something\n`);
process.exitCode = lost === 0 ? 0 : 1;
