import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Mutant, mutated } from "./instrument.ts";

const parts = [
  ...["src", "suites", "reference-server", "testing"],
  ...["package.json", "tsconfig.json", "vitest.config.ts"],
];

/** A copy of the project outside it: nothing is ever written into the sources. */
export function copyOf(project: string): string {
  const copy = mkdtempSync(join(tmpdir(), "mutants-"));
  for (const part of parts) cpSync(join(project, part), join(copy, part), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(copy, "node_modules"));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  return copy;
}

/** The mutants that the compiler accepts: each is compiled as a file of its own, beside the one that it is of. */
export function compiling(
  copy: string,
  sources: ReadonlyMap<string, string>,
  mutants: readonly Mutant[],
): readonly Mutant[] {
  const written = mutants.map((mutant, nth) => {
    const path = join(copy, dirname(mutant.file), `mutant-${nth}.ts`);
    writeFileSync(path, mutated(sources.get(mutant.file) ?? "", mutant));
    return path;
  });
  const config = join(copy, "tsconfig.mutants.json");
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  const include = ["suites/**/mutant-*.ts"];
  writeFileSync(config, JSON.stringify({ extends: "./tsconfig.json", compilerOptions, include }));
  const tsc = join(copy, "node_modules/.bin/tsc");
  const answered = spawnSync(tsc, ["--project", config, "--pretty", "false"], {
    ...{ cwd: copy, encoding: "utf8", maxBuffer: 2 ** 28 },
  });
  if (answered.error !== undefined) throw answered.error;
  for (const path of [...written, config]) rmSync(path);
  const refused = new Set<number>();
  for (const [line, nth] of answered.stdout.matchAll(
    /^(?:suites\/(?:[\w-]+\/)*mutant-(\d+)\.ts|\S+)\(\d+,\d+\): error.*/gm,
  )) {
    if (nth === undefined) throw new Error(`the types of the project do not hold: ${line}`);
    refused.add(Number(nth));
  }
  return mutants.filter((_, nth) => !refused.has(nth));
}
