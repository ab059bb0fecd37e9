import { expect, test } from "vitest";
import { sampleExchange } from "../../../../testing/exchange/sample-exchange.ts";
import { createAnonymousLimit } from "./lock-out.ts";

const none = { credential: { kind: "none" } } as const;
const ask = { method: "GET", path: "/pets", ...none } as const;
const limited = sampleExchange({ status: 429, request: none });
const rejected = sampleExchange({ status: 401, request: none });

test("requests without a key that always get 429 are given up, for a reason that lies in the answers", () => {
  const limit = createAnonymousLimit();
  expect([1, 2].map((tries) => limit.notJudged(limited, tries, undefined))).toEqual([undefined, undefined]);
  expect(limit.omission(ask)).toBeUndefined();
  expect(limit.notJudged(limited, 3, undefined)).toMatchObject({ kind: "inconclusive" });
  expect(limit.omission(ask)).toMatchObject({ kind: "inconclusive" });
  expect(limit.omission({ ...ask, credential: { kind: "valid" } })).toBeUndefined();
});

test("once one of them got 401, their limit is the service's own", () => {
  const limit = createAnonymousLimit();
  expect(limit.notJudged(rejected, 0, undefined)).toBeUndefined();
  expect(limit.notJudged(limited, 3, undefined)).toMatchObject({ kind: "untested" });
  expect(limit.omission(ask)).toBeUndefined();
});

test("a limit of one request that all callers share is used up by those with the key", () => {
  const headers = [
    ["X-RateLimit-Limit", "1"],
    ["X-RateLimit-Remaining", "0"],
    ["X-RateLimit-Reset", "60"],
  ] as const;
  const shared = sampleExchange({ status: 429, headers, request: none });
  const ofKey = { limit: 1, remaining: 0, resetAtSeconds: 60 };
  expect(createAnonymousLimit().notJudged(shared, 3, ofKey)).toMatchObject({ kind: "untested" });
  expect(createAnonymousLimit().notJudged(shared, 3, { ...ofKey, limit: 60 })).toMatchObject({
    kind: "inconclusive",
  });
});
