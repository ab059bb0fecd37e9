import { stripTypeScriptTypes } from "node:module";
import { runInThisContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { instrumented } from "./instrument.ts";
import { mutantsOf, mutated } from "./mutate.ts";
import { installSwitches } from "./switches.ts";

const source = `(a: number, b?: readonly number[]) => {
  const found: number[] = [];
  for (const one of b ?? []) if (one < a && one !== 3) found.push(one * 2);
  return { found, any: b?.some((one) => one > a).valueOf() ?? a === 1 };
}`;
const mutants = mutantsOf(source).map((mutant, id) => ({ ...mutant, id }));
type Example = (a: number, b?: readonly number[]) => unknown;
const load = (text: string): Example => runInThisContext(stripTypeScriptTypes(text));

/** What an example does with some arguments. */
function played(example: Example): readonly unknown[] {
  const given: readonly Parameters<Example>[] = [[1], [2, [1, 2]], [3, [4]], [5, []], [4, [1, 3, 3]]];
  return given.map((args) => {
    try {
      return example(...args);
    } catch (error) {
      return String(error instanceof Error ? error.name : error);
    }
  });
}

describe("an instrumented file", () => {
  test("does what the file does while nothing is on", () => {
    installSwitches(mutants.length, new Set());
    expect(played(load(instrumented(source, mutants)))).toEqual(played(load(source)));
  });

  test.each(mutants)("does what mutant $id does ($becomes) while it is on", (mutant) => {
    installSwitches(mutants.length, new Set([mutant.id]));
    expect(played(load(instrumented(source, mutants)))).toEqual(played(load(mutated(source, mutant))));
  });
});

describe("what is watched", () => {
  test("while loading: every mutant that is passed", () => {
    const switches = installSwitches(mutants.length, new Set());
    load(instrumented(source, mutants))(2, [1]);
    expect(switches.noted().length).toBeGreaterThan(10);
    expect(switches.noted()).toEqual([]);
  });

  test("while playing: those that give another value, and no others", () => {
    const small = "(a: number) => a > 3";
    const own = mutantsOf(small).map((mutant, id) => ({ ...mutant, id }));
    const switches = installSwitches(own.length, new Set());
    const example = load(instrumented(small, own));
    const differing = (a: number): readonly string[] => {
      switches.noted();
      switches.watch = "differ";
      example(a);
      return switches.noted().map((id) => own[id]?.becomes ?? "");
    };
    expect(differing(5).toSorted()).toEqual(["a <= 3", "undefined"]);
    expect(differing(4).toSorted()).toEqual(["4", "a <= 3", "undefined"]);
    expect(differing(3).toSorted()).toEqual(["a <= 3", "a >= 3", "undefined"]);
  });
});
