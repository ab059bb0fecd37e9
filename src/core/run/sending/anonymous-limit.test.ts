import { expect, test } from "vitest";
import { sampleExchange } from "../../../../testing/exchange/sample-exchange.ts";
import { createAnonymousLimit } from "./anonymous-limit.ts";

const none = { credential: { kind: "none" } } as const;
const ask = { method: "GET", path: "/pets", ...none } as const;
const limited = sampleExchange({ status: 429, request: none });
const rejected = sampleExchange({ status: 401, request: none });

test("requests without a key that always get 429 are given up, for a reason that lies in the answers", () => {
  const limit = createAnonymousLimit();
  expect([1, 2].map((tries) => limit.notJudged(limited, tries))).toEqual([undefined, undefined]);
  expect(limit.omission(ask)).toBeUndefined();
  expect(limit.notJudged(limited, 3)).toMatchObject({ kind: "inconclusive" });
  expect(limit.omission(ask)).toMatchObject({ kind: "inconclusive" });
  expect(limit.omission({ ...ask, credential: { kind: "valid" } })).toBeUndefined();
});

test("once one of them got 401, their limit is the service's own", () => {
  const limit = createAnonymousLimit();
  expect(limit.notJudged(rejected, 0)).toBeUndefined();
  expect(limit.notJudged(limited, 3)).toMatchObject({ kind: "untested" });
  expect(limit.omission(ask)).toBeUndefined();
});
