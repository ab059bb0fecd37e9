import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fuzzParser, parsersIn } from "#testing/fuzz/parsers.ts";

// node bench/parsers.ts [INPUTS] [SEED] [PARSER…]: generated inputs for each parser, and what the program would exit with.

const atOnce = 10_000;

const [inputs = "100000", seed = "1", ...names] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "parsers-"));
let faulty = 0;
process.stdout.write("| parser | inputs | seconds | exits |\n|---|--:|--:|---|\n");
for (const [name, parser] of Object.entries(await parsersIn(folder))) {
  if (names.length > 0 && !names.includes(name)) continue;
  const began = performance.now();
  const exits: Record<string, number> = {};
  let [done, nth] = [0, Number(seed)];
  while (done < Number(inputs)) {
    const count = Math.min(atOnce, Number(inputs) - done);
    const found = await fuzzParser(parser, folder, count, nth);
    for (const [exit, times] of Object.entries(found.exits)) exits[exit] = (exits[exit] ?? 0) + times;
    for (const { input, error } of found.faults) process.stderr.write(`${JSON.stringify(input)}\n${error}\n`);
    [done, nth, faulty] = [done + count, nth + 1, faulty + found.faults.length];
  }
  const words = Object.entries(exits).map(([exit, times]) => `${exit}: ${times}`);
  const took = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`| ${name} | ${inputs} | ${took} | ${words.join(", ")} |\n`);
}
rmSync(folder, { recursive: true });
process.exitCode = faulty === 0 ? 0 : 1;
