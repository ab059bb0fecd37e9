import { describe, expect, test } from "vitest";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { RequestSpec, RunExchange, WholeExchange } from "#core/exchange/exchange.ts";
import { reasonInWords } from "#report/words/why-in-words.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { said, saidWords } from "#testing/report/sample-run.ts";
import { wrongKey } from "#testing/run/sample-suites.ts";
import { AnonymousLimit, LockOutWatch } from "./lock-out.ts";

// Ruling 14: how a lock-out is distinguished from a wrong status.

const wrong: Partial<RequestSpec> = { credential: wrongKey };
const none = { credential: { kind: "none" } } as const;
const answered = (status: number, request = wrong): WholeExchange => sampleExchange({ status, request });
const lost = sampleExchange({ request: wrong, failure: {} });
const notSent: Unresolved = { reason: said("the budget was spent"), kind: "inconclusive" };

/** A watch that has seen these refusals; what it sends to make sure, and what it sets aside, is noted. */
async function watched(
  refused: readonly WholeExchange[],
  repeated: WholeExchange | Unresolved = answered(403),
  itself: WholeExchange | Unresolved = answered(403),
) {
  const watch = new LockOutWatch();
  const sent: RequestSpec[] = [];
  const aside: RunExchange[] = [];
  const trace = { setAside: (exchange: RunExchange) => void aside.push(exchange) };
  const again = async (request: RequestSpec) => {
    sent.push(request);
    if (request.credential.kind === "valid") return answered(200, { credential: { kind: "valid" } });
    return sent.length === 1 ? repeated : itself;
  };
  const see = async (exchange: WholeExchange) => (await watch.notJudged(exchange, again, trace))?.kind;
  for (const exchange of refused) await see(exchange);
  return { watch, see, sent, aside };
}
const times = (count: number, exchange = answered(401)) => Array.from({ length: count }, () => exchange);

describe("no lock-out is", () => {
  test.each([
    ["very first wrong key while the right one is served: it is judged, whatever comes after", [], ["valid"]],
    ["second, where none was refused with 401, and again 403", [answered(200)], ["valid", "other"]],
  ])("a 403 to the %s", async (_, before, asked) => {
    const { watch, see, sent } = await watched(before);
    expect(await see(answered(403))).toBeUndefined();
    expect(watch.locked).toBe(false);
    expect(sent.map(({ credential }) => credential.kind)).toEqual(asked);
  });
});

test.each([
  ["no other was refused: it may be left from an earlier run", 0, "inconclusive", "max-wait"],
  ["others were refused", 1, "untested", "max-wait"],
  ["several were refused", 3, "untested", "locks clients out"],
] as const)("a wait longer than the run has is not begun, where %s", async (_, refused, kind, words) => {
  const watch = new LockOutWatch(() => true);
  const never = () => Promise.reject(new Error("nothing is sent to make sure"));
  const trace = { setAside: () => undefined };
  for (const one of times(refused)) await watch.notJudged(one, never, trace);
  expect(await watch.notJudged(answered(429), never, trace)).toMatchObject({ kind });
  expect(watch.locked).toBe(true);
  expect(reasonInWords(watch.omission, saidWords)).toContain(words);
});

describe("a lock-out is", () => {
  test.each([403, 429])(
    "a 403 where a request refused with 401 before is now answered %i",
    async (status) => {
      const repeated = answered(status);
      const { watch, see, aside } = await watched(times(3), repeated);
      const refusal = answered(403);
      expect(await see(refusal)).toBe("untested");
      expect(watch.locked).toBe(true);
      expect(aside).toEqual([repeated, refusal]);
    },
  );

  test.each([lost, notSent])("not reported where the 403 cannot be sent again", async (itself) => {
    const { watch, see, aside } = await watched(times(3), answered(401), itself);
    const refusal = answered(403);
    expect(await see(refusal)).toBe("inconclusive");
    expect([watch.locked, aside]).toEqual([false, [refusal]]);
  });
});

const ask = { method: "GET", path: "/pets", ...none } as const;
const limited = answered(429, none);
const rejected = answered(401, none);

test("requests without a key that always get 429 are given up, for a reason that lies in the answers", () => {
  const limit = new AnonymousLimit();
  expect([1, 2].map((tries) => limit.notJudged(limited, tries))).toEqual([undefined, undefined]);
  expect(limit.omission(ask)).toBeUndefined();
  expect(limit.notJudged(limited, 3)).toMatchObject({ kind: "inconclusive" });
  expect(limit.omission(ask)).toMatchObject({ kind: "inconclusive" });
  expect(limit.omission({ ...ask, credential: { kind: "valid" } })).toBeUndefined();
});

test("once one of them got 401, their limit is the service's own", () => {
  const limit = new AnonymousLimit();
  expect(limit.notJudged(rejected, 0)).toBeUndefined();
  expect(limit.notJudged(limited, 3)).toMatchObject({ kind: "untested" });
  expect(limit.omission(ask)).toBeUndefined();
});
