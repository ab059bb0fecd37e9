import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { mutantsOf, mutated } from "./instrument.ts";

const source = `export const f = (a: number, b?: readonly number[]) => {
  const found: number[] = [];
  for (const one of b ?? []) if (one < a && one !== 3) found.push(one * 2);
  return { found, any: b?.some((one) => one > a).valueOf() ?? a === 1 };
};
`;

test.each(await mutantsOf("example.ts", source))(
  "a file with a mutant in it can be run: $becomes",
  (mutant) => {
    const text = mutated(source, mutant);
    expect(text).not.toBe(source);
    expect(stripTypeScriptTypes(text)).toBeTypeOf("string");
  },
);

test("a mutant is reported with its line, what it replaces, and the declaration that holds it", async () => {
  const text = 'const a: string = "猫";\nexport function f(g: boolean) {\n  return g === h;\n}\n';
  const mutants = await mutantsOf("a.ts", text);
  expect(mutants).toContainEqual(
    expect.objectContaining({ file: "a.ts", line: 3, within: "f", was: "g === h", becomes: "g !== h" }),
  );
  expect(mutants.map(({ was }) => was)).not.toContain('"猫"');
});
