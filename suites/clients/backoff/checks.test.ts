import { expect, test } from "vitest";
import type { Session } from "#core/check/clients/session.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { observedBy, sampleSession } from "#testing/exam/sample-session.ts";
import { checks as repeatChecks } from "../retries/tries.checks.ts";
import type { Tries } from "../shared/tries.ts";
import { areOfOne, checks as backoffChecks, timersBehind } from "./growth.checks.ts";

// Waits may be random. A client that chooses below a bound which doubles must not be mistaken for one that does not back
// off, whatever the random numbers are.

/** One request that fails again and again with this status, and is served at last. */
function sessionOf(situation: string, target: string, status: number, waitsMs: readonly number[]): Session {
  const samples = [0, ...waitsMs].map((waitMs, at) => ({
    ...{ target, waitMs },
    status: at === waitsMs.length ? 200 : status,
  }));
  return sampleSession(samples, { situation, tookMs: 60 });
}

const targets = ["/pets", "/pets?limit=5", "/pets/1"];

type Waits = (attempt: number, random: () => number) => number;

const exams = 300;

interface Failing {
  /** The first try is not counted. */
  readonly tries: number;
  readonly status: number;
  readonly exams?: number;
  /** The machine is late by up to half a second now and then, and knows when it was. */
  readonly isBusy?: boolean;
}

/** In how many of so many exams each requirement fails, for a client that waits in this way. */
function failuresOf(waits: Waits, { tries, status, exams: count = exams, isBusy = false }: Failing) {
  const counts: Record<string, number> = {};
  for (let seed = 0; seed < count; seed += 1) {
    const random = seededRandom(seed, "jitter");
    const sessions = targets.map((target) => {
      const lateMs = () => (isBusy ? random() * (random() < 0.4 ? 450 : 10) : 0);
      const delays = Array.from({ length: tries }, lateMs);
      const waitsMs = delays.map((ms, n) => waits(n, random) + ms);
      const session = sessionOf(`s${target}`, target, status, waitsMs);
      const late = delays.map((ms, n) => ({ atMs: session.exchanges[n + 1]?.sentAtMs ?? 0, ms }));
      return isBusy ? { ...session, late: late.filter(({ ms }) => ms >= 10) } : session;
    });
    const observed = observedBy([...backoffChecks, ...repeatChecks], sessions);
    const failed = new Set(observed.flatMap((one) => (one.kind === "broken" ? one.requirement : [])));
    for (const id of failed) counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

const limited = { tries: 5, status: 429 };
const failed = (tries: number) => ({ tries, status: 503 });
const onBusyMachine = { ...limited, isBusy: true };

const jitters = [
  ["full jitter", (n, random) => 100 + random() * 400 * 2 ** n],
  ["equal jitter", (n, random) => 300 * 2 ** n * (0.5 + random() / 2)],
  ["growth on a busy machine", (n, random) => 250 * 2 ** n + random() * 100],
] as const satisfies readonly (readonly [string, Waits])[];

test.each<readonly [string, Waits]>(jitters)(
  "%s fails no must, and is warned of in no more than two of a hundred exams",
  (_, waits) => {
    const most = exams / 50;
    const { "CLIENT-8": wrong = 0, "CLIENT-9": warned = 0 } = failuresOf(waits, limited);
    expect(wrong).toBe(0);
    expect(warned).toBeLessThanOrEqual(most);
    for (const tries of [2, 3, 4])
      expect(failuresOf(waits, failed(tries))["CLIENT-23"] ?? 0).toBeLessThanOrEqual(most);
  },
);

/** What CLIENT-8 says of three requests with these waits, where the machine was late at one moment. */
function saidOf(waits: readonly (readonly number[])[], late: Session["late"]): readonly string[] {
  const sessions = waits.map((waitsMs, at) => ({
    ...sessionOf(`s${at}`, targets[at] ?? "", 429, waitsMs),
    ...(late !== undefined && { late }),
  }));
  return [...new Set(observedBy(backoffChecks.slice(0, 1), sessions).map(({ kind }) => kind))];
}

test("a second each time is found where the machine held up one wait of each request", () => {
  const held = [
    [1179, 1005, 1215, 1443, 1012],
    [1044, 1368, 1323, 1003, 1070],
    [1020, 1251, 1404, 1008, 1108],
  ];
  expect(saidOf(held, [{ atMs: 3500, ms: 900 }])).toEqual(["broken"]);
  // On an idle machine the third wait is longer by intent.
  expect(saidOf(held, undefined)).not.toContain("broken");
});

test.each<readonly [string, Waits, fewest: number, most: number]>([
  ...jitters.map(([name, waits]) => [name, waits, 0, 0.02] as const),
  ["doubling", (n) => 400 * 2 ** n, 0, 0.02],
  ["growth by 1.6", (n) => 400 * 1.6 ** n, 0, 0.02],
  ["a bound that is reached with the second wait", (n) => Math.min(1000, 500 * 2 ** n), 0.7, 1],
  ["a bound that is reached with the third wait", (n) => Math.min(2000, 500 * 2 ** n), 0.7, 1],
  ["growth by the same time", (n) => 600 * (n + 1), 0.7, 1],
])("on a busy machine, %s fails no must, and is warned of as often as is right", (_, waits, fewest, most) => {
  const { "CLIENT-8": wrong = 0, "CLIENT-9": warned = 0 } = failuresOf(waits, onBusyMachine);
  expect(wrong).toBe(0);
  expect(warned).toBeGreaterThanOrEqual(exams * fewest);
  expect(warned).toBeLessThanOrEqual(exams * most);
});

test("random waits that do not grow are warned of in nearly every exam, after a 5xx in most", () => {
  const { "CLIENT-8": wrong = 0, "CLIENT-9": warned = 0 } = failuresOf(
    (_, draw) => 700 + draw() * 600,
    limited,
  );
  expect(warned).toBeGreaterThan(exams * 0.9);
  expect(wrong).toBeLessThan(exams / 4);
  const flat: Waits = (_, draw) => 700 + draw() * 150;
  expect(failuresOf(flat, failed(4))["CLIENT-23"]).toBeGreaterThan(exams * 0.8);
});

test("waits that reach a bound after a 5xx are not warned of", () => {
  const bounded: Waits = (n, draw) => Math.min(1000, 800 * 2 ** n) + draw() * 10;
  expect(failuresOf(bounded, failed(4))["CLIENT-23"] ?? 0).toBe(0);
});

test.each<readonly [string, Waits]>([
  ["stay the same", (_, random) => 1000 + random() * 30],
  ["shrink", (n, random) => 3000 / (n + 1) + random() * 30],
])("waits that %s are found in every exam", (_, waits) => {
  // Each exam is alike, so that fewer show it.
  const some = exams / 6;
  expect(failuresOf(waits, { ...limited, exams: some })).toEqual({ "CLIENT-8": some, "CLIENT-9": some });
  expect(failuresOf(waits, failed(4))).toEqual({ "CLIENT-23": exams });
});

test("tries at once are found where a busy machine delays whatever is sent", () => {
  const found = Array.from({ length: exams }, (_, seed) => {
    const random = seededRandom(seed, "delays");
    const delay = () => random() * (random() < 0.3 ? 200 : 20);
    const sessions = targets.map((target) => {
      const served = Array.from({ length: 6 }, (_, n) => ({ target: `/pets/${n + 2}`, waitMs: delay() }));
      const tries = Array.from({ length: 5 }, () => ({ target, status: 503, waitMs: delay() }));
      return sampleSession([...served, ...tries], { situation: `s${target}` });
    });
    return observedBy(repeatChecks, sessions).some(
      (one) => one.kind === "broken" && one.requirement === "CLIENT-23",
    );
  });
  expect(found.filter(Boolean).length).toBeGreaterThan(exams * 0.95);
});

/** One request of a session that was sent so often, after these waits. */
function triedIn(session: Session, places: readonly number[], waitsMs: readonly number[]): Tries {
  const [first, ...others] = places.flatMap((place) => session.exchanges[place] ?? []);
  if (first === undefined) throw new Error("the session has no such request");
  return { session, requests: [first, ...others], waitsMs, isUnclear: false };
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
  const isOneTimer = (more: readonly Tries[]) => areOfOne(timersBehind([...alone, ...more], 2) ?? []);
  expect(isOneTimer([triedIn(both, [0, 2, 3], [1000, 1000]), within])).toBe(true);
  expect(isOneTimer([within])).toBe(false);
});
