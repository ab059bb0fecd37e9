import { expect, test } from "vitest";
import { filesOfCode, withTable } from "#scripts/record/generated.ts";
import { textOf } from "../source-files.ts";

test.each([...(await filesOfCode())])(
  "%s is what the code says (npm run record writes it anew)",
  (path, text) => {
    expect(textOf(path)).toBe(text);
  },
);

test("a table goes between the marks of a text, and leaves the rest", () => {
  const mark = "<!-- proof: written by `npm run record` -->";
  const text = withTable(`before\n${mark}\nold\n<!-- end of proof -->\nafter\n`, "| new |", "proof");
  expect(text).toBe(`before\n${mark}\n\n| new |\n\n<!-- end of proof -->\nafter\n`);
  expect(withTable("no marks\n", "| new |", "proof")).toBe("no marks\n");
});
