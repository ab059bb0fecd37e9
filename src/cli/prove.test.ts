import { describe, expect, test } from "vitest";
import { ran } from "#testing/cli/sample-io.ts";
import { main } from "./main.ts";

const prove = (line: string) => ran((io) => main(["prove", ...line.split(" ")], io));

// What starts threads: testing/long/proof/pool.test.ts.

describe("prove", () => {
  test("shows of one fault which requirements fail, and what was seen", async () => {
    const { code, out } = await prove("--fault limit-at-least-two");
    expect(code).toBe(0);
    expect(out).toMatch(/^fault +limit-at-least-two +LIST-4 STATUS-2$/m);
    expect(out).toContain("expected  200 with a list of at most 1 pet\n");
    expect(out).toContain(" servers were played, and 1 of 1 caught; each does what it says.\n");
  });

  test("shows of a variant that it conforms, and of what it warns", async () => {
    const { code, out } = await prove("--variant no-challenge");
    expect(code).toBe(0);
    expect(out).toMatch(/^variant +no-challenge +conforming AUTH-6$/m);
  });

  test.each([
    ["--fault one-mor", 'there is no fault "one-mor" (--fault). Did you mean one-more?'],
    ["--variant nothing-alike-at-all", "`petstore-conformance serve --list-faults` lists them all."],
    ["--judge LIST-4 --fault one-more", "--judge checks every server."],
    ["one-more", "prove takes options only"],
  ])("%s is wrong usage, and says what to do", async (line, words) => {
    const { code, err } = await prove(line);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });

  test("has a help", async () => {
    const { code, out } = await prove("--help");
    expect(code).toBe(0);
    expect(out).toContain("petstore-conformance prove --profile thorough");
  });
});
