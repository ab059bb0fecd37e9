import { describe, expect, test } from "vitest";
import type { Session } from "#core/check/clients/session.ts";
import { plain } from "#core/check/clients/situation.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import {
  observedBy,
  type SampleRequest,
  sampleAnswer,
  sampleRequest,
  sampleSession,
  sessionOf as sessionOfExchanges,
} from "#testing/exam/sample-session.ts";
import { checks as pauseChecks } from "../backoff/checks.ts";
import { backoffsIn, checks as growthChecks } from "../backoff/growth.checks.ts";
import { checks as repeatChecks } from "../retries/tries.checks.ts";
import { refusalsIn } from "./refusals.ts";
import { isUnderWay, knowingTogether } from "./requests.ts";
import { habitsIn } from "./rounds.ts";
import { stepLeftOut } from "./steps.ts";
import { nextTry } from "./tries.ts";
import { latenessIn } from "./waits.ts";

describe("steps", () => {
  const sessionOf = (...steps: readonly SampleRequest[]) => sampleSession(steps, { situation: "x" });

  const lists: SampleRequest = { target: "/pets?limit=5" };
  const creates: SampleRequest = { method: "POST", status: 201 };
  const reads: SampleRequest = { target: "/pets/7" };
  const control = sessionOf(lists, lists, creates, reads, reads);

  test("what a pet without a status may bring about is not certain to be a failure", () => {
    const statusless: SampleRequest = { ...lists, body: '[{"id":7}]' };
    const subject = sessionOf(statusless);
    const certain = (beside: Session) => stepLeftOut(subject.exchanges, subject, beside)?.isCertain;
    expect(certain(sessionOf(lists, reads))).toBe(false);
    expect(certain(control)).toBe(true);
  });

  const endedAtMs = Date.parse("2026-03-04T05:06:07Z");

  const inHttp = (aheadMs: number) => new Date(endedAtMs + aheadMs).toUTCString();

  function refused(retryAfter: string, dateAheadMs = 0) {
    const headers = [
      ["Retry-After", retryAfter],
      ["Date", inHttp(dateAheadMs)],
    ] as const;
    return sampleRequest({ endedAtMs, outcome: sampleAnswer(429, "", headers) });
  }

  test.each([
    ["seconds", refused("3"), 3_000],
    ["0", refused("0"), 0],
    ["a date that is past", refused(inHttp(-1_000)), 0],
    ["a date of a clock like ours", refused(inHttp(3_000)), 3_000],
    ["a date of a clock that is ahead, read by the answer's", refused(inHttp(13_000), 10_000), 3_000],
    ["a date of a clock that is behind, past by the client's", refused(inHttp(-7_000), -10_000), 0],
  ])("of %s, the earliest moment at which a client may come back holds", (_, exchange, askedMs) => {
    const [refusal] = refusalsIn(sessionOfExchanges([exchange]));
    expect(refusal?.askedMs).toBe(askedMs);
    expect(refusal?.form === "unusable").toBe(askedMs === 0);
  });
});

describe("tries", () => {
  /** Requests one after the other: what is asked, what is answered, and how long the client waits before it. */
  type Step = readonly [target: string, status: number, waitMs?: number, body?: string];

  const sessionOf = (...steps: readonly Step[]) =>
    sampleSession(
      steps.map(([target, status, waitMs = 1, body = ""]) => ({ target, status, waitMs, body })),
      { situation: "unavailable" },
    );

  function nextTryAfterFirst(session: Session): number | undefined {
    const [first] = session.exchanges;
    return first === undefined ? undefined : nextTry(first, first, session)?.id;
  }

  test("a list after another request was answered is the next round of a client that does one thing at a time", () => {
    expect(
      nextTryAfterFirst(sessionOf(["/pets", 503], ["/pets/1", 200], ["/pets", 200, 900])),
    ).toBeUndefined();
  });

  const polling = (status: number): Step[] => Array.from({ length: 8 }, (): Step => ["/pets", status, 1000]);

  const failedIn = (...sessions: readonly Session[]): readonly string[] =>
    observedBy(repeatChecks, sessions).flatMap(({ kind, requirement }) =>
      kind === "broken" ? [requirement] : [],
    );

  test("the rounds of a client that polls are no tries", () => {
    const open = { situation: undefined, end: { kind: "open" } } as const;
    const failing = sessionOf(...polling(503));
    expect(failedIn(failing)).toEqual(["CLIENT-23"]);
    expect(failedIn(failing, { ...sessionOf(...polling(200)), situation: "plain" })).toEqual([]);
    expect(failedIn({ ...sessionOf(...polling(503), ...polling(200)), ...open })).toEqual([]);
    const hurried = sessionOf(
      ["/pets", 503],
      ...polling(503).map(([target, status]): Step => [target, status, 100]),
    );
    expect(failedIn({ ...hurried, ...open }, { ...sessionOf(...polling(200)), ...open })).toEqual([
      "CLIENT-23",
    ]);
  });

  /** Requests of several tasks to one target: when each is sent, and what it is answered 60 ms later. */
  function tasksOf(...sent: readonly (readonly [atMs: number, status: number, target?: string])[]): Session {
    const session = sessionOf(...sent.map(([, status, target = "/pets"]): Step => [target, status]));
    const exchanges = session.exchanges.map((one, at) => {
      const sentAtMs = sent[at]?.[0] ?? 0;
      return { ...one, sentAtMs, endedAtMs: sentAtMs + 60, connection: at };
    });
    return { ...session, exchanges };
  }

  const waitsOf = (session: Session) =>
    backoffsIn(session, [session]).map(({ waitsMs, isUnclear }) => (isUnclear ? "unclear" : waitsMs));

  test("a request is the next try of the one that was refused, however soon it comes", () => {
    const session = tasksOf([0, 429], [1, 429, "/pets/1"], [81, 429], [82, 429, "/pets/1"], [400, 200]);
    expect(waitsOf(session)).toEqual([[21, 259], [21]]);
  });

  test("a wait during which another request was refused is not compared, if the tasks come back together", () => {
    const wave = (atMs: number, ...ids: readonly number[]) =>
      ids.map((id) => [atMs, 429, `/pets/${id}`] as const);
    const waves = [...wave(0, 1, 2), ...wave(500, 3, 4), ...wave(2_500, 1, 2), ...wave(4_400, 1, 2)];
    const served = [1, 2].map((id) => [6_300, 200, `/pets/${id}`] as const);
    expect(waitsOf(tasksOf(...waves, ...served))).toEqual(["unclear", "unclear", [], []]);
    const constant = [0, 2_000, 4_000].flatMap((ms) => [...wave(ms, 1, 2), ...wave(ms + 1_000, 3, 4)]);
    expect(waitsOf(tasksOf(...constant))).not.toContain("unclear");
  });
});

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
  return observedBy([...pauseChecks.slice(0, 1), ...growthChecks, ...repeatChecks], sessions);
}

// Where the machine was late at these moments: 100, 200 and 400 ms came alike, and so did 400 ms each.
const late = [{ atMs: 1_250, ms: 180 }];
const atAnotherTime = [
  { atMs: 500, ms: 400 },
  { atMs: 60_000, ms: 400 },
];

test.each<readonly [status: number, waitsMs: readonly number[], late: Session["late"], found: object]>([
  [503, [302, 315, 304], undefined, { "CLIENT-23": "broken" }],
  [503, [300, 300, 300], atAnotherTime, { "CLIENT-23": "broken" }],
  [429, [300, 300, 300], undefined, { "CLIENT-9": "broken" }],
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
  const found = observed(sessionOfExchanges(exchanges)).filter(
    ({ requirement }) => requirement === "CLIENT-7",
  );
  expect(found.at(-1)?.kind).toBe(kind);
});

test("a delay covers the time in which it came about", () => {
  const session = { late: [{ atMs: 2_000, ms: 300 }] };
  expect(latenessIn(session, 1_900, 2_100)).toBe(600);
  expect(latenessIn(session, 1_000, 1_800)).toBe(600);
  expect(latenessIn(session, 1_000, 1_600)).toBe(0);
  expect(latenessIn(session, 2_001, 3_000)).toBe(0);
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
    isUnderWay(again, refused, sessionOfExchanges([before, refused, again, beside(connection)]));
  expect(isLeftOut(9)).toBe(true);
  // A task that had its own 429.
  expect(isLeftOut(3)).toBe(false);
});

test("the same list of another task was under way, where several tasks ask for it", () => {
  const [refused, other] = failing(429, [20]).exchanges;
  if (refused === undefined || other === undefined) throw new Error("no requests");
  const again = { ...other, connection: 2 };
  const beside = { ...refused, id: 3, method: "POST", connection: 3, sentAtMs: refused.sentAtMs - 1 };
  const served = (id: number) => ({
    ...again,
    id,
    sentAtMs: again.endedAtMs + id,
    outcome: sampleAnswer(200),
  });
  const isLeftOut = (...later: readonly (typeof again)[]) =>
    isUnderWay(again, refused, sessionOfExchanges([beside, refused, again, ...later]));
  expect(isLeftOut(served(4_000), served(4_001))).toBe(true);
  // One list alone, which is tried again.
  expect(isLeftOut(served(4_000))).toBe(false);
});

/** The habits of a client that lists twice where nothing fails, and what it sent where its first list failed. */
function listingTwice(usualMs: number, waitMs: number) {
  const usual = sampleSession([{}, { waitMs: usualMs }], { situation: plain });
  const failing = sampleSession([{ status: 503 }, { waitMs }], { situation: "unavailable" });
  const [first, second] = failing.exchanges;
  if (first === undefined || second === undefined) throw new Error("it sends two lists");
  return { habits: habitsIn(failing, [usual, failing]), first, second };
}

test.each([
  [300, 320, true],
  [300, 2000, false],
  [3000, 2000, true],
])(
  "of a program that lists twice, %i ms apart, a list %i ms after a failure is its usual second one: %s",
  (usualMs, waitMs, isUsual) => {
    const { habits, first, second } = listingTwice(usualMs, waitMs);
    expect(habits.isAsOftenAsUsual(second)).toBe(true);
    expect(habits.isAsSoonAsUsual(second, first)).toBe(isUsual);
  },
);
