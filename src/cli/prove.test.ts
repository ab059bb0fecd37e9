import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleIo } from "../../testing/cli/sample-io.ts";
import { main } from "./main.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "prove-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function prove(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const { io, printed } = sampleIo({ folder });
  const code = await main(["prove", ...argv], io);
  return { code, ...printed };
}

describe("prove", () => {
  test("shows of one fault which requirements fail, and what was seen", async () => {
    const { code, out } = await prove("--fault", "limit-at-least-two");
    expect(code).toBe(0);
    expect(out).toMatch(/^fault +limit-at-least-two +LIST-4 STATUS-2$/m);
    expect(out).toContain("expected  200 with a list of at most 1 pet\n");
    expect(out).toContain("standard: 1 of 1 faults caught");
  });

  test("plays the faults of a requirement", async () => {
    const { code, out } = await prove("--requirement", "VERS-1", "--quiet");
    expect(code).toBe(0);
    expect(out).toContain("2 of 2 faults caught");
  });

  test("shows of a variant that it conforms, and of what it warns", async () => {
    const { code, out } = await prove("--variant", "bare-key-taken", "--profile", "thorough");
    expect(code).toBe(0);
    expect(out).toMatch(/^variant +bare-key-taken +conforming warns AUTH-8$/m);
  });

  test.each([
    [["--fault", "one-mor"], 'there is no fault "one-mor" (--fault). Did you mean one-more?'],
    [["--variant", "nothing-alike-at-all"], "reports/proof.md names them all."],
    [["--write", "--fault", "one-more"], "It always proves all, in both profiles."],
    [["one-more"], "prove takes options only"],
  ])("%j is wrong usage, and says what to do", async (argv, words) => {
    const { code, err } = await prove(...argv);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });

  test("has a help", async () => {
    const { code, out } = await prove("--help");
    expect(code).toBe(0);
    expect(out).toContain("petstore-conformance prove --profile thorough");
  });
});

describe("what is written", () => {
  test("goes between the marks of a README, where there are any, and leaves the rest", async () => {
    const { sampleProof } = await import("../../testing/proof/sample-proof.ts");
    const { writeRecord } = await import("../proof/write-record.ts");
    const mark = "<!-- proof: written by `prove --write` -->";
    writeFileSync(join(folder, "README.md"), `before\n${mark}\nold\n<!-- end of proof -->\nafter\n`);
    const proof = sampleProof();
    expect(await writeRecord(folder, proof, proof)).toEqual([
      "reports/proof.json",
      "reports/proof.md",
      "README.md",
    ]);
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    expect(readme).toMatch(/^before\n/);
    expect(readme).toMatch(/<!-- end of proof -->\nafter\n$/);
    expect(readme).toContain("| caught in `thorough` | 2 of 2 |");
    expect(readme).not.toContain("old");
  });
});
