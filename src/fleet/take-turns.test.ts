import { expect, test } from "vitest";
import { type Rest, takeTurns } from "./take-turns.ts";

/** Performs jobs that end when the test ends them; `running` is what has begun and not ended. */
function stage(
  jobs: Readonly<Record<string, readonly string[]>>,
  atATime: number,
  resting: readonly Rest[] = [],
) {
  const ends = new Map<string, (rests: readonly Rest[]) => void>();
  const stop = new AbortController();
  const all = takeTurns(
    Object.entries(jobs).map(([work, alone]) => ({ work, alone })),
    { atATime, signal: stop.signal, resting },
    async (work) => {
      const rests = await new Promise<readonly Rest[]>((resolve) => void ends.set(work, resolve));
      ends.delete(work);
      return rests;
    },
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ all, stop },
    running: async () => {
      await settled();
      return [...ends.keys()].join("");
    },
    end: async (work: string, ...rests: readonly Rest[]) => {
      ends.get(work)?.(rests);
      await settled();
    },
  };
}

test.each([
  ["so many are done at a time, in their order", { a: [], b: [], c: [] }, 2, "ab, bc, c, ", "abc"],
  [
    "two that need the same are never done at once, and hold up no other",
    { a: ["x", "y"], b: ["y"], c: ["z", "x"], d: ["z"] },
    4,
    "ad, a, bc, c, ",
    "dabc",
  ],
])("%s", async (_, jobs, atATime, expected, ending) => {
  const { running, end, all } = stage(jobs, atATime);
  const seen = [await running()];
  for (const work of ending) {
    await end(work);
    seen.push(await running());
  }
  expect(seen.join(", ")).toBe(expected);
  await all;
});

test("after an interrupt none begins, and those that run are waited for", async () => {
  const { running, end, all, stop } = stage({ a: [], b: [], c: [] }, 2);
  expect(await running()).toBe("ab");
  stop.abort();
  await end("a");
  expect(await running()).toBe("b");
  await end("b");
  await all;
});

test("what rests after a job is used by no other until every rest of it is over; the others go on", async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { running, end, all } = stage({ a: ["x"], b: ["x"], c: ["z"] }, 1);
  await end("a", { alone: ["x"], over: first.promise }, { alone: ["x", "y"], over: second.promise });
  expect(await running()).toBe("c");
  await end("c");
  first.resolve();
  expect(await running()).toBe("");
  second.resolve();
  expect(await running()).toBe("b");
  await end("b");
  await all;
});

test("a rest from before is kept, and an interrupt ends the wait for it", async () => {
  const resting = [{ alone: ["x"], over: new Promise<void>(() => undefined) }];
  const { running, all, stop } = stage({ a: ["x"] }, 1, resting);
  expect(await running()).toBe("");
  stop.abort();
  await all;
});
