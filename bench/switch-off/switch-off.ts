import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Place, placesIn } from "./places.ts";

// Switches off, one after the other, every place where an observation can be made to fail, and plays the faults that
// name its requirement: each time the proof must see it. A survivor is a check that no fault holds up.

const project = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "switch-off-"));
const mostMs = 120_000;

function seen(place: Place): string {
  const file = join(copy, place.file);
  writeFileSync(file, place.switchedOff);
  const played = spawnSync(process.execPath, [join(copy, "bench/switch-off/play.ts"), ...place.about], {
    encoding: "utf8",
    timeout: mostMs,
  });
  cpSync(join(project, place.file), file);
  // A switch that breaks the suite itself is seen as well.
  return played.status === 0 ? played.stdout.trim() : "the suite fails";
}

try {
  for (const part of ["src", "suites", "reference-server", "bench", "package.json"]) {
    cpSync(join(project, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(project, "node_modules"), join(copy, "node_modules"));
  const places = placesIn(project);
  const survivors: Place[] = [];
  for (const place of places) {
    const by = seen(place);
    if (by === "") survivors.push(place);
    process.stdout.write(`${place.file}:${place.line} ${by === "" ? "SURVIVES" : `seen by ${by}`}\n`);
  }
  process.stdout.write(`${places.length} places, ${survivors.length} survivors\n`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
