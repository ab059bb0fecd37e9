import { expect, test } from "vitest";
import type { Session } from "#core/check/clients/session.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { observedBy, sampleSession } from "#testing/exam/sample-session.ts";
import { checks as repeatChecks } from "../retries/checks.ts";
import { checks as backoffChecks } from "./checks.ts";

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

/** In how many of so many exams each requirement fails, for a client that waits in this way. */
function failuresOf(waits: Waits, tries: number, status: number, exams: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let seed = 0; seed < exams; seed += 1) {
    const random = seededRandom(seed, "jitter");
    const sessions = targets.map((target) =>
      sessionOf(
        `s${target}`,
        target,
        status,
        Array.from({ length: tries }, (_, n) => waits(n, random)),
      ),
    );
    const observed = observedBy([...backoffChecks, ...repeatChecks], sessions);
    const failed = new Set(observed.flatMap((one) => (one.kind === "broken" ? one.requirement : [])));
    for (const id of failed) counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

const fullJitter: Waits = (n, random) => 100 + random() * 400 * 2 ** n;
const equalJitter: Waits = (n, random) => 300 * 2 ** n * (0.5 + random() / 2);
const noisy: Waits = (n, random) => 250 * 2 ** n + random() * 100;

const jitters = [
  ["full jitter", fullJitter],
  ["equal jitter", equalJitter],
  ["growth on a busy machine", noisy],
] as const;

const exams = 300;

test.each(jitters)("%s fails no must", (_, waits) => {
  expect(Object.keys(failuresOf(waits, 5, 429, exams))).not.toContain("CLIENT-8");
});

test.each(jitters)("%s is warned of in no more than two of a hundred exams", (_, waits) => {
  const most = exams / 50;
  for (const tries of [2, 3, 4])
    expect(failuresOf(waits, tries, 503, exams)["CLIENT-23"] ?? 0).toBeLessThanOrEqual(most);
  expect(failuresOf(waits, 5, 429, exams)["CLIENT-9"] ?? 0).toBeLessThanOrEqual(most);
});

/** What CLIENT-8 says of three requests with these waits, where the machine was late at one moment. */
function saidOf(waits: readonly (readonly number[])[], late: Session["late"]): readonly string[] {
  const sessions = waits.map((waitsMs, at) => ({
    ...sessionOf(`s${at}`, targets[at] ?? "", 429, waitsMs),
    ...(late !== undefined && { late }),
  }));
  return [...new Set(observedBy(backoffChecks.slice(1, 2), sessions).map(({ kind }) => kind))];
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

/** In how many of so many exams on a busy machine, which knows when it was late, each requirement fails. */
function failuresOnBusyMachine(waits: Waits): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let seed = 0; seed < exams; seed += 1) {
    const random = seededRandom(seed, "busy");
    const sessions = targets.map((target) => {
      const delays = Array.from({ length: 5 }, () => (random() < 0.4 ? random() * 450 : random() * 10));
      const waitsMs = delays.map((ms, n) => waits(n, random) + ms);
      const session = sessionOf(`s${target}`, target, 429, waitsMs);
      const late = delays.map((ms, n) => ({ atMs: session.exchanges[n + 1]?.sentAtMs ?? 0, ms }));
      return { ...session, late: late.filter(({ ms }) => ms >= 10) };
    });
    const observed = observedBy(backoffChecks, sessions);
    const failed = new Set(observed.flatMap((one) => (one.kind === "broken" ? one.requirement : [])));
    for (const id of failed) counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

test.each<readonly [string, Waits]>([
  ...jitters,
  ["doubling", (n) => 400 * 2 ** n],
  ["growth by 1.6", (n) => 400 * 1.6 ** n],
])("on a busy machine, %s fails no must and is hardly ever warned of", (_, waits) => {
  const { "CLIENT-8": failed = 0, "CLIENT-9": warned = 0 } = failuresOnBusyMachine(waits);
  expect(failed).toBe(0);
  expect(warned).toBeLessThanOrEqual(exams / 50);
});

test.each<readonly [string, Waits]>([
  ["a bound that is reached with the second wait", (n) => Math.min(1000, 500 * 2 ** n)],
  ["a bound that is reached with the third wait", (n) => Math.min(2000, 500 * 2 ** n)],
  ["growth by the same time", (n) => 600 * (n + 1)],
])("on a busy machine, %s is warned of in most exams, and fails no must", (_, waits) => {
  const { "CLIENT-8": failed = 0, "CLIENT-9": warned = 0 } = failuresOnBusyMachine(waits);
  expect(failed).toBe(0);
  expect(warned).toBeGreaterThan(exams * 0.7);
});

test("random waits that do not grow are warned of in nearly every exam", () => {
  const random: Waits = (_, draw) => 700 + draw() * 600;
  const { "CLIENT-8": failed = 0, "CLIENT-9": warned = 0 } = failuresOf(random, 5, 429, exams);
  expect(warned).toBeGreaterThan(exams * 0.9);
  expect(failed).toBeLessThan(exams / 4);
});

test("random waits that do not grow after a 5xx are warned of in most exams, and a bound that is reached is not", () => {
  const random: Waits = (_, draw) => 700 + draw() * 150;
  const bounded: Waits = (n, draw) => Math.min(1000, 800 * 2 ** n) + draw() * 10;
  expect(failuresOf(random, 4, 503, exams)["CLIENT-23"]).toBeGreaterThan(exams * 0.8);
  expect(failuresOf(bounded, 4, 503, exams)["CLIENT-23"] ?? 0).toBe(0);
});

test("waits that go up and down alike for each request are warned of in every exam", () => {
  expect(failuresOf((n) => (n % 2 === 0 ? 500 : 1000), 5, 429, exams)).toEqual({ "CLIENT-9": exams });
});

test("waits that stay the same, or shrink, are found in every exam, on a busy machine too", () => {
  const constant: Waits = (_, random) => 1000 + random() * 30;
  const shrinking: Waits = (n, random) => 3000 / (n + 1) + random() * 30;
  // Each exam is alike, so that fewer show it.
  const some = exams / 6;
  for (const waits of [constant, shrinking]) {
    expect(failuresOf(waits, 5, 429, some)).toEqual({ "CLIENT-8": some, "CLIENT-9": some });
    expect(failuresOf(waits, 4, 503, exams)).toEqual({ "CLIENT-23": exams });
  }
});
