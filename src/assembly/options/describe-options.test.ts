import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Values } from "../../core/options/option.ts";
import { inputSource } from "./describe-options.ts";
import { libraryOptions } from "./library-options.ts";
import type { LibraryOptions } from "./run-input.ts";

test("the options of the library are documented as the tables say (`npm run record` writes them)", () => {
  const written = readFileSync(new URL("./run-input.ts", import.meta.url), "utf8");
  expect(written).toBe(inputSource(libraryOptions));
});

test("what was read may be given again", () => {
  const given: LibraryOptions = {} as Values<typeof libraryOptions>;
  expect(given).toEqual({});
});
