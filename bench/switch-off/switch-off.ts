import { execFile } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Copies } from "../mutants/copies.ts";
import { type Place, placesIn } from "./places.ts";

// Switches off, one after the other, every place where an observation can be made to fail, and plays the faults that
// name its requirement: each time the proof must see it. A survivor is a check that no fault holds up.
//   suites/petstore/list-animals/lists/checks.ts …   those of some files alone

const project = join(import.meta.dirname, "../..");
const mostMs = 600_000;
const files = process.argv.slice(2);
const copies = new Copies(project);

/** The first fault that is judged otherwise than it is declared; empty where there is none. */
async function seenBy(copy: string, { file, about, switchedOff }: Place): Promise<string> {
  writeFileSync(join(copy, file), switchedOff);
  try {
    const play = [join(copy, "bench/switch-off/play.ts"), ...about];
    return (await promisify(execFile)(process.execPath, play, { timeout: mostMs })).stdout.trim();
  } finally {
    cpSync(join(project, file), join(copy, file));
  }
}

try {
  const places = placesIn(project).filter(({ file }) => files.length === 0 || files.includes(file));
  if (places.length === 0)
    throw new Error(
      `no place in ${files.join(", ")}: name files such as suites/petstore/list-animals/lists/checks.ts`,
    );
  const rest = [...places];
  let survivors = 0;
  const work = async (copy: string): Promise<void> => {
    for (let place = rest.shift(); place !== undefined; place = rest.shift()) {
      // A place may serve requirements of other files, too.
      const by = (await seenBy(copy, place)) || (await seenBy(copy, { ...place, about: [] }));
      if (by === "") survivors += 1;
      process.stdout.write(`${place.file}:${place.line} ${by === "" ? "SURVIVES" : `seen by ${by}`}\n`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, () => work(copies.make())));
  process.stdout.write(`${places.length} places, ${survivors} survivors\n`);
  process.exitCode = survivors === 0 ? 0 : 1;
} finally {
  copies.removeAll();
}
