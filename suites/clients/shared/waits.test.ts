import { expect, test } from "vitest";
import type { Session } from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import {
  observedBy,
  sampleAnswer,
  sampleRequest,
  sampleSession,
  sessionOf,
} from "#testing/exam/sample-session.ts";
import { checks as backoffChecks } from "../backoff/checks.ts";
import { checks as repeatChecks } from "../retries/checks.ts";
import { isUnderWay, knowingTogether } from "./requests.ts";
import { latenessIn } from "./waits.ts";

/** One request that fails with this status again and again, and the waits between; each answer takes 1 ms. */
function failing(status: number, waitsMs: readonly number[], late?: Session["late"]): Session {
  const samples = [1_000, ...waitsMs].map((waitMs) => ({ status, waitMs }));
  const end = { kind: "exited", code: 1 } as const;
  return sampleSession(samples, { situation: "failing", end, ...(late && { late }) });
}

/** What is said of each requirement that compares waits. */
function judged(...sessions: readonly Session[]): Readonly<Record<string, string>> {
  return Object.fromEntries(observed(...sessions).map(({ requirement, kind }) => [requirement, kind]));
}

function observed(...sessions: readonly Session[]): readonly Observation[] {
  return observedBy([...backoffChecks, ...repeatChecks], sessions);
}

// Where the machine was late at these moments: 100, 200 and 400 ms came alike, and so did 400 ms each.
const late = [{ atMs: 1_250, ms: 180 }];
const atAnotherTime = [
  { atMs: 500, ms: 400 },
  { atMs: 60_000, ms: 400 },
];

test.each<readonly [status: number, waitsMs: readonly number[], late: Session["late"], found: object]>([
  [503, [300, 300, 300], undefined, { "CLIENT-23": "broken" }],
  [503, [302, 315, 304], undefined, { "CLIENT-23": "broken" }],
  [503, [300, 300, 300], atAnotherTime, { "CLIENT-23": "broken" }],
  [429, [300, 300, 300], undefined, { "CLIENT-9": "broken" }],
  [429, [300, 300, 300, 300], undefined, { "CLIENT-8": "broken", "CLIENT-9": "broken" }],
  // They grow by exactly half, with the milliseconds of the way.
  [429, [1_003, 1_502, 2_254, 3_378], undefined, { "CLIENT-9": "held" }],
  [503, [420, 410, 405], late, { "CLIENT-23": "unresolved" }],
  [429, [420, 410, 405, 800], late, { "CLIENT-9": "unresolved" }],
  [429, [500, 480, 470, 460], late, { "CLIENT-8": "unresolved" }],
  [429, [405, 402, 560, 720], late, { "CLIENT-8": "unresolved" }],
  // Five that are alike are not made so by a busy machine.
  [429, [541, 540, 573, 539, 539], late, { "CLIENT-8": "broken", "CLIENT-9": "broken" }],
])("after a %i, waits of %j ms on a machine that was late at %j: %j", (status, waitsMs, late, found) => {
  expect(judged(failing(status, waitsMs, late))).toMatchObject(found);
});

test("a pause that is long because the machine was busy passes nothing", () => {
  const late = [{ atMs: 1_100, ms: 60 }];
  const firstPause = (waitMs: number) =>
    observed(failing(429, [waitMs, 400, 800, 1_600], late)).find(
      ({ requirement }) => requirement === "CLIENT-7",
    )?.kind;
  expect([110, 300, 60].map(firstPause)).toEqual(["unresolved", "held", "broken"]);
});

test.each([
  ["a try after a wait of its own", "/pets/1", "held"],
  ["a request of its own", "/pets/3", "broken"],
])("what another task sends 8 ms after a 429 without Retry-After: %s", (_, target, kind) => {
  const tooMany = { outcome: sampleAnswer(429), connection: 1 };
  const at = (sentAtMs: number, more: object) =>
    sampleRequest({ sentAtMs, endedAtMs: sentAtMs + 1, ...more });
  const exchanges = [
    at(0, { ...tooMany, id: 1, target: "/pets/1" }),
    at(400, { ...tooMany, id: 2, target: "/pets/2" }),
    at(409, { id: 3, target }),
    at(800, { id: 4, target: "/pets/2" }),
  ];
  const found = observed(sessionOf(exchanges)).filter(({ requirement }) => requirement === "CLIENT-7");
  expect(found.at(-1)?.kind).toBe(kind);
});

test("a busy machine makes waits longer and never shorter: the shortest waits of three requests show their timers", () => {
  const sessions = [
    [401, 700, 402, 690, 404],
    [650, 402, 700, 401, 403],
    [402, 640, 401, 403, 690],
  ].map((waitsMs) => failing(429, waitsMs, late));
  expect(judged(...sessions)["CLIENT-8"]).toBe("broken");
});

test("a delay covers the time in which it came about", () => {
  const session = { late: [{ atMs: 2_000, ms: 300 }] };
  expect(latenessIn(session, 1_900, 2_100)).toBe(600);
  expect(latenessIn(session, 1_000, 1_800)).toBe(600);
  expect(latenessIn(session, 1_000, 1_600)).toBe(0);
  expect(latenessIn(session, 2_001, 3_000)).toBe(0);
});

test("of a client of several tasks, what arrives late on a busy machine was under way", () => {
  const [refused, other] = failing(429, [400]).exchanges;
  if (refused === undefined || other === undefined) throw new Error("no requests");
  const beside = { ...refused, id: 3, target: "/pets/1", connection: 3, sentAtMs: refused.sentAtMs - 1 };
  const later = { ...other, target: "/pets/2", connection: 2 };
  const exchanges = [beside, refused, later];
  expect(isUnderWay(later, refused, { exchanges })).toBe(false);
  const late = [{ atMs: refused.endedAtMs + 200, ms: 150 }];
  expect(isUnderWay(later, refused, { exchanges: [...exchanges], late })).toBe(true);
});

test("what a client sends together in another session was under way here, if the machine was busy", () => {
  const { exchanges, late: _, ...rest } = failing(429, [24]);
  const [refused = expect.fail("no requests"), other = expect.fail("no requests")] = exchanges;
  const create = { ...other, method: "POST", connection: 2 };
  const late = [{ atMs: refused.endedAtMs + 10, ms: 50 }];
  const here = { ...rest, exchanges: [refused, create], late };
  const beside = { ...create, sentAtMs: refused.sentAtMs, endedAtMs: refused.endedAtMs + 5 };
  const elsewhere = { ...rest, exchanges: [{ ...refused }, beside] };
  const isLeftOut = (...sessions: Parameters<typeof knowingTogether>[0]) => {
    const [first] = knowingTogether(sessions);
    return first && isUnderWay(create, refused, first);
  };
  expect(isLeftOut(here, elsewhere)).toBe(true);
  expect(isLeftOut(here)).toBe(false);
  expect(isLeftOut({ ...here, late: [] }, elsewhere)).toBe(false);
});

test("what one loop sends was under way, though one of it takes the connection of the 429", () => {
  const [refused, other] = failing(429, [50]).exchanges;
  if (refused === undefined || other === undefined) throw new Error("no requests");
  const before = { ...refused, id: 3, target: "/pets/1", connection: 3, sentAtMs: refused.sentAtMs - 1 };
  const again = { ...other, target: "/pets/2", connection: refused.connection };
  const beside = (connection: number) => ({ ...other, target: "/pets/3", connection });
  const isLeftOut = (connection: number) =>
    isUnderWay(again, refused, { exchanges: [before, refused, again, beside(connection)] });
  expect(isLeftOut(9)).toBe(true);
  // A task that had its own 429.
  expect(isLeftOut(3)).toBe(false);
});
