import { expect, test } from "vitest";
import { prepare } from "../../../assembly/assemble.ts";
import { exampleLines } from "./example.ts";

const prepared = await prepare();

test("an example shows an exchange that holds and one that fails, with what was expected and seen", async () => {
  const text = (await exampleLines("LIST-2", prepared, 80)).join("\n");
  expect(text).toMatch(/When it holds:\n {2}> GET \/pets\n {2}< 200\n/);
  expect(text).toMatch(/When it fails, for example on a server that .*:\n {2}> GET \/pets\n/s);
  expect(text).toContain("  expected  200 with a list of at most 20 pets\n  got       200 with ");
});

test.each(["HTTP-1", "AUTH-5", "CREATE-4", "RATE-12", "DEPR-5"])("%s has one of each kind", async (id) => {
  const text = (await exampleLines(id, prepared, 80)).join("\n");
  expect(text).toMatch(/^\nWhen it (?:holds|fails)/);
  expect(text).toContain("When it fails, for example on a server that ");
});
