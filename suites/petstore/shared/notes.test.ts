import { expect, test } from "vitest";
import { correct, playOn } from "#testing/proof/bed.ts";
import { factsOf, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { notes } from "./notes.ts";
import { probe } from "./steps/named-steps.ts";

test("an announced limit is matched to the plan that it looks like", async () => {
  const run = await playOn({ ...correct, stage: { plan: "pro" } });
  expect(run.notes).toContain("the announced limit looks like that of the plan Pro (300 requests a minute)");
});

test("a declared plan needs no guess", async () => {
  const run = await playOn({ ...correct, stage: { plan: "pro", declares: { plan: "pro" } } });
  expect(run.notes).toEqual([]);
});

test("a limit that others use up is noted", async () => {
  let asked = 0;
  const run = await playOn({
    hooks: (correct) => ({
      // Forty requests of another client in the first window.
      countRequest: (...args: Parameters<typeof correct.countRequest>) => {
        asked += 1;
        if (asked === 5) for (let i = 0; i < 40; i += 1) correct.countRequest(...args);
        return correct.countRequest(...args);
      },
    }),
    stage: { plan: { perMinute: 60 } },
  });
  expect(run.notes.join()).toContain("another client may use this key");
});

/** What is noted of a second key, whose Remaining is `remaining` where this key's last one was 40 of 60. */
function ofSecondKey(remaining: number, more: SampleExchange = {}): string | undefined {
  const second: SampleExchange = { label: probe.secondKey.label, rate: [60, remaining, 60], ...more };
  return notes(factsOf([{ rate: [60, 41, 60] }, { rate: [60, 40, 60] }, second])).find((note) =>
    note.includes("second key"),
  );
}

test("a second key shares the limit where Remaining goes on, and has its own where it does not", () => {
  expect(ofSecondKey(39)).toContain("seems to share");
  expect(ofSecondKey(38)).toContain("seems to share");
  expect(ofSecondKey(40)).toContain("seems to share");
  expect(ofSecondKey(37)).toContain("a limit of its own: 37 of 60 left, and this key has 40 left");
  expect(ofSecondKey(41)).toContain("a limit of its own");
  expect(ofSecondKey(59)).toContain("a limit of its own");
  expect(ofSecondKey(36, { inFlight: 3 })).toContain("seems to share");
});

test("a second key whose Remaining is that of an unused one shares nothing, however near it is", () => {
  const fresh: SampleExchange = { label: probe.secondKey.label, rate: [60, 59, 60] };
  expect(notes(factsOf([{ rate: [60, 60, 60] }, fresh])).join()).toContain("a limit of its own");
});

test("a second key without a limit cannot be compared, and without one nothing is said", () => {
  const second: SampleExchange = { label: probe.secondKey.label, body: [] };
  expect(notes(factsOf([{ rate: [60, 40, 60] }, second])).join()).toContain("has no limit to compare");
  expect(notes(factsOf([{ rate: [60, 40, 60] }])).join()).not.toContain("second key");
});

test("a 429 with nothing left is another client's doing where this run sent less than the limit", () => {
  const refused = (sent: number, remaining = 0): string =>
    notes(
      factsOf([
        ...Array.from({ length: sent }, (): SampleExchange => ({ rate: [5, 0, 60], atMs: 0 })),
        { status: 429, rate: [5, remaining, 60], atMs: 10, body: {} },
      ]),
    ).join();
  expect(refused(3)).toContain("another client may use this key");
  expect(refused(4)).not.toContain("another client");
  expect(refused(3, 1)).not.toContain("another client");
});

test("a Reset that moves, and a limit counted by connection, are noted", () => {
  const moving = [0, 1, 2].map((i): SampleExchange => ({ rate: [60, 59, 60 + 5 * i], atMs: i * 5000 }));
  expect(notes(factsOf(moving)).join()).toContain("moves with the clock");
  expect(notes(factsOf([{ rate: [60, 59, 60] }])).join()).not.toContain("moves with the clock");
  expect(notes(factsOf([{ body: [] }]))).toEqual([]);
});

test("inputs that were not generated for want of room are named, with what would make room", async () => {
  const options = { profile: "thorough", maxCreates: 90 } as const;
  const run = await playOn(correct, options);
  expect(run.notes[0]).toMatch(
    /^the cap on created pets left no room for generated oddities, .*generated walks.*: to test them, add --max-creates \d+$/,
  );
  const readOnly = await playOn(correct, { ...options, readOnly: true });
  expect(readOnly.notes.join()).not.toContain("left no room");
});

test("a limit that is counted by connection is noted", () => {
  const counted = (reused: boolean) =>
    notes(
      factsOf(
        [59, 59, 59, 59, 58].map(
          (left, i): SampleExchange => ({ rate: [60, left, 60], reused: reused && i === 4 }),
        ),
      ),
    ).join();
  expect(counted(true)).toContain("counted per connection");
  expect(counted(false)).not.toContain("counted per connection");
});
