import { expect, test } from "vitest";
import { type Clock, clockOf, startDeadline } from "./clock.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/** A clock whose first timer ends so much too late. */
function standingStill(lateMs: number): Clock {
  const clock = createVirtualClock(0);
  let late = lateMs;
  return clockOf({
    now: clock.now,
    after: (ms, wake) => {
      const stop = clock.after(ms + late, wake);
      late = 0;
      return stop;
    },
  });
}

test.each([
  ["ends after its time", 0, 10_000],
  ["that is a little late ends then", 200, 10_200],
  ["at whose end the process stood still waits once more for as long", 8000, 26_000],
  ["at whose end the machine slept for an hour waits once more for its own time", 3_600_000, 3_620_000],
])("a deadline %s", async (_, lateMs, endMs) => {
  const clock = standingStill(lateMs);
  const end = Promise.withResolvers<string>();
  startDeadline(clock, 10_000, undefined, end.resolve);
  expect([await end.promise, clock.now()]).toEqual(["timeout", endMs]);
});

test("what comes after a standstill cancels the deadline", async () => {
  const clock = standingStill(8000);
  const ends: string[] = [];
  const deadline = startDeadline(clock, 10_000, undefined, (why) => ends.push(why));
  await clock.sleep(19_000);
  deadline.cancel();
  await clock.sleep(60_000);
  expect(ends).toEqual([]);
});
