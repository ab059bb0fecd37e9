import { spawn } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { FileMutant } from "./copies.ts";
import { mutated } from "./mutate.ts";

const mostMs = 120_000;

/** What is planned, sent and promised is held for all suites in one. */
const forAll = ["testing/suites/plan-in-words.test.ts", "suites/plan.test.ts"];

/** True where a test fails with the mutant in its place. @param copy of the project, for this alone. */
export async function isToldByTests(copy: string, mutant: FileMutant): Promise<boolean> {
  const file = join(copy, mutant.file);
  const source = readFileSync(file, "utf8");
  writeFileSync(file, mutated(source, mutant));
  try {
    return (await exitOfTests(copy, testsOf(copy, mutant))) !== 0;
  } finally {
    writeFileSync(file, source);
  }
}

/** @throws Error where the tests fail without a mutant: then they tell nothing. */
export async function checkTests(copy: string): Promise<void> {
  if ((await exitOfTests(copy, ["suites", ...forAll])) !== 0)
    throw new Error("the tests beside the suites fail without any mutant");
}

/** Those that import the file, or bear its name or what it begins with, and those for all. */
function testsOf(copy: string, { file }: FileMutant): readonly string[] {
  const imported = `/${basename(file)}"`;
  const isFor = (test: string) => `${basename(file, ".ts")}-`.startsWith(`${basename(test, ".test.ts")}-`);
  const own = globSync("suites/**/*.test.ts", { cwd: copy }).filter(
    (test) => isFor(test) || readFileSync(join(copy, test), "utf8").includes(imported),
  );
  return [...new Set([...own, ...forAll])];
}

function exitOfTests(copy: string, tests: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const vitest = join(copy, "node_modules/vitest/vitest.mjs");
    const child = spawn(process.execPath, [vitest, "run", "--bail", "1", "--maxWorkers", "1", ...tests], {
      cwd: copy,
      stdio: "ignore",
      timeout: mostMs,
    });
    child.once("error", reject);
    child.once("exit", resolve);
  });
}
