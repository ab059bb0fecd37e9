import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { instrumented, type Numbered } from "./instrument.ts";
import { mutantsOf, mutated } from "./mutate.ts";

/** A mutant of one of the project's files. */
export interface FileMutant extends Numbered {
  /** Relative to the project: `suites/chapters/lists.ts`. */
  readonly file: string;
}

const parts = [
  ...["src", "suites", "reference-server", "bench", "testing"],
  ...["package.json", "tsconfig.json", "vitest.config.ts"],
];

/** Copies of the project outside it: nothing is ever written into the sources. */
export class Copies {
  readonly #project: string;
  readonly #made: string[] = [];

  constructor(project: string) {
    this.#project = project;
  }

  make(): string {
    const copy = mkdtempSync(join(tmpdir(), "mutants-"));
    this.#made.push(copy);
    for (const part of parts) cpSync(join(this.#project, part), join(copy, part), { recursive: true });
    symlinkSync(join(this.#project, "node_modules"), join(copy, "node_modules"));
    return copy;
  }

  /** One in which every file has all its mutants in it, each behind its switch. */
  makeInstrumented(mutants: readonly FileMutant[]): string {
    const copy = this.make();
    for (const [file, own] of Map.groupBy(mutants, (m) => m.file)) {
      writeFileSync(join(copy, file), instrumented(readFileSync(join(copy, file), "utf8"), own));
    }
    forgetful(join(copy, "src/check/derived.ts"));
    return copy;
  }

  removeAll(): void {
    for (const copy of this.#made.splice(0)) rmSync(copy, { recursive: true, force: true });
  }
}

/** What is derived while a wrong value is looked at is not remembered: else what derives it would go unwatched. */
function forgetful(file: string): void {
  const source = readFileSync(file, "utf8");
  const patched = source.replaceAll("known.set(", "if (!$isAside()) known.set(");
  if (patched === source) throw new Error(`${file} remembers nothing any more: see copies.ts`);
  writeFileSync(file, patched);
}

/** What decides: the suites without their tests. Paths as `suites/chapters/lists.ts`. */
export function suiteFiles(project: string): readonly string[] {
  return globSync("suites/**/*.ts", { cwd: project })
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted();
}

/** Every mutant of what decides. */
export function mutantsIn(project: string): readonly FileMutant[] {
  return suiteFiles(project)
    .flatMap((file) => mutantsOf(readFileSync(join(project, file), "utf8")).map((m) => ({ ...m, file })))
    .map((m, id) => ({ ...m, id }));
}

/** The mutants that the compiler refuses: each is compiled as a file of its own, beside the one that it is of. */
export function refusedByTypes(copies: Copies, mutants: readonly FileMutant[]): ReadonlySet<number> {
  const copy = copies.make();
  for (const [file, own] of Map.groupBy(mutants, (m) => m.file)) {
    const source = readFileSync(join(copy, file), "utf8");
    for (const m of own) writeFileSync(join(copy, dirname(file), `mutant-${m.id}.ts`), mutated(source, m));
  }
  const config = {
    extends: "./tsconfig.json",
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    include: ["suites/**/mutant-*.ts"],
  };
  writeFileSync(join(copy, "tsconfig.mutants.json"), JSON.stringify(config));
  const told = spawnSync(
    join(copy, "node_modules/.bin/tsc"),
    ["--project", "tsconfig.mutants.json", "--pretty", "false"],
    { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  if (told.error !== undefined) throw told.error;
  const elsewhere = told.stdout
    .split("\n")
    .filter((line) => /^\S+\(\d+,\d+\): error/.test(line) && !isMutants(line));
  if (elsewhere.length > 0) throw new Error(`the types of the project do not hold: ${elsewhere[0]}`);
  return new Set(
    [...told.stdout.matchAll(/^suites\/(?:\w+\/)*mutant-(\d+)\.ts\(/gm)].map(([, id]) => Number(id)),
  );
}

function isMutants(line: string): boolean {
  return /^suites\/(?:\w+\/)*mutant-\d+\.ts\(/.test(line);
}
