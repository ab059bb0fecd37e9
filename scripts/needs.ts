import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { committed, filesOfNeeds, playWithout, stale } from "./needs/conduct.ts";
import { mechanisms } from "./needs/mechanisms.ts";

// `npm run needs`: replaces mechanisms of the engine by their simplest forms, one at a time, plays servers, and writes in
// reports/needs.md which of them come to something else. With names, it prints every change without those.

const asked = process.argv.slice(2);
let record = await committed();
const named = asked.flatMap((name) => mechanisms.find((one) => one.name === name) ?? []);
const chosen = named.length > 0 ? named : asked.includes("--all") ? mechanisms : stale(record);
await playWithout(chosen, async ({ name }, changed, row) => {
  process.stdout.write(`${changed.length > 0 ? "needed" : "NOT NEEDED"}: ${name}\n`);
  if (named.length > 0)
    for (const { scene, kind, how } of changed) process.stdout.write(`  ${kind}, ${scene}: ${how}\n`);
  record = { ...record, [name]: row };
  for (const [path, text] of filesOfNeeds(record))
    await writeFile(join(import.meta.dirname, "..", path), text);
});
