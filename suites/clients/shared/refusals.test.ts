import { expect, test } from "vitest";
import { sampleAnswer, sampleRequest, sessionOf } from "#testing/exam/sample-session.ts";
import { refusalsIn, retryAfterForm } from "./refusals.ts";

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
  expect(refusalsIn(sessionOf([exchange]))).toMatchObject([{ askedMs }]);
  expect(retryAfterForm(exchange) === "unusable").toBe(askedMs === 0);
});
