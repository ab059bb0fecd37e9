import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listening } from "../src/core/exchange/transport/listening.ts";
import { median } from "./processes.ts";

// What a proxy costs: client (wrk), proxy and target in processes of their own, the proxy recording or not.
// `node bench/proxy.ts`, after `npm run build`; wrk is in the package of that name of Debian and Homebrew.

const root = join(import.meta.dirname, "..");
const bin = join(root, "dist/src/cli/bin.js");
const key = "bench-key-2f6d81c04a";
const folder = mkdtempSync(join(tmpdir(), "bench-proxy-"));
const processes: ChildProcess[] = [];
const targets = {
  "the reference server": () =>
    started([bin, "serve", "--port", "0", "--plan", "none"], { PETSTORE_API_KEY: key }),
  "a server that answers at once": bareServer,
};

interface Served {
  readonly url: string;
  readonly pid: number;
}

try {
  for (const [name, start] of Object.entries(targets)) await compare(name, await start());
  await tellMemory(await bareServer());
  const requests = "GET /v1/pets HTTP/1.1\r\nHost: pets.example\r\n\r\n".repeat(100);
  await tellUnanswered("400,000 requests on one connection", requests, 4000, 1);
  const megabyte = `POST /v1/pets HTTP/1.1\r\nHost: pets.example\r\nContent-Length: 1000000\r\n\r\n${"x".repeat(1e6)}`;
  await tellUnanswered("600 bodies of 1 MB on one connection", megabyte, 600, 1);
  await tellUnanswered("600 bodies of 1 MB on 600 connections", megabyte, 1, 600);
} finally {
  for (const child of processes) child.kill();
  rmSync(folder, { recursive: true });
}

async function compare(name: string, target: Served): Promise<void> {
  // Each proxy writes a file of its own: they all run until the end.
  const recording = `${name.replaceAll(" ", "-")}.ndjson`;
  const ways = {
    direct: target,
    proxy: await proxy(target),
    "proxy --record": await proxy(target, recording),
    "proxy --record .zst": await proxy(target, `${recording}.zst`),
  };
  const rounds = 5;
  const figures = Object.keys(ways).map((way) => ({
    way,
    latencies: [] as number[],
    rates: [] as number[],
    cpus: [] as number[],
  }));
  for (const { url } of Object.values(ways)) wrk(url, 8, 2);
  // Turn by turn, so that a busy machine slows all.
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { url, pid }] of Object.values(ways).entries()) {
      figures[at]?.latencies.push(wrk(url, 1, 2).medianMs);
      const before = cpuMs(pid);
      const { count, perSecond } = wrk(url, 16, 3);
      figures[at]?.rates.push(perSecond);
      figures[at]?.cpus.push((cpuMs(pid) - before) / count);
    }
  const [direct] = figures.map(({ latencies, rates }) => ({ ms: median(latencies), rate: median(rates) }));
  process.stdout.write(`\n${name}, medians of ${rounds} rounds\n`);
  for (const { way, latencies, rates, cpus } of figures) {
    const added = median(latencies) - (direct?.ms ?? 0);
    const share = median(rates) / (direct?.rate ?? 1);
    process.stdout.write(
      `  ${way.padEnd(20)} ${median(latencies).toFixed(2)} ms at the median (+${added.toFixed(2)}), ${median(rates).toFixed(0)} a second (${(share * 100).toFixed(0)} %), ${(median(cpus) * 1000).toFixed(0)} µs of processor each\n`,
    );
  }
}

/** The proxy's memory while 100,000 exchanges pass and are recorded. */
async function tellMemory(target: Served): Promise<void> {
  const { url, pid } = await proxy(target, "memory.ndjson.gz");
  let passed = 0;
  for (const most of [10_000, 40_000, 70_000, 100_000]) {
    while (passed < most) passed += wrk(url, 16, 2).count;
    process.stdout.write(`resident after ${passed} exchanges: ${residentMb(pid).toFixed(0)} MB\n`);
  }
}

/** The proxy's memory while clients send what the target reads and never answers, until no more of it is taken. */
async function tellUnanswered(name: string, text: string, times: number, connections: number): Promise<void> {
  const silent = createServer((socket) => socket.on("error", () => undefined).resume());
  const host = await listening(silent, 0, "127.0.0.1");
  const { url, pid } = await proxy({ url: `http://${host}/v1`, pid: 0 });
  const before = residentMb(pid);
  let taken = 0;
  const clients = Array.from({ length: connections }, () => {
    const client = connect(Number(new URL(url).port), "127.0.0.1");
    const send = (left: number): void => {
      if (left === 0) return;
      client.write(text, () => {
        taken += 1;
        send(left - 1);
      });
    };
    send(times);
    return client.on("error", () => undefined);
  });
  for (let seen = -1; seen !== taken; ) {
    seen = taken;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
  const most = residentMb(pid, "VmHWM");
  process.stdout.write(
    `${name}, never answered: ${before.toFixed(0)} MB before, ${most.toFixed(0)} at most\n`,
  );
  for (const client of clients) client.destroy();
  silent.close();
}

function wrk(url: string, connections: number, seconds: number) {
  const { stdout, stderr, status } = spawnSync(
    "wrk",
    [
      "-t1",
      `-c${connections}`,
      `-d${seconds}s`,
      "--latency",
      "-H",
      `Authorization: Bearer ${key}`,
      `${url}/pets?limit=20`,
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`wrk: ${stderr || "is not installed"}`);
  const [, number = "", unit] = /50%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const medianMs = Number(number) * (unit === "us" ? 0.001 : unit === "s" ? 1000 : 1);
  const count = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const failed = /Socket errors|Non-2xx/.exec(stdout);
  if (failed !== null) throw new Error(stdout);
  return { medianMs, count, perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]) };
}

function bareServer(): Promise<Served> {
  const pets = Array.from({ length: 20 }, (_, id) => ({
    id,
    name: `Rex ${id}`,
    categoryId: 1,
    status: "sold",
  }));
  const code = `
    const body = ${JSON.stringify(JSON.stringify(pets))};
    const server = require("node:http").createServer((asked, answer) => answer.writeHead(200, { "Content-Type": "application/json" }).end(body));
    server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port + "/v1"));`;
  return started(["-e", code]);
}

function proxy(target: Served, record?: string): Promise<Served> {
  const recording = record === undefined ? [] : ["--record", join(folder, record)];
  return started([bin, "proxy", "--target", target.url, "--port", "0", "--quiet", ...recording]);
}

/** The first address that the process prints. */
async function started(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  processes.push(child);
  let text = "";
  for await (const chunk of child.stdout) {
    text += String(chunk);
    const [url] = /http:\/\/\S+\/v1/.exec(text) ?? [];
    if (url !== undefined && child.pid !== undefined) return { url, pid: child.pid };
  }
  throw new Error(`${args.join(" ")} ended: ${text}`);
}

/** The processor time of a process, on Linux: user and system, in ticks of 10 ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentMb(pid: number, field = "VmRSS"): number {
  const [, kilobytes] =
    new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1000;
}
