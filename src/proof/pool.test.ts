import { afterAll, expect, test } from "vitest";
import { createPool, withPool } from "./pool.ts";

const job = { server: { kind: "fault", id: "one-more" }, profile: "standard" } as const;
const pool = createPool(2);
afterAll(() => pool.close());

test("results come in the order of the jobs, whichever thread was first", async () => {
  const [reference, fault] = await pool.play([{ ...job, server: { kind: "reference", id: "" } }, job]);
  expect(reference?.outcome).toBe("conforming");
  expect(fault?.failed.map(({ id }) => id)).toContain("LIST-4");
});

test("a job gives the same result in every thread", async () => {
  const [one, other] = await pool.play([job, job]);
  expect(other).toEqual(one);
});

test("what a job throws is thrown to who asked, and the thread goes on", async () => {
  await withPool(async (one) => {
    const unknown = one.play([{ ...job, server: { kind: "fault", id: "no-such" } }]);
    await expect(unknown).rejects.toThrow("the bed has no server no-such");
    expect(await one.play([job])).toHaveLength(1);
  }, 1);
});

test("progress is reported once a job", async () => {
  const reported: number[] = [];
  await pool.play([job, job, job], (done) => reported.push(done));
  expect(reported).toEqual([1, 2, 3]);
});
