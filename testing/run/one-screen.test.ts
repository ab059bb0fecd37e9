import { expect, test } from "vitest";
import { createVirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { playServer } from "#proof/play.ts";
import { playOn, prepared } from "#testing/proof/bed.ts";
import { createLaxServer } from "#testing/reference-server/lax-servers.ts";
import { printed } from "#testing/report/printed.ts";

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
