import { expect, test } from "vitest";
import { takeTurns } from "./take-turns.ts";

/** Performs jobs that end when they are told to; `running` is what has begun and not ended. */
function stage(jobs: Readonly<Record<string, readonly string[]>>, atATime: number) {
  const ends = new Map<string, () => void>();
  const stop = new AbortController();
  const all = takeTurns(
    Object.entries(jobs).map(([work, alone]) => ({ work, alone })),
    { atATime, signal: stop.signal },
    (work) => new Promise<void>((resolve) => void ends.set(work, resolve)).then(() => void ends.delete(work)),
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ all, stop },
    running: async () => {
      await settled();
      return [...ends.keys()].join("");
    },
    end: async (work: string) => {
      ends.get(work)?.();
      await settled();
    },
  };
}

test("so many are done at a time, in their order", async () => {
  const { running, end, all } = stage({ a: [], b: [], c: [] }, 2);
  expect(await running()).toBe("ab");
  await end("a");
  expect(await running()).toBe("bc");
  await end("b");
  await end("c");
  await all;
});

test("two that need the same are never done at once, and hold up no other", async () => {
  const { running, end, all } = stage({ a: ["x", "y"], b: ["y"], c: ["z", "x"], d: ["z"] }, 4);
  expect(await running()).toBe("ad");
  await end("d");
  expect(await running()).toBe("a");
  await end("a");
  expect(await running()).toBe("bc");
  await end("b");
  await end("c");
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
