import { describe, expect, test } from "vitest";
import { expects200, playScene, step } from "#testing/run/sample-suites.ts";
import { stepRef } from "./case.ts";
import { largerBodyRemedy } from "./json-body.ts";

const [a, b] = [step("a"), step("b", { requires: [stepRef("a")] })];
const large = { body: `[${" ".repeat(70_000)}]` };
const play = (maxBodyBytes: number, checks = [expects200("A-1", a)]) =>
  playScene({ checks, replies: { a: large }, options: { maxBodyBytes } });

describe("a body beyond max-body", () => {
  test("leaves inconclusive what it was to show, and the option is named with twice the size", async () => {
    expect((await play(64_000)).verdict("A-1")).toMatchObject({
      verdict: "inconclusive",
      reason: { kind: "answer-too-large", size: "the body is larger than 64000 bytes" },
      remedy: { options: [{ option: "max-body", value: "128kB" }] },
    });
  });

  test("is read where the option allows it", async () => {
    expect((await play(128_000)).verdict("A-1").verdict).toBe("pass");
  });

  test("is the remedy of nothing else", async () => {
    const { verdict } = await playScene({
      checks: [expects200("A-1", a), expects200("B-1", b)],
      replies: { a: large, b: { failure: "reset" } },
      options: { maxBodyBytes: 64_000 },
    });
    expect(verdict("B-1")).toMatchObject({ verdict: "inconclusive", remedy: undefined });
  });

  test("has no remedy where more would not be kept, or may not be asked for", async () => {
    const { run } = await play(64_000);
    const exchange = run.exchanges.find(({ label }) => label === "a") ?? expect.fail("a was not sent");
    expect(largerBodyRemedy(exchange, { maxBodyBytes: 5_000_000 }, 8_000_000)).toEqual({
      options: [{ option: "max-body", value: "8MB" }],
    });
    expect(largerBodyRemedy(exchange, { maxBodyBytes: 8_000_000 }, 8_000_000)).toBeUndefined();
    expect(largerBodyRemedy(exchange, { maxBodyBytes: 64_000_000 })).toBeUndefined();
  });
});
