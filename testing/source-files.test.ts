import { expect, test } from "vitest";
import { importsOf } from "./source-files.ts";

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
