import { describe, expect, test } from "vitest";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { Run } from "#core/run/result.ts";
import { playServer } from "#proof/play.ts";
import { emptyResponse, textResponse } from "#reference-server/message.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import type { ServerRequest, ServerResponse } from "#reference-server/server.ts";
import { correct, idsOf, playOn, prepared, type Served } from "#testing/proof/bed.ts";
import { behind, page } from "#testing/proof/guarded-servers.ts";
import { inFrontOf } from "#testing/reference-server/handlers.ts";

// Rulings 26, 27, 31 and 42, with every check there is: one cause on top, and nothing held against the target.

type Handle = (request: ServerRequest) => Promise<ServerResponse>;

const noAnswer = (kind: "reset" | "silence") => Promise.reject(new NoAnswer(kind));
/** A refusal that breaks every rule for one: were it judged, much would fail. */
const bareRefusal = textResponse(401, "text/plain", "no", [["X-RateLimit-Limit", "-1"]]);
const toHttps = emptyResponse(308, [["Location", "https://pets.example.com/v1/pets"]]);
const elsewhere = emptyResponse(308, [["Location", "https://example.org/v1/pets"]]);
const failed = (run: Run) => idsOf(run, "fail");
const passed = (run: Run) => idsOf(run, "pass");

const inFront = (looks: string) => ({ rootCause: { kind: "in-front", looks } });

describe.each(["quick", "standard", "thorough"] as const)(
  "in %s, a cause that is not the target's",
  (profile) => {
    test.each<[what: string, expected: object, handle: Handle, baseUrl?: string]>([
      ["the first list refused with 401", { reason: "key-refused" }, async () => bareRefusal],
      ["nothing but resets", { reason: "unreachable" }, () => noAnswer("reset")],
      ["nothing but silence", { reason: "unreachable" }, () => noAnswer("silence")],
      [
        "http redirected to https",
        { reason: "redirected" },
        async () => toHttps,
        "http://pets.example.com/v1",
      ],
      ["500 to everything", inFront("failing"), async () => emptyResponse(500)],
      ["502 of a gateway to everything", inFront("outage"), async () => page(502)],
      ["a redirect to another host", inFront("redirect"), async () => elsewhere],
      ["404 to everything", inFront("wrong-path"), async () => page(404)],
    ])(
      "%s: exit 3 with its cause, nothing is judged, and the report holds what was sent (ruling 42)",
      async (_, expected, handle, baseUrl = "https://pets.example.com/v1") => {
        const clock = new VirtualClock(Date.UTC(2026, 2, 4));
        const options = { profile };
        const run = await playServer({ handle }, new URL(baseUrl), clock, { ...prepared, options });
        expect(run).toMatchObject({ outcome: "inconclusive", exitCode: 3, partial: true, ...expected });
        expect([failed(run), passed(run), run.suiteErrors]).toEqual([[], [], []]);
        expect(run.rootCause?.exchange).toBe(1);
        expect(run.exchanges.length).toBe(run.requests.total);
        expect(run.requests.total).toBeLessThanOrEqual(3);
      },
    );
  },
);

test("a service that refuses a missing key as it should, and serves no list and no create, is judged: exit 1", async () => {
  const withKey = ({ headers }: ServerRequest) =>
    headers.some(([name]) => name.toLowerCase() === "authorization");
  const run = await playOn(behind(() => (_, request) => (withKey(request) ? emptyResponse(500) : undefined)));
  expect(run).toMatchObject({ exitCode: 1, rootCause: { kind: "service-fails" } });
  expect(failed(run)).toContain("HTTP-2");
});

describe("a service that is gone from some request on", () => {
  const goneAfter = (last: number, back = Number.POSITIVE_INFINITY) =>
    playOn(behind(() => (nth) => (nth > last && nth < back ? page(502) : undefined)));

  test.each([1, 5, 20, 40])(
    "after %i: exit 3, and nothing of the outage is held against it",
    async (last) => {
      const run = await goneAfter(last);
      expect(run).toMatchObject({ exitCode: 3, reason: "outage", partial: true });
      expect(run.rootCause).toMatchObject({ kind: "service-gone", after: last });
      expect(failed(run)).toEqual([]);
    },
  );

  test("and is back when it is asked again is judged by every answer", async () => {
    const run = await goneAfter(20, 24);
    expect(run.rootCause).toBeUndefined();
    expect(run.exitCode).toBe(1);
    expect(failed(run)).toContain("HTTP-2");
  });

  test("keeps the failures from before", async () => {
    const noLabel = (response: ServerResponse) => ({ ...response, headers: [] });
    const serve: Served["serve"] = (options) =>
      inFrontOf(options, async (_, pass, nth) => (nth > 30 ? page(502) : noLabel(await pass())));
    const run = await playOn({ ...correct, serve });
    expect(run).toMatchObject({ exitCode: 1, reason: "outage", partial: true });
    expect(failed(run)).not.toContain("HTTP-2");
  });
});

test.each([
  ["HTTP-1 by a POST: it was accepted and lost", "POST", 1, "outage", ["HTTP-1"]],
  ["nothing by a GET, which may have met an idle connection that was closed", "GET", 3, "outage", []],
])(
  "a service whose process ends at a request, so that nothing listens any more, fails %s",
  async (_, ends, exitCode, reason, fails) => {
    const server = behind(() => (nth, { method }) => {
      if (nth > 20 && method === ends) throw new NoAnswer("exit");
      return undefined;
    });
    const run = await playOn(server);
    expect(run).toMatchObject({ exitCode, reason, rootCause: { kind: "service-gone" } });
    expect(failed(run)).toEqual(fails);
  },
);
