import { expect, test } from "vitest";
import type { Session } from "#core/check/clients/session.ts";
import {
  type SampleRequest,
  sampleAnswer,
  sampleRequest,
  sampleSession,
  sessionOf as sessionOfExchanges,
} from "#testing/exam/sample-session.ts";
import { refusalsIn, retryAfterForm } from "./refusals.ts";
import { stepLeftOut } from "./steps.ts";

const sessionOf = (...steps: readonly SampleRequest[]) => sampleSession(steps, { situation: "x" });

const lists: SampleRequest = { target: "/pets?limit=5" };
const creates: SampleRequest = { method: "POST", status: 201 };
const reads: SampleRequest = { target: "/pets/7" };
const control = sessionOf(lists, lists, creates, reads, reads);

/** What the client left out after the answer to its n-th request. */
const leftOut = (session: Session, after = 0, beside = control) =>
  stepLeftOut(session.exchanges.slice(after, after + 1), session, beside)?.notSent;

test("a client that sends nothing more than its first request left out the rest", () => {
  expect(leftOut(sessionOf(lists))).toBe("sent no POST /pets");
  expect(leftOut(sessionOf(lists, lists), 1)).toBe("sent no POST /pets");
  expect(leftOut(sessionOf(lists), 0, sessionOf(lists, lists))).toBe("sent no further GET /pets");
});

test("a client that goes on as usual left out nothing, and neither did one whose last answer was the unusual one", () => {
  expect(leftOut(control)).toBeUndefined();
  expect(leftOut(control, 4)).toBeUndefined();
  expect(leftOut(sessionOf(lists, creates, reads), 0)).toBeUndefined();
  expect(leftOut(sessionOf(lists), 0, sessionOf(lists))).toBeUndefined();
});

test("what was under way with the last answer was not left out, in whichever order it arrived", () => {
  const together = (...steps: readonly SampleRequest[]): Session => {
    const { exchanges, ...more } = sessionOf(...steps);
    return { ...more, exchanges: exchanges.map((one) => ({ ...one, endedAtMs: 8_000 })) };
  };
  expect(leftOut(together(lists, creates), 0, sessionOf(lists, creates))).toBeUndefined();
  expect(leftOut(together(lists, creates), 0, sessionOf(creates, lists))).toBeUndefined();
  expect(leftOut(together(lists, creates), 0, sessionOf(lists, creates, reads))).toBe(
    "sent no GET /pets/{petId}",
  );
});

test("what a pet without a status may bring about is not certain to be a failure", () => {
  const statusless: SampleRequest = { ...lists, body: '[{"id":7}]' };
  const subject = sessionOf(statusless);
  const certain = (beside: Session) => stepLeftOut(subject.exchanges, subject, beside)?.isCertain;
  expect(certain(sessionOf(lists, reads))).toBe(false);
  expect(certain(control)).toBe(true);
});

test("a refused request that is tried again in the control and not here was left out", () => {
  const refused: SampleRequest = { status: 429 };
  const retried = sessionOf(refused, {}, creates);
  expect(leftOut(sessionOf(refused, creates), 0, retried)).toBe("did not send GET /pets again");
  expect(leftOut(retried, 0, retried)).toBeUndefined();
  expect(leftOut(sessionOf(refused, creates), 0, sessionOf(refused, creates))).toBeUndefined();
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
  expect(refusalsIn(sessionOfExchanges([exchange]))).toMatchObject([{ askedMs }]);
  expect(retryAfterForm(exchange) === "unusable").toBe(askedMs === 0);
});
