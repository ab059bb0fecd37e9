import { describe, expect, test } from "vitest";
import { ran } from "../../testing/cli/sample-io.ts";
import { main } from "./main.ts";

const prove = (line: string) => ran((io) => main(["prove", ...line.split(" ")], io));

describe("prove", () => {
  test("shows of one fault which requirements fail, and what was seen", async () => {
    const { code, out } = await prove("--fault limit-at-least-two");
    expect(code).toBe(0);
    expect(out).toMatch(/^fault +limit-at-least-two +LIST-4 STATUS-2$/m);
    expect(out).toContain("expected  200 with a list of at most 1 pet\n");
    expect(out).toContain(" servers were played, and 1 of 1 caught; each does what it says.\n");
  });

  test("plays the servers that say they fail a requirement, and says that it knows nothing of the others", async () => {
    const { code, out } = await prove("--requirement VERS-1 --quiet");
    expect(code).toBe(0);
    expect(out).toMatch(/^standard: 2 of \d+ servers were played, and 2 of 2 caught;/m);
    expect(out).toContain("This says nothing about the other servers");
    expect(out).not.toContain("the proof holds");
  });

  test("shows of a variant that it conforms, and of what it warns", async () => {
    const { code, out } = await prove("--variant no-challenge");
    expect(code).toBe(0);
    expect(out).toMatch(/^variant +no-challenge +conforming AUTH-6$/m);
  });

  test.each([
    ["--fault one-mor", 'there is no fault "one-mor" (--fault). Did you mean one-more?'],
    ["--variant nothing-alike-at-all", "`petstore-conformance serve --list-faults` lists them all."],
    ["--requirement nothing-alike-at-all", "`petstore-conformance list` prints them all."],
    ["--judge LIST-4 --fault one-more", "--judge checks every server."],
    ["--judge LIST-44", 'there is no requirement "LIST-44" (--judge). Did you mean LIST-4?'],
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
