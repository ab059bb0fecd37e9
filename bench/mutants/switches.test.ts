import { stripTypeScriptTypes } from "node:module";
import { runInThisContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { instrument, mutated } from "./instrument.ts";
import { installSwitches } from "./switches.ts";

const source = `(a: number, b?: readonly number[]) => {
  const found: number[] = [];
  for (const one of b ?? []) if (one < a && one !== 3) found.push(one * 2);
  return { found, any: b?.some((one) => one > a).valueOf() ?? a === 1 };
}`;
const { mutants, texts } = await instrument(new Map([["example.ts", source]]));
const instrumented = texts.get("example.ts") ?? "";
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
    installSwitches([]);
    expect(played(load(instrumented))).toEqual(played(load(source)));
  });

  test.each(mutants)("does what mutant $id does ($becomes) while it is on", (mutant) => {
    installSwitches([mutant.id]);
    expect(played(load(instrumented))).toEqual(played(load(mutated(source, mutant))));
  });
});

test("those are reached whose place was passed since it was last asked, and no others", () => {
  const switches = installSwitches([]);
  const reached = () => switches.reached().map((id) => mutants.find((m) => m.id === id)?.was);
  const example = load(instrumented);
  expect(reached()).toEqual([]);
  example(1);
  expect(reached()).not.toContain("one > a");
  example(1, [2]);
  expect(reached()).toContain("one > a");
  expect(reached()).toEqual([]);
});

test("a mutant is reported with its line, what it replaces, and the declaration that holds it", async () => {
  const text = 'const a: string = "猫";\nexport function f(g: boolean) {\n  return g === h;\n}\n';
  const { mutants } = await instrument(new Map([["a.ts", text]]));
  expect(mutants).toContainEqual(
    expect.objectContaining({ file: "a.ts", line: 3, within: "f", was: "g === h", becomes: "g !== h" }),
  );
  expect(mutants.map(({ was }) => was)).not.toContain('"猫"');
});
