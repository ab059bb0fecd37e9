import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Mutant, mutated } from "./instrument.ts";

const parts = [
  ...["src", "suites", "reference-server", "bench", "testing"],
  ...["package.json", "tsconfig.json", "vitest.config.ts"],
];

/** Copies of the project outside it: nothing is ever written into the sources. */
export class Copies {
  readonly project: string;
  readonly #made: string[] = [];

  constructor(project: string) {
    this.project = project;
  }

  /** @param texts by file, what stands there in place of the project's own. */
  make(texts: ReadonlyMap<string, string> = new Map()): string {
    const copy = mkdtempSync(join(tmpdir(), "mutants-"));
    this.#made.push(copy);
    for (const part of parts) cpSync(join(this.project, part), join(copy, part), { recursive: true });
    symlinkSync(join(this.project, "node_modules"), join(copy, "node_modules"));
    for (const [file, text] of texts) writeFileSync(join(copy, file), text);
    return copy;
  }

  removeAll(): void {
    for (const copy of this.#made.splice(0)) rmSync(copy, { recursive: true, force: true });
  }
}

/** What decides, by file (`suites/petstore/list-animals/lists/checks.ts`): the suites without their tests and faults. */
export function suiteSources(project: string, named: readonly string[]): ReadonlyMap<string, string> {
  const files = globSync("suites/**/*.ts", { cwd: project }).filter(
    (file) => !/\b(?:test|faults)\.ts$/.test(file),
  );
  const unknown = named.find((file) => !files.includes(file));
  if (unknown !== undefined)
    throw new Error(`${unknown} is no file such as suites/petstore/list-animals/lists/checks.ts`);
  const asked = named.length === 0 ? files : named;
  return new Map(asked.toSorted().map((file) => [file, readFileSync(join(project, file), "utf8")]));
}

/** The requirements that a file of the suites names. */
export function requirementsIn(source: string): readonly string[] {
  return [...new Set([...source.matchAll(/"([A-Z0-9]+-[0-9]+)"/g)].map(([, id = ""]) => id))];
}

/** The mutants that the compiler refuses: each is compiled as a file of its own, beside the one that it is of. */
export function refusedByTypes(
  copies: Copies,
  sources: ReadonlyMap<string, string>,
  mutants: readonly Mutant[],
): ReadonlySet<string> {
  const copy = copies.make();
  for (const mutant of mutants) {
    const { id, file } = mutant;
    writeFileSync(join(copy, dirname(file), `mutant-${id}.ts`), mutated(sources.get(file) ?? "", mutant));
  }
  const config = {
    extends: "./tsconfig.json",
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    include: ["suites/**/mutant-*.ts"],
  };
  writeFileSync(join(copy, "tsconfig.mutants.json"), JSON.stringify(config));
  const answered = spawnSync(
    join(copy, "node_modules/.bin/tsc"),
    ["--project", "tsconfig.mutants.json", "--pretty", "false"],
    { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  if (answered.error !== undefined) throw answered.error;
  const refused = new Set<string>();
  for (const [line, id] of answered.stdout.matchAll(
    /^(?:suites\/(?:[\w-]+\/)*mutant-(\d+)\.ts|\S+)\(\d+,\d+\): error.*/gm,
  )) {
    if (id === undefined) throw new Error(`the types of the project do not hold: ${line}`);
    refused.add(id);
  }
  return refused;
}
