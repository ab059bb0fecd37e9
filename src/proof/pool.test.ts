import { expect, test } from "vitest";
import { withPool } from "./pool.ts";

const job = { server: { kind: "fault", id: "one-more" }, profile: "standard" } as const;

test("results come in the order of the jobs, whichever thread was first", async () => {
  const [reference, fault] = await withPool(
    (pool) => pool.play([{ ...job, server: { kind: "reference", id: "" } }, job]),
    2,
  );
  expect(reference?.outcome).toBe("conforming");
  expect(fault?.failed.map(({ id }) => id)).toContain("LIST-4");
});

test("a job gives the same result in every thread", async () => {
  const [one, other] = await withPool((pool) => pool.play([job, job]), 2);
  expect(other).toEqual(one);
});

test("what a job throws is thrown to who asked, and the thread goes on", async () => {
  await withPool(async (pool) => {
    const unknown = pool.play([{ ...job, server: { kind: "fault", id: "no-such" } }]);
    await expect(unknown).rejects.toThrow("the bed has no server no-such");
    expect(await pool.play([job])).toHaveLength(1);
  }, 1);
});

test("progress is told once a job", async () => {
  const told: number[] = [];
  await withPool((pool) => pool.play([job, job, job], (done) => told.push(done)), 1);
  expect(told).toEqual([1, 2, 3]);
});
