import { afterAll, describe, expect, test } from "vitest";
import { main } from "#cli/main.ts";
import { createPool, jobsWorthAThread } from "#proof/pool.ts";
import { ran } from "#testing/cli/sample-io.ts";

const reference = { server: { kind: "reference", id: "" }, profile: "standard" } as const;
const fault = { server: { kind: "fault", id: "one-more" }, profile: "standard" } as const;
const unknown = { server: { kind: "fault", id: "no-such" }, profile: "standard" } as const;
const pool = createPool(2);
afterAll(() => pool.close());

test("what a job throws is thrown to who asked, and the thread goes on", async () => {
  await expect(pool.play([unknown])).rejects.toThrow("the bed has no server no-such");
  expect(await pool.play([fault])).toHaveLength(1);
});

test("results come in the order of the jobs and are the same in every thread; progress is reported once a job", async () => {
  const jobs = [reference, ...Array<typeof fault>(jobsWorthAThread + 1).fill(fault)];
  const reported: number[] = [];
  const [first, second, ...others] = await pool.play(jobs, (done) => reported.push(done));
  expect(first?.outcome).toBe("conforming");
  expect(second?.failed.map(({ id }) => id)).toContain("LIST-4");
  for (const other of others) expect(other).toEqual(second);
  expect(reported).toEqual(jobs.map((_, nth) => nth + 1));
});

describe("prove", () => {
  const prove = (line: string) => ran((io) => main(["prove", ...line.split(" ")], io));

  test("plays the servers that say they fail a requirement, and says that it knows nothing of the others", async () => {
    const { code, out } = await prove("--requirement VERS-1 --quiet");
    expect(code).toBe(0);
    expect(out).toMatch(/^standard: 2 of \d+ servers were played, and 2 of 2 caught;/m);
    expect(out).toContain("This says nothing about the other servers");
    expect(out).not.toContain("the proof holds");
  });

  test.each([
    ["--requirement nothing-alike-at-all", "`petstore-conformance list` prints them all."],
    ["--judge LIST-44", 'there is no requirement "LIST-44" (--judge). Did you mean LIST-4?'],
  ])("%s is wrong usage, and says what to do", async (line, words) => {
    const { code, err } = await prove(line);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });
});
