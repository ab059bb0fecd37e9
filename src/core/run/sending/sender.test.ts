import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import {
  expects200,
  type Played,
  playScene,
  type Replies,
  type Reply,
  rateFields,
  step,
  times,
} from "#testing/run/sample-suites.ts";

const a = step("a");
const post = step("a", { spec: { method: "POST" } });
const limited = (seconds: string): Reply => ({ status: 429, headers: { "Retry-After": seconds } });
const lost: Reply = { failure: "reset" };

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

describe("a request without an answer (ruling 26)", () => {
  test.each([
    ["a GET is sent once more", [lost], a, 2, "pass"],
    ["a GET is sent once more and only once", lost, a, 2, "inconclusive"],
    ["a GET that met a 429 before is still sent once more", [limited("1"), lost], a, 3, "pass"],
    ["a POST is never sent again", lost, post, 1, "inconclusive"],
  ] as const)("%s", async (_, replies, sent, count, verdict) => {
    const played = await answered(replies, sent);
    expect([times(played, "a"), played.verdict("A-1").verdict]).toEqual([count, verdict]);
  });

  test("the second sending names the one that it repeats", async () => {
    const { run } = await answered([lost]);
    const [first, again] = run.exchanges.filter((e) => e.label === "a");
    expect(again?.repeats).toBe(first?.id);
  });

  test.each(["no-descriptors", "no-ports", "no-memory", "name-not-found"] as const)(
    "for %s, which is this machine's lack, is not sent again, ends the run, and is held against nobody",
    async (failure) => {
      const played = await answered({ failure }, post);
      expect(times(played, "a")).toBe(1);
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

  test("many of them do not end it where the list is still served", async () => {
    const { run, received } = await withManyLost({});
    expect(received.filter(({ label }) => label.startsWith("lost"))).toHaveLength(40);
    expect(run.partial).toBe(false);
  });

  test("many of them end it where the list is lost, too", async () => {
    const { run } = await withManyLost((nth) => (nth === 1 ? {} : lost));
    expect(run).toMatchObject({ partial: true, rootCause: { kind: "stopped-answering" } });
  });
});

describe("a 429", () => {
  test("is repeated after its Retry-After, and nothing is judged on it", async () => {
    const played = await answered([limited("7")]);
    expect(played.received.filter((r) => r.label === "a").map((r) => r.atMs)).toEqual([0, 7000]);
    expect(played.verdict("A-1").verdict).toBe("pass");
  });

  test("holds every other request back until its Retry-After", async () => {
    const others = ["b", "c", "d"].map((label) => step(label));
    const { received } = await playScene({
      steps: others,
      checks: [expects200("A-1", a, ...others)],
      replies: { a: [limited("9")] },
      options: { concurrency: 1 },
    });
    expect(received.filter((r) => r.atMs > 0 && r.atMs < 9000)).toEqual([]);
    expect(received).toHaveLength(6);
  });

  test("is repeated where it is the page of a gateway, which a list never is", async () => {
    const page: Reply = { status: 429, headers: { "Content-Type": "text/html" }, body: "<h1>429</h1>" };
    const list = step("list again", { spec: { path: "/pets" } });
    const played = await playScene({ checks: [expects200("A-1", list)], replies: { pets: [page] } });
    expect([times(played, "pets"), played.verdict("A-1").verdict]).toEqual([2, "pass"]);
  });

  test("is repeated for a POST too, which was not carried out", async () => {
    const played = await answered([limited("1")], post);
    expect(times(played, "a")).toBe(2);
  });

  test("after a handful of waits in a row ends the run as rate-limited, and decides nothing", async () => {
    const played = await answered(limited("1"));
    expect(times(played, "a")).toBeGreaterThan(3);
    expect(times(played, "a")).toBeLessThan(10);
    expect(played.verdict("A-1").verdict).toBe("inconclusive");
    expect(played.run).toMatchObject({ exitCode: 3, reason: "rate-limited", partial: true });
  });

  test("to many requests that were in flight together is one wait, however quick the target is", async () => {
    const steps = ["a", "b", "c", "d", "e", "f"].map((label) => step(label));
    const played = await playScene({
      checks: [expects200("A-1", ...steps)],
      replies: Object.fromEntries(steps.map((s) => [s.label, [limited("1")]])),
    });
    expect(steps.map((s) => times(played, s.label))).toEqual([2, 2, 2, 2, 2, 2]);
    expect(played.run).toMatchObject({ exitCode: 0, partial: false });
  });

  test("is repeated before anything that was not sent yet", async () => {
    const steps = ["a", "b", "c"].map((label) => step(label));
    const { received } = await playScene({
      checks: [expects200("A-1", ...steps)],
      replies: { a: [limited("1")] },
      options: { concurrency: 1 },
    });
    expect(received.map((r) => r.label)).toEqual(["list", "a", "a", "b", "c"]);
  });

  test("that asks for more than max-wait ends the run with nothing more sent", async () => {
    const played = await answered(limited("3600"));
    expect(times(played, "a")).toBe(1);
    expect(played.run).toMatchObject({ exitCode: 3, reason: "rate-limited" });
  });

  test("to everything ends the run as soon, however many steps wait", async () => {
    const labels = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const refusing = async (steps: readonly string[]) => {
      const { received } = await playScene({
        checks: [expects200("A-1", ...steps.map((label) => step(label)))],
        replies: Object.fromEntries(steps.map((label) => [label, limited("1")])),
        options: { concurrency: 1 },
      });
      return received.length;
    };
    expect(await refusing(labels)).toBe(await refusing(labels.slice(0, 1)));
  });
});

test("an answer in place of the service is re-checked, although it says itself that few requests are left", async () => {
  const served: Reply = { headers: rateFields(60, 50, 60) };
  const first = step("first", { spec: { path: "/pets" } });
  const again = step("again", { spec: { path: "/pets" }, requires: [first] });
  const later = step("later", { requires: [again] });
  const played = await playScene({
    checks: [expects200("A-1", first, again, later)],
    replies: { pets: [served, { status: 503, headers: rateFields(60, 5, 60) }, served] },
  });
  expect([times(played, "later"), played.run.partial]).toEqual([1, false]);
});
