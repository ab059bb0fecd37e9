import { expect, test } from "vitest";
import { libraryOptions } from "#assembly/options/library-options.ts";
import { inputDeclarations } from "./describe-options.ts";

test("each option of the library is declared with what it does", () => {
  const [, ...members] = inputDeclarations(libraryOptions).split("  /**\n");
  const options = Object.entries(libraryOptions);
  expect(members).toHaveLength(options.length);
  for (const [at, [name, { help }]] of options.entries()) {
    expect(members[at]).toContain(`   * ${help}\n`);
    expect(members[at]).toContain(`  readonly ${name}?: Given["${name}"] | undefined;\n`);
  }
});
