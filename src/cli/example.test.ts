import { expect, test } from "vitest";
import { prepare } from "./assemble.ts";
import { exampleLines } from "./example.ts";

const prepared = await prepare({ spec: undefined, removalDate: undefined });

test("an example shows an exchange that holds and one that fails, with what was expected and seen", async () => {
  const text = (await exampleLines("LIST-2", prepared, 80)).join("\n");
  expect(text).toMatch(/When it holds:\n {2}> GET \/pets\n {2}< 200\n/);
  expect(text).toMatch(/When it fails, for example on a server that .*:\n {2}> GET \/pets\n/s);
  expect(text).toContain("  expected  200 with a list of at most 20 pets\n  got       200 with ");
});

test("every judged requirement has one", async () => {
  const judged = prepared.requirements.filter(({ level }) => level !== "open");
  const without: string[] = [];
  for (const { id } of judged) {
    const text = (await exampleLines(id, prepared, 80)).join("\n");
    if (!text.includes("When it fails")) without.push(id);
  }
  expect(without).toEqual([]);
});
