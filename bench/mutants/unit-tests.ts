import { join } from "node:path";
import { createVitest, type TestSpecification, type Vitest } from "vitest/node";
import type { Mutant } from "./instrument.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The mutants that are on while tests run. */
    mutants: readonly string[];
  }
  interface TaskMeta {
    /** Of a file of tests: the mutants whose place it passed. */
    reached?: readonly string[];
  }
}

/** The tests beside the suites, in an instrumented copy of the project. */
export class UnitTests {
  readonly #vitest: Vitest;
  /** By mutant: the files of tests that pass its place, those first that pass the fewest. */
  readonly #reaching = new Map<string, TestSpecification[]>();
  /** Tests that fail without a mutant, since they read the text of the suites. */
  #failing: ReadonlySet<string> = new Set();

  readonly #threads: number;

  private constructor(vitest: Vitest, threads: number) {
    this.#vitest = vitest;
    this.#threads = threads;
  }

  static async load(copy: string, threads: number): Promise<UnitTests> {
    const vitest = await createVitest({
      root: copy,
      config: false,
      include: ["suites/**/*.test.ts", "testing/suites/**/*.test.ts"],
      setupFiles: [join(copy, "bench/mutants/test-setup.ts")],
      reporters: [{}],
      watch: false,
      pool: "threads",
      testTimeout: 30_000,
      maxWorkers: threads,
    });
    const tests = new UnitTests(vitest, threads);
    await tests.#survey();
    return tests;
  }

  /** True where a test fails with the mutant in its place. Mostly the nearest file tells. */
  async tell({ id }: Mutant): Promise<boolean> {
    const reaching = this.#reaching.get(id) ?? [];
    for (let at = 0; at < reaching.length; at += this.#threads) {
      const { failed } = await this.#run(reaching.slice(at, at + this.#threads), [id]);
      if (failed.some((name) => !this.#failing.has(name))) return true;
    }
    return false;
  }

  async close(): Promise<void> {
    await this.#vitest.close();
  }

  async #survey(): Promise<void> {
    const { failed, reached } = await this.#run(await this.#vitest.globTestSpecifications(), []);
    this.#failing = new Set(failed);
    for (const [test, ids] of [...reached].toSorted(([, a], [, b]) => a.length - b.length)) {
      for (const id of ids) this.#reaching.set(id, [...(this.#reaching.get(id) ?? []), test]);
    }
  }

  async #run(tests: readonly TestSpecification[], mutants: readonly string[]) {
    this.#vitest.provide("mutants", mutants);
    const result = await this.#vitest.runTestSpecifications([...tests]);
    // What ran before is reported again.
    const ran = result.testModules.filter((m) => tests.some(({ moduleId }) => moduleId === m.moduleId));
    const failed = result.unhandledErrors.map(String);
    for (const module of ran) {
      if (module.errors().length > 0) failed.push(module.moduleId);
      for (const { id } of module.children.allTests("failed")) failed.push(id);
    }
    const reached = new Map(ran.map((m) => [m.toTestSpecification(), m.meta().reached ?? []]));
    return { failed, reached };
  }
}
