import { expect, test } from "vitest";
import type { Session } from "#core/check/clients/session.ts";
import { observedBy, sampleSession } from "#testing/exam/sample-session.ts";
import { backoffsIn } from "../backoff/checks.ts";
import { requestsWithRoundedIds } from "../exact-integers/checks.ts";
import { checks as repeatChecks } from "../retries/checks.ts";
import { nextTry } from "./tries.ts";

/** Requests one after the other: what is asked, what is answered, and how long the client waits before it. */
type Step = readonly [target: string, status: number, waitMs?: number, body?: string];

const sessionOf = (...steps: readonly Step[]) =>
  sampleSession(
    steps.map(([target, status, waitMs = 1, body = ""]) => ({ target, status, waitMs, body })),
    { situation: "unavailable" },
  );

const round: readonly Step[] = [
  ["/pets?status=sold", 200],
  ["/pets/1", 200],
  ["/pets/2", 200],
];

function nextTryAfterFirst(session: Session): number | undefined {
  const [first] = session.exchanges;
  return first === undefined ? undefined : nextTry(first, first, session)?.id;
}

test("a list of the program's next round is no further try of the one that was given up", () => {
  expect(nextTryAfterFirst(sessionOf(["/pets", 503], ...round, ["/pets", 200]))).toBeUndefined();
});

test("a list after another request was answered is the next round of a client that does one thing at a time", () => {
  expect(nextTryAfterFirst(sessionOf(["/pets", 503], ["/pets/1", 200], ["/pets", 200, 900]))).toBeUndefined();
});

test("a try among other tasks' requests is one", () => {
  const session = sessionOf(["/pets", 503], ...round.slice(0, 2), ["/pets", 200, 900]);
  const [first, other, ...more] = session.exchanges;
  if (first === undefined || other === undefined) throw new Error("no requests");
  const atOnce = [first, { ...other, sentAtMs: 0, connection: 2 }, ...more];
  expect(nextTry(first, first, { ...session, exchanges: atOnce })?.id).toBe(4);
  const failing = round.map(([target]): Step => [target, 503]);
  expect(nextTryAfterFirst(sessionOf(["/pets", 503], ...failing, ["/pets", 200, 900]))).toBe(5);
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

test("the waits of a backoff end where the client gave up", () => {
  const backoff: readonly Step[] = [
    ["/pets", 429],
    ["/pets", 429, 1000],
    ["/pets", 429, 2000],
  ];
  const session = sessionOf(...backoff, ...round, ["/pets", 200]);
  expect(backoffsIn(session, [session]).map(({ waitsMs }) => waitsMs)).toEqual([[1000, 2000]]);
});

test("what an id that the client rounded is answered is no finding of its own", () => {
  const list: Step = ["/pets", 200, 1, '[{"id":9007199254740993},{"id":7}]'];
  const rounded: Step = ["/pets/9007199254740992", 404];
  const session = sessionOf(list, rounded, rounded, ["/pets/7", 404], ["/pets/7", 404]);
  expect([...requestsWithRoundedIds(session)].map(({ id }) => id)).toEqual([2, 3]);
  const changes = repeatChecks.filter(({ about }) => about === "CLIENT-22");
  const observed = observedBy(changes, [session]);
  expect(observed.map(({ kind }) => kind)).toEqual(["broken", "held"]);
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
  backoffsIn(session, [session]).map(({ waitsMs, isUnclear }) => (isUnclear === true ? "unclear" : waitsMs));

test("tasks that send the same request and wait together have one backoff", () => {
  const waves = [0, 1060, 3120].flatMap((atMs) => [0, 5, 9].map((ms) => [atMs + ms, 429] as const));
  expect(waitsOf(tasksOf(...waves, [7200, 200], [7204, 200], [7208, 200]))).toEqual([[991, 1991, 4011]]);
});

test("tasks that send the same request and wait apart cannot be distinguished", () => {
  const apart = [0, 5, 9, 400, 700, 1300, 1500, 2600, 3100].map((atMs) => [atMs, 429] as const);
  expect(waitsOf(tasksOf(...apart, [6000, 200]))).toEqual(["unclear"]);
});

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
