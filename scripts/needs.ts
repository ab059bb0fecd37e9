import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
import { changedWithout, committed, filesOfNeeds, stale } from "./needs/conduct.ts";
import { hashOf, mechanisms } from "./needs/mechanisms.ts";

// `npm run needs`: replaces mechanisms of the engine by their simplest forms, one at a time, plays servers, and writes in
// reports/needs.md which of them come to something else. With names, it prints every change without those.

const asked = process.argv.slice(2);
let record = await committed();
const named = asked.flatMap((name) => mechanisms.find((one) => one.name === name) ?? []);
const chosen = named.length > 0 ? named : asked.includes("--all") ? mechanisms : stale(record);
await pLimit(availableParallelism()).map(chosen, async (mechanism) => {
  const { name, replaced } = mechanism;
  const changed = await changedWithout(mechanism);
  process.stdout.write(`${changed.length > 0 ? "needed" : "NOT NEEDED"}: ${name}\n`);
  if (named.length > 0)
    for (const { scene, kind, how } of changed) process.stdout.write(`  ${kind}, ${scene}: ${how}\n`);
  const servers = changed.map(({ scene, kind }) => [scene, kind] as const);
  record = { ...record, [name]: { of: hashOf(replaced), servers } };
  for (const [path, text] of filesOfNeeds(record))
    await writeFile(join(import.meta.dirname, "..", path), text);
});
