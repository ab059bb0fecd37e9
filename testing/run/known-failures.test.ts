import { expect, test } from "vitest";
import { createVirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { playServer } from "#proof/play.ts";
import { excuse } from "#report/compare/known-failures.ts";
import { outcomeSentence } from "#report/reach.ts";
import { createLaxServer } from "#testing/reference-server/lax-servers.ts";
import { playOn, prepared, serverOf } from "../proof/bed.ts";
import { noSecrets, printed } from "../report/sample-run.ts";

const policy = { required: [], strict: false, redact: noSecrets.redact };

test.each([
  // All that writes, and reads of its pets.
  ["creates-nothing", 30, 10],
  ["created-without-id", 30, 10],
  // Nearly all: without a create, no list has a pet.
  ["create-500", 0, 35],
  // All that looks into a list.
  ["list-wrapped", 30, 25],
  ["got-id-as-text", 30, 4],
  ["refusal-cached-by-address", 30, 1],
])(
  "a server that is known to be %s, with %d pets, passes the gate until the day, and what hangs on it is named",
  async (id, seedPets, least) => {
    const server = serverOf(id);
    const whole = await playOn({ ...server, stage: { ...server.stage, seedPets } });
    expect(whole.exitCode).toBe(1);
    const entries = whole.verdicts
      .filter(({ verdict, level }) => verdict === "fail" && level === "must")
      .map((one) => ({ requirement: one.id, reason: "the old gateway", until: "2030-06-30" }));
    const run = excuse(whole, entries, policy).run;
    expect([run.outcome, run.exitCode]).toEqual(["conforming", 0]);
    const hanging = run.verdicts.filter(({ hangsOn }) => hangsOn !== undefined);
    expect(hanging.length).toBeGreaterThanOrEqual(least);
    expect(outcomeSentence(run)).toMatch(/\d+ not judged because of known failures/);
    expect(run.notes.join("\n")).toMatch(/^\d+ requirements? depends? on .*, excused until 2030-06-30: /m);
  },
);

test("evidence that was lost is excused by nothing", async () => {
  const whole = await playOn("creates-nothing", { maxRequests: 30 });
  const entries = [{ requirement: "CREATE-1", reason: "the old gateway", until: "2030-06-30" }];
  expect(excuse(whole, entries, policy).run.exitCode).toBe(3);
});

test("what only warns takes one line, unless the warning makes the run fail", async () => {
  const text = async (strict: boolean) => printed(await playOn("deprecation-true", { strict }));
  const short = await text(false);
  expect(short).toMatch(/^! DEPR-2 send-deprecation-header.*\n\n/);
  expect(short).not.toContain("how to fix");
  expect(await text(true)).toContain("how to fix");
});

test("a server that accepts everything is reported in less than 80 lines", async () => {
  const clock = createVirtualClock(Date.parse("2026-03-04T05:06:07Z"));
  const server = createLaxServer({ title: "accepts every body, and any key", open: true }, clock);
  const run = await playServer(server, new URL("https://reference.localhost/v1"), clock, prepared);
  expect(run.causes.length).toBeGreaterThan(5);
  const text = printed(run);
  expect(text.trimEnd().split("\n").length, text).toBeLessThan(80);
});
