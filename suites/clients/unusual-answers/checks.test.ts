import { expect, test } from "vitest";
import type { Session } from "#core/check/clients/session.ts";
import { situations } from "#suites/client-registry.ts";
import {
  observedBy,
  type SampleRequest,
  sampleAnswer,
  sampleRequest,
  sampleSession,
  sessionOf,
} from "#testing/exam/sample-session.ts";
import { checks } from "./checks.ts";

const ended = { end: { kind: "exited", code: 1 } } as const;

const ofRequirement = (about: string, sessions: readonly Session[]) =>
  observedBy(checks, sessions, situations).filter(({ requirement }) => requirement === about);

const list: SampleRequest = { body: '[{"id":7,"name":"Rex","categoryId":1}]' };
const create: SampleRequest = { method: "POST", status: 201 };

/** What is observed of CLIENT-16 for a client that ends with 1 after these requests, where it ends with 0 after the others. */
function observed(usual: readonly SampleRequest[], here: readonly SampleRequest[]) {
  const sessions = [
    sampleSession(usual, { situation: "plain" }),
    sampleSession(here, { situation: "no-status", ...ended }),
  ].map((session) => ({
    ...session,
    exchanges: session.exchanges.map((one) => ({ ...one, situation: undefined })),
  }));
  return ofRequirement("CLIENT-16", sessions);
}

test("a client that ends after a pet without a status fails, unless a request of its own was rejected", () => {
  expect(observed([list, create], [list])).toMatchObject([{ kind: "broken" }]);
  const rejected = { ...create, status: 400 };
  expect(observed([list, create], [list, rejected])).toMatchObject([{ kind: "unresolved" }]);
  expect(observed([list, rejected], [list, rejected])).toMatchObject([{ kind: "broken" }]);
});

test.each([
  [120, "unresolved"],
  [20, "broken"],
])("of a client that ends when a later request had no answer for %i ms, CLIENT-16 is %s", (openMs, kind) => {
  const failure = { kind: "aborted", phase: "headers", message: "the client left" } as const;
  const later = { ...{ id: 9, target: "/pets/7", sentAtMs: 10, endedAtMs: 10 + openMs } };
  const unusual = sampleRequest({ outcome: sampleAnswer(200, list.body) });
  const sessions = [
    sessionOf([unusual, sampleRequest({ ...later, outcome: sampleAnswer(200) })], { situation: "plain" }),
    sessionOf([unusual, sampleRequest({ ...later, outcome: { kind: "failure", failure } })], {
      ...{ situation: "no-status", ...ended },
    }),
  ];
  expect(ofRequirement("CLIENT-16", sessions)).toMatchObject([{ kind }]);
});

test.each([
  [500, "unresolved"],
  [1_100, "broken"],
])("of a client that comes back after %i ms and then gives up at a page, CLIENT-18 is %s", (waitMs, kind) => {
  const tries = (body: string) =>
    [0, waitMs, 2 * waitMs].map((sentAtMs, n) =>
      sampleRequest({
        ...{ id: n + 1, sentAtMs, endedAtMs: sentAtMs + 1 },
        outcome: sampleAnswer(429, body, [["Retry-After", "1"]]),
      }),
    );
  const sessions = [
    sessionOf(tries('{"code":"slow"}'), { situation: "retry-seconds" }),
    sessionOf(tries("<p>"), { situation: "limit-body", ...ended }),
  ];
  expect(ofRequirement("CLIENT-18", sessions)).toMatchObject([{ kind }]);
});
