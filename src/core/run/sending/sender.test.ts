import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import type { WholeExchange } from "#core/exchange/exchange.ts";
import { instead } from "#reference-server/fault-parts.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import { correct, playOn } from "#testing/proof/bed.ts";
import {
  expects200,
  type Played,
  playScene,
  type Replies,
  type Reply,
  step,
} from "#testing/run/sample-suites.ts";
import type { RunOptions } from "../options.ts";
import type { RenewKey } from "./key-renewal.ts";

const a = step("a");
const post = step("a", { spec: { method: "POST" } });
const limited = (seconds: string): Reply => ({ status: 429, headers: { "Retry-After": seconds } });
const lost: Reply = { failure: "reset" };
const failing: Reply = { status: 500 };

/** A run of the list and one more request, which the target answers in this way. */
const answered = (replies: Replies, sent = a): Promise<Played> =>
  playScene({ checks: [expects200("A-1", sent)], replies: { a: replies } });

/** A run of the list and twenty requests that get no answer. */
function withManyLost(list: Replies): Promise<Played> {
  const many = Array.from({ length: 20 }, (_, n) => step(`lost-${n}`));
  const replies: Record<string, Replies> = { list };
  for (const { label } of many) replies[label] = lost;
  return playScene({ checks: [expects200("A-1", ...many)], replies });
}

describe("a request without an answer that can be judged (rulings 25, 26)", () => {
  test.each([
    ["a GET is sent once more", [lost], a, 2, "pass"],
    ["a GET is sent once more and only once", lost, a, 2, "inconclusive"],
    ["a GET that met a 429 before is still sent once more", [limited("1"), lost], a, 3, "pass"],
    ["a POST is never sent again", lost, post, 1, "inconclusive"],
    // What is answered 5xx is sent once more, and judged on that answer (ruling 25).
    ["a read that fails is sent once more, and judged on that answer", [failing], a, 2, "pass"],
    ["a read that fails is sent once more and only once", failing, a, 2, "fail"],
    ["a read that fails is sent once more, though it was lost before", [lost, failing], a, 3, "pass"],
  ] as const)("%s", async (_, replies, sent, count, verdict) => {
    const played = await answered(replies, sent);
    expect([played.times("a"), played.verdict("A-1").verdict]).toEqual([count, verdict]);
  });

  test.each(["no-descriptors", "no-ports", "no-memory", "name-not-found"] as const)(
    "for %s, which is this machine's lack, is not sent again, ends the run, and is held against nobody",
    async (failure) => {
      const played = await answered({ failure }, post);
      expect(played.times("a")).toBe(1);
      expect(played.verdict("A-1").verdict).toBe("inconclusive");
      expect(played.run).toMatchObject({ exitCode: 3, reason: "own-machine", partial: true });
      expect(played.run.rootCause).toMatchObject({ kind: "own-machine", failureKind: failure });
    },
  );

  test("it does not end the run", async () => {
    const b = step("b", { requires: [stepRef("a")] });
    const played = await playScene({ checks: [expects200("B-1", b)], steps: [a], replies: { a: lost } });
    expect(played.verdict("B-1").verdict).toBe("pass");
    expect(played.run.partial).toBe(false);
  });

  test("many of them end the run where the list is lost, too, and not where it is still served", async () => {
    expect((await withManyLost({})).run.partial).toBe(false);
    const { run } = await withManyLost((nth) => (nth === 1 ? {} : lost));
    expect(run).toMatchObject({ partial: true, rootCause: { kind: "stopped-answering" } });
  });
});

describe("a 429", () => {
  test("is repeated where it is the page of a gateway, which a list never is", async () => {
    const page: Reply = { status: 429, headers: { "Content-Type": "text/html" }, body: "<h1>429</h1>" };
    const list = step("list again", { spec: { path: "/pets" } });
    const played = await playScene({ checks: [expects200("A-1", list)], replies: { pets: [page] } });
    expect([played.times("pets"), played.verdict("A-1").verdict]).toEqual([2, "pass"]);
  });

  test("that asks for more than max-wait ends the run with nothing more sent", async () => {
    const played = await answered(limited("3600"));
    expect(played.times("a")).toBe(1);
    expect(played.run).toMatchObject({ exitCode: 3, reason: "rate-limited" });
  });
});

test("nothing is sent again once six requests were answered 5xx twice", async () => {
  const steps = Array.from({ length: 9 }, (_, n) => step(`b-${n}`));
  const replies = Object.fromEntries(steps.map(({ label }) => [label, failing]));
  const checks = [expects200("A-1", ...steps)];
  const { run } = await playScene({ checks, replies, options: { concurrency: 1 } });
  const sent = steps.map(({ label }) => run.exchanges.filter((e) => e.label === label).length);
  expect(sent.toSorted()).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 2]);
});

// Ruling 31: a valid key that is refused in mid-run, five times in a row.

const steps = ["a", "b", "c", "d", "e", "f", "g", "h"].map((label) => step(label));
const refused: Reply = { status: 401 };

/** Eight requests, one after another; the key is refused from the second on, and by the list as `list` says. */
const revoked = (list: Replies, concurrency = 1): Promise<Played> =>
  playScene({
    checks: [
      expects200("A-1", ...steps.slice(0, 1)),
      expects200("B-1", ...steps.slice(1, 2)),
      expects200("C-1", ...steps.slice(2)),
    ],
    replies: { list, ...Object.fromEntries(steps.slice(1).map((s) => [s.label, refused])) },
    options: { concurrency },
  });

const served: Reply = {};

describe("a key that no longer lists", () => {
  test("ends the run as one cause, which leaves inconclusive what it took with it", async () => {
    const { run, labels, verdicts } = await revoked([served, refused, refused]);
    // After five refusals, before anything else goes out.
    expect(labels.join(" ")).toBe("list a b c d e f list list");
    const rootCause = { kind: "key-stopped", after: 2 };
    expect(run).toMatchObject({ exitCode: 3, reason: "key-stopped", partial: true, rootCause });
    expect(verdicts("A-1", "B-1", "C-1")).toEqual(["pass", "inconclusive", "inconclusive"]);
  });

  test("is asked about by the preflight's list, alone", async () => {
    const { run } = await revoked([served, refused, refused], 6);
    const again = run.exchanges.find((e) => e.label === "the key again");
    expect(again).toMatchObject({ inFlight: 1, request: { path: "/list" } });
  });

  test("is asked about after fewer where nothing else is left to send", async () => {
    const played = await playScene({
      checks: [expects200("A-1", step("a"))],
      replies: { list: [served, refused, refused], a: refused },
    });
    expect([played.run.reason, played.verdict("A-1").verdict]).toEqual(["key-stopped", "inconclusive"]);
  });
});

test("a key that is refused for a moment only is judged on its refusals, and the run goes on", async () => {
  const played = await revoked([served, refused]);
  expect(played.labels.join(" ")).toMatch(/^list a b c d e f list list g h/);
  expect(played.verdict("B-1").verdict).toBe("fail");
  expect(played.run.partial).toBe(false);
});

test("a refusal without the key never asks about it", async () => {
  const noKey = step("a", { spec: { credential: { kind: "none" } } });
  const played = await answered(refused, noKey);
  expect(played.times("list")).toBe(1);
});

describe("an operation that hangs", async () => {
  /** The requests that read a pet by id, where some of them get no answer. */
  async function readsWhereSilent(isMet: () => boolean, options: Partial<RunOptions> = {}) {
    const hooks = instead("getPet", () => {
      if (isMet()) throw new NoAnswer("silence");
      return undefined;
    });
    const { exchanges } = await playOn({ ...correct, hooks, stage: { plan: "none" } }, options);
    return exchanges.filter(({ request, experiment }) => request.path.startsWith("/pets/") && !experiment);
  }

  const labelsOf = (reads: readonly WholeExchange[]) => new Set(reads.map(({ label }) => label));
  const all = labelsOf(await readsWhereSilent(() => false));

  test("where reads hang, as many are sent as show it, and not one each ten seconds", async () => {
    const sent = labelsOf(await readsWhereSilent(() => true));
    expect(all.size).toBeGreaterThan(30);
    expect(sent.size).toBeLessThan(all.size / 2);
  });

  test("where one is answered, all like it are sent", async () => {
    let reads = 0;
    const flaky = labelsOf(await readsWhereSilent(() => reads++ % 2 === 0));
    expect(all.difference(flaky)).toEqual(new Set());
  });

  test("each round finds out anew", async () => {
    const reads = await readsWhereSilent(() => true, { rounds: 2 });
    expect(reads.some(({ round, label }) => round === 2 && label === "get a listed pet")).toBe(true);
  });
});

describe("key renewal", () => {
  const expired: Reply = {
    status: 401,
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token", error_description="The token expired"' },
  };
  const steps = ["a", "b", "c"].map((label) => step(label));
  const checks = steps.map((one) => expects200(`${one.label.toUpperCase()}-1`, one));

  const played = (replies: Readonly<Record<string, Replies>>, renewKey?: RenewKey, options = {}) =>
    playScene({ checks, replies, options, input: { renewKey } });

  /** Gives another key each time. */
  function keys() {
    let made = 0;
    const renew = async () => `key-number-${++made}`;
    return { renew, made: () => made };
  }

  test("a request that is refused for an expired key is sent again with another, and the refusal is not judged", async () => {
    const { renew, made } = keys();
    const { run, received, verdicts } = await played({ b: [expired, {}] }, renew);
    expect(verdicts("A-1", "B-1", "C-1")).toEqual(Array(3).fill("pass"));
    expect([made(), run.exitCode]).toEqual([1, 0]);
    // The sample target knows the first key alone.
    expect(received.filter(({ label }) => label === "b").map(({ key }) => key)).toEqual([true, false]);
  });

  test("what was in flight with the former key is sent again without asking for a third", async () => {
    const { renew, made } = keys();
    const { run } = await played({ a: [expired, {}], b: [expired, {}], c: [expired, {}] }, renew, {
      concurrency: 3,
    });
    expect([made(), run.exitCode]).toEqual([1, 0]);
  });

  test.each<[string, RenewKey | undefined]>([
    ["nothing gives another", undefined],
    ["the same key comes again", async () => "the-key"],
    ["the command fails", () => Promise.reject(new Error("no"))],
  ])("where %s, the refusal is one", async (_, renewKey) => {
    const { run } = await played(
      { list: [{}, expired, expired, expired, expired], b: expired, c: expired },
      renewKey,
    );
    expect(run.rootCause).toMatchObject({ kind: "key-stopped", hasExpired: true });
  });

  test("a service that says of every key that it expired is asked a bounded number of times", async () => {
    const { renew, made } = keys();
    const { run } = await played({ b: () => expired }, renew);
    expect(made()).toBe(100);
    expect(run.exitCode).not.toBe(0);
  });

  test("a 401 that does not name expiry is no reason to renew", async () => {
    const { renew, made } = keys();
    await played({ b: { status: 401 } }, renew);
    expect(made()).toBe(0);
  });
});
