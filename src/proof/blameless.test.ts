import { describe, expect, test } from "vitest";
import { NoAnswer } from "../../reference-server/refusal.ts";
import {
  createReferenceServer,
  type ServerRequest,
  type ServerResponse,
} from "../../reference-server/server.ts";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { suites } from "../../suites/registry.ts";
import { loadContract } from "../contract/load.ts";
import { createVirtualClock } from "../exchange/clock/virtual-clock.ts";
import type { RunOptions } from "../run/options.ts";
import type { Run } from "../run/result.ts";
import { playServer } from "./play.ts";

// Rulings 26, 27 and 31, with every check there is: one cause on top, and nothing held against the target.

const contract = await loadContract();
const requirements = loadCatalogue(contract);

type Handle = (request: ServerRequest, nth: number) => Promise<ServerResponse>;

function runAgainst(
  handle: Handle,
  options: Partial<RunOptions> = {},
  baseUrl = "https://pets.example.com/v1",
): Promise<Run> {
  let nth = 0;
  const server = {
    handle: (request: ServerRequest) => {
      nth += 1;
      return handle(request, nth);
    },
  };
  const clock = createVirtualClock(Date.UTC(2026, 2, 4));
  return playServer(server, new URL(baseUrl), clock, { contract, suites, requirements, options });
}

const answer = (status: number, headers: ServerResponse["headers"] = [], body = ""): ServerResponse => ({
  status,
  headers,
  body: new TextEncoder().encode(body),
});
const noAnswer = (kind: "reset" | "silence") => Promise.reject(new NoAnswer(kind));
/** A refusal that breaks every rule for one: were it judged, much would fail. */
const bareRefusal = answer(401, [["X-RateLimit-Limit", "-1"]], "no");
const toHttps = answer(308, [["Location", "https://pets.example.com/v1/pets"]]);
const failed = (run: Run) => run.verdicts.filter((v) => v.verdict === "fail").map((v) => v.id);
const passed = (run: Run) => run.verdicts.filter((v) => v.verdict === "pass").map((v) => v.id);

/** The reference server, and what comes before it. */
function behind(before: (nth: number, request: ServerRequest) => ServerResponse | undefined): Handle {
  const clock = createVirtualClock(Date.UTC(2026, 2, 4));
  const key = "proof-key-5f2c9a7d41";
  const server = createReferenceServer({ now: () => clock.now(), keys: [key], plan: "free" });
  return async (request, nth) => before(nth, request) ?? server.handle(request);
}

describe.each(["quick", "standard", "thorough"] as const)(
  "in %s, a cause that is not the target's",
  (profile) => {
    const causes: readonly [what: string, reason: string, handle: Handle, baseUrl?: string][] = [
      ["the first list refused with 401", "key-refused", async () => bareRefusal],
      ["nothing but resets", "unreachable", () => noAnswer("reset")],
      ["nothing but silence", "unreachable", () => noAnswer("silence")],
      ["http redirected to https", "redirected", async () => toHttps, "http://pets.example.com/v1"],
    ];

    test.each(causes)("%s: exit 3 as %s, and nothing is judged", async (_, reason, handle, baseUrl) => {
      const run = await runAgainst(handle, { profile }, baseUrl);
      expect(run).toMatchObject({ outcome: "inconclusive", exitCode: 3, reason, partial: true });
      expect([failed(run), passed(run), run.suiteErrors]).toEqual([[], [], []]);
      expect(run.rootCause?.exchange).toBe(1);
    });

    test.each(causes)("%s: the report still holds what was sent", async (_, _reason, handle, baseUrl) => {
      const { exchanges, requests } = await runAgainst(handle, { profile }, baseUrl);
      expect(exchanges.length).toBe(requests.total);
      expect(requests.total).toBeGreaterThan(0);
      expect(requests.total).toBeLessThanOrEqual(3);
    });

    test("500 to everything is the target's: exit 1", async () => {
      const run = await runAgainst(async () => answer(500), { profile });
      expect(run).toMatchObject({
        outcome: "non-conforming",
        exitCode: 1,
        rootCause: { kind: "service-fails" },
      });
      expect(failed(run)).toContain("HTTP-2");
    });
  },
);

test("a redirect to another host is the target's own answer: exit 1", async () => {
  const elsewhere = answer(308, [["Location", "https://example.org/v1/pets"]]);
  expect((await runAgainst(async () => elsewhere, {}, "http://pets.example.com/v1")).exitCode).toBe(1);
});

test("a first list that is lost once and then served is no cause: the run goes on", async () => {
  const run = await runAgainst(
    behind((nth) => {
      if (nth === 1) throw new NoAnswer("reset");
      return undefined;
    }),
    { profile: "quick" },
  );
  expect(run.rootCause).toBeUndefined();
  expect(failed(run)).toEqual(["HTTP-5"]);
});

test("a key that is refused from some request on ends the run without a word against the target", async () => {
  const isRefused = (nth: number, { headers }: ServerRequest) =>
    nth > 20 && headers.some(([, value]) => value === "Bearer proof-key-5f2c9a7d41");
  const run = await runAgainst(behind((nth, request) => (isRefused(nth, request) ? bareRefusal : undefined)));
  expect(run).toMatchObject({ exitCode: 3, reason: "key-stopped", partial: true });
  expect(failed(run)).toEqual([]);
});
