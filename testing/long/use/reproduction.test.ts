import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createVirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { playServer } from "#proof/play.ts";
import { correctHooks } from "#reference-server/hooks/hooks.ts";
import { listen } from "#reference-server/listen.ts";
import { createReferenceServer } from "#reference-server/server.ts";
import { commandLines } from "#report/console/console-finding.ts";
import { reproductionOf } from "#report/reproduction.ts";
import { prepared, serverOf } from "#testing/proof/bed.ts";

// The commands of a cause, run by bash and curl as they are printed, on a server that knows nothing of the run.

const key = "reproduced-key-5f2c9a7d41";

/** What the commands of the first cause print. */
async function reproduced(fault: string): Promise<string> {
  const { hooks, stage } = serverOf(fault);
  const server = (now: () => number) =>
    createReferenceServer({ plan: "business", ...stage, now, keys: [key], hooks: hooks(correctHooks) });
  const listening = await listen(server(Date.now), { port: 0 });
  const clock = createVirtualClock(Date.now());
  const run = await playServer(server(clock.now), new URL(listening.url), clock, {
    ...prepared,
    key,
    options: { consistencyWaitMs: 0 },
  });
  const [cause = expect.fail(`nothing fails on ${fault}`)] = run.causes;
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const commands = reproductionOf(cause.finding, exchanges, { ...run, target: listening.url });
  const bash = spawn("bash", ["--norc"], { env: { PATH: process.env.PATH, PETSTORE_API_KEY: key } });
  bash.stdin.end(`${commands.flatMap((command) => commandLines(command, 80)).join("\n")}\n`);
  const [out] = await Promise.all([text(bash.stdout), text(bash.stderr)]);
  await listening.close();
  return out;
}

/** The id that the shell variable has, and the one that the last answer shows. */
const carried = (out: string) => /^PET=([0-9]+)$/m.exec(out)?.[1] ?? "none";
const shown = (out: string) => /"id": ?([0-9]+)/.exec(out)?.[1];

test.each<[fault: string, isSeen: (out: string) => boolean]>([
  ["unprocessable", (out) => out.startsWith("HTTP/1.1 422 ")],
  ["create-without-key", (out) => /^HTTP\/1\.1 (?!401)/.test(out)],
  ["unfiltered-category-as-double", (out) => out.includes('"categoryId":9007199254740992')],
  ["client-id-overwrites", (out) => shown(out) === carried(out)],
  ["got-the-first", (out) => / 200 OK/.test(out) && carried(out) !== "none" && shown(out) !== carried(out)],
  ["ids-as-doubles", (out) => carried(out) !== "none" && out.includes("HTTP/1.1 404")],
  ["no-challenge-for-wrong-key", (out) => out.includes(" 401 ") && !/www-authenticate/i.test(out)],
  ["limit-ignored", (out) => (out.match(/"id"/g)?.length ?? 0) > 1],
  ["reset-in-milliseconds", (out) => /^x-ratelimit-reset: [0-9]{13}\r$/im.test(out)],
  ["never-enforced", (out) => (out.match(/^200$/gm)?.length ?? 0) >= 60 && / 200 OK/.test(out)],
])("%s: the commands show what the run saw", async (fault, isSeen) => {
  const out = await reproduced(fault);
  expect(isSeen(out), out.slice(0, 2_000)).toBe(true);
});
