import { afterAll, expect, test } from "vitest";
import { createPool, jobsWorthAThread } from "../../src/proof/pool.ts";

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
