import { type ChildProcess, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { sampleAnswer, sampleRequest } from "#testing/exam/sample-session.ts";
import { recordedClients } from "./exam-recording.ts";
import { reportOf } from "./exam-report.ts";
import { ClientProcesses, RunningCommand } from "./run-client.ts";
import { createTlsIdentity } from "./tls-certificate.ts";

const isLinux = process.platform === "linux";

/** Starts a shell as an exam does, and gives the pids that it prints. */
async function started(script: string, processes: ClientProcesses, count: number) {
  const child = spawn("/bin/sh", ["-c", script], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...processes.env },
  });
  if (child.pid !== undefined) processes.started(child.pid);
  const pids: number[] = [];
  for await (const line of createInterface(child.stdout)) {
    pids.push(Number(line));
    if (pids.length === count) break;
  }
  await exitOf(child);
  return pids;
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** What has ended may be listed until its parent collects it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isLinux || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const sleeper = "sleep 600 >/dev/null";

test.runIf(isLinux)(
  "ends what runs in the background, in a session of its own, and after its parent",
  async () => {
    const processes = new ClientProcesses();
    const script = `
    ${sleeper} & echo $!
    setsid sh -c 'echo $$; exec ${sleeper}' &
    (setsid sh -c '(sh -c "echo \\$\\$; exec ${sleeper}" &) &' &)
    sleep 600 >/dev/null & wait_for=$!; echo $wait_for
  `;
    const pids = await started(script, processes, 4);
    const left = await processes.end();
    expect(left.map(({ pid }) => pid)).toEqual(expect.arrayContaining(pids));
    expect(left.filter((one) => one.isRunning)).toEqual([]);
    expect(pids.filter(isRunning)).toEqual([]);
  },
);

test.runIf(isLinux)("ends no process that it did not start", async () => {
  const other = new ClientProcesses();
  const [bystander = 0] = await started(`${sleeper} & echo $!`, other, 1);
  const processes = new ClientProcesses();
  await started("echo 1", processes, 1);
  expect(await processes.end()).toEqual([]);
  expect(isRunning(bystander)).toBe(true);
  expect((await other.end()).map(({ pid }) => pid)).toEqual([bystander]);
});

test.skipIf(process.platform === "win32")("a command has ended when what it left behind has", async () => {
  const command = "sleep 600 & echo left $! {url}";
  const client = new RunningCommand({
    command,
    placeholders: { url: "here" },
    folder: "/",
    env: process.env,
  });
  const { end, output, leftBehind } = await client.ended;
  expect(end).toEqual({ kind: "exited", code: 0 });
  const [, pid = ""] = /^left (\d+) here\n$/.exec(output ?? "") ?? [];
  expect(isRunning(Number(pid))).toBe(false);
  if (isLinux) expect(leftBehind).toEqual([{ pid: Number(pid), name: "sleep", isRunning: false }]);
});

test("a command that is stopped has ended, with all that it started", async () => {
  const command = "sleep 600 & sleep 600";
  const client = new RunningCommand({ command, placeholders: {}, folder: "/", env: process.env });
  client.stop("hangs");
  expect(await client.ended).toEqual({ end: { kind: "ended", why: "hangs" }, output: "" });
});

const prepared = await prepareExam(undefined);
const startMs = Date.parse("2026-03-04T05:06:07Z");

function exchange(afterMs: number, target: string, status: number, given: Partial<WireExchange> = {}) {
  const sentAtMs = startMs + afterMs;
  return {
    ...sampleRequest({ target, headers: [["Authorization", "Bearer {key 1}"]] }),
    ...{ sentAtMs, endedAtMs: sentAtMs + 10 },
    outcome: sampleAnswer(status, "", status === 429 ? [["Retry-After", "2"]] : []),
    ...given,
  };
}

async function judged(...exchanges: readonly WireExchange[]) {
  async function* traffic() {
    yield* exchanges;
  }
  const clients = await recordedClients(traffic());
  const report = reportOf({
    ...{ ...prepared, ...clients },
    source: { kind: "recording", file: "traffic.ndjson" },
    ...{ startedAtMs: startMs, endedAtMs: startMs, strict: false, interrupted: false },
  });
  const ids = (kind: string) => report.verdicts.filter(({ verdict }) => verdict === kind).map(({ id }) => id);
  return { report, failed: ids("fail"), passed: ids("pass") };
}

test("a client that comes back too early is found, and which one of two", async () => {
  const other = { headers: [["Authorization", "Bearer {key 2}"] as const] };
  const { failed, report } = await judged(
    exchange(0, "/pets?limit=5", 429),
    exchange(300, "/pets?limit=9", 200, other),
    exchange(1_000, "/pets?limit=5", 429),
  );
  expect(failed).toEqual(["CLIENT-4"]);
  expect(report.verdicts[3]?.findings).toMatchObject([
    { exchange: 3, seen: "GET /pets?limit=5 after 990 ms" },
  ]);
});

test("a client that waits passes, and requests that were under way are left out", async () => {
  const { failed, passed } = await judged(
    exchange(0, "/pets?limit=5", 429, { endedAtMs: startMs + 80 }),
    exchange(20, "/pets?limit=6", 429, { endedAtMs: startMs + 80 }),
    exchange(95, "/pets?limit=7", 429),
    ...[5, 6, 7].map((limit) => exchange(1_700 + 100 * limit, `/pets?limit=${limit}`, 200)),
  );
  expect(failed).toEqual([]);
  expect(passed).toContain("CLIENT-4");
});

test("the key in a URL is found by its placeholder", async () => {
  const { failed } = await judged(exchange(0, "/pets?limit=5&token=%7Bkey%201%7D", 200));
  expect(failed).toEqual(["CLIENT-2", "CLIENT-10"]);
});

test("another secret is not the key", async () => {
  const headers = [["Authorization", "Bearer {key 1}"] as const, ["Cookie", "theme={key 2}"] as const];
  expect((await judged(exchange(0, "/pets", 200, { headers }))).failed).toEqual([]);
});

test("what has no times or no header lines is left out, and said to be", async () => {
  const { report } = await judged(
    exchange(0, "/pets", 200, { sentAtMs: undefined }),
    exchange(0, "/pets", 200, { unrecorded: "headers" }),
    exchange(0, "/pets", 200, { headers: [["Authorization", "[REDACTED]"]] }),
  );
  expect(report).toMatchObject({ outcome: "inconclusive" });
  expect(report.notes.slice(0, 3)).toEqual([
    "the recording holds no request",
    "2 requests left out: their header lines, or what they authenticate with, were not recorded",
    "1 request left out: their times were not recorded",
  ]);
});

test("a create or a list whose body was not recorded shows nothing of its body", async () => {
  const label = ["Content-Type", "application/json"] as const;
  const headers = [["Authorization", "Bearer {key 1}"] as const, label];
  const { report } = await judged(
    exchange(0, "/pets", 201, { method: "POST", headers, body: undefined }),
    exchange(500, "/pets", 200, { body: undefined }),
  );
  expect(report.verdicts.find(({ id }) => id === "CLIENT-13")).toMatchObject({ verdict: "untested" });
});

test("a redirect shows nothing: what was sent elsewhere is not in the recording", async () => {
  const { report } = await judged(exchange(0, "/pets", 307), exchange(500, "/pets?limit=2", 200));
  expect(report.verdicts[2]).toMatchObject({ id: "CLIENT-3", verdict: "untested" });
});

const nowMs = Date.now();
const hosts = ["localhost", "127.0.0.1", "::1", "2001:db8::1:0:0:2"];
const cert = new X509Certificate(createTlsIdentity(hosts, nowMs).cert);

test("the certificate is for its names and addresses, for a day at most, and issues no other", () => {
  expect([cert.ca, cert.verify(cert.publicKey)]).toEqual([false, true]);
  const addresses = hosts.slice(1);
  expect([...addresses, "127.0.0.2"].map((ip) => cert.checkIP(ip))).toEqual([...addresses, undefined]);
  expect([cert.checkHost("localhost"), cert.checkHost("example.com")]).toEqual(["localhost", undefined]);
  expect(cert.validFromDate.getTime()).toBe(Math.floor((nowMs - 300_000) / 1000) * 1000);
  const heldMs = cert.validToDate.getTime() - nowMs;
  expect(Math.abs(heldMs - 24 * 3_600_000)).toBeLessThan(60_000);
});
