import { expect, test } from "vitest";
import { importsOf, sourceFiles } from "./source-files.ts";

test.each([
  ['import type { A } from "./b.ts";', true],
  ['import { type A } from "./b.ts";', true],
  ['import {\n  type A,\n  type B,\n} from "./b.ts";', true],
  ['export type { A } from "./b.ts";', true],
  ['import { type A, b } from "./b.ts";', false],
  ['import * as b from "./b.ts";', false],
  ['const b = await import("./b.ts");', false],
  ['import "./b.ts";', false],
])("%j imports types only: %j", (text, typesOnly) => {
  const found = importsOf({ path: "src/a.ts", text, forTests: false });
  expect(found).toEqual([{ path: "src/b.ts", typesOnly }]);
});

test("nothing reads the words of a finding again: what was expected and seen is data", () => {
  const reading =
    /\b(expected|seen)\s*\??\.\s*(startsWith|endsWith|includes|match|matchAll|replace|replaceAll|split|search|slice|indexOf)\b|\.test\([^)]*\.(expected|seen)\b/;
  const shipped = sourceFiles().filter(({ path, forTests }) => !forTests && /^(src|suites)\//.test(path));
  expect(shipped.length).toBeGreaterThan(300);
  expect(shipped.filter(({ text }) => reading.test(text)).map(({ path }) => path)).toEqual([]);
  expect(reading.test('finding.seen.replace(/x/, "")')).toBe(true);
});
