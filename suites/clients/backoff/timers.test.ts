import { expect, test } from "vitest";
import { sampleSession } from "#testing/exam/sample-session.ts";
import { areOfOne, type Backoff, timersBehind } from "./timers.ts";

/** One request of a session that was sent so often, after these waits. */
function triedIn(
  session: Backoff["session"],
  places: readonly number[],
  waitsMs: readonly number[],
): Backoff {
  const [first, ...others] = places.flatMap((place) => session.exchanges[place] ?? []);
  if (first === undefined) throw new Error("the session has no such request");
  return { session, tries: { requests: [first, ...others], waitsMs } };
}

const alone = ["one", "two", "three"].map((situation) =>
  triedIn(sampleSession([{}, { waitMs: 1000 }, { waitMs: 1000 }], { situation }), [0, 1, 2], [1000, 1000]),
);

const other = { target: "/pets/1" };

test("the waits of a task that begins while another is tried again are not compared: it may wait for that one", () => {
  // The second request belongs to the second task, which goes on when the first is through.
  const waits = [0, 100, 900, 1000, 500, 2500].map((waitMs, at) => ({
    ...([1, 4, 5].includes(at) && other),
    waitMs,
  }));
  const both = sampleSession(waits);
  const within = triedIn(both, [1, 4, 5], [2400, 2500]);
  const isOneTimer = (more: readonly Backoff[]) => areOfOne(timersBehind([...alone, ...more], 2) ?? []);
  expect(isOneTimer([triedIn(both, [0, 2, 3], [1000, 1000]), within])).toBe(true);
  expect(isOneTimer([within])).toBe(false);
});
