import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request as startRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { examine } from "../src/exam.ts";

// `node bench/exam.ts`: 200 exams at the same time in this process, and the exam under clients that do all they can to it:
// how long it takes to end, what it says, and its memory.

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const root = join(import.meta.dirname, "..");

/** The most memory that a process has had, in MB. */
function peakOf(pid: number | "self"): number {
  const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

async function manyExams(count: number): Promise<string> {
  const startedMs = performance.now();
  const client = async ({ url, key }: { readonly url: string; readonly key: string }) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    // Not fetch: it keeps what it knows of each of 7,600 origins.
    const ask = (path: string, body?: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const method = body === undefined ? "GET" : "POST";
        const sent = startRequest(`${url}${path}`, { method, headers, agent: false }, async (answer) => {
          let text = "";
          for await (const chunk of answer) text += String(chunk);
          if ((answer.statusCode ?? 500) < 300) resolve(text);
          else reject(new Error(`status ${answer.statusCode}`));
        });
        sent.on("error", reject);
        sent.end(body);
      });
    await ask("/pets?limit=5");
    const [, id] = /"id":(\d+)/.exec(await ask("/pets", '{"name":"Rex","categoryId":1}')) ?? [];
    await ask(`/pets/${id}`);
  };
  const reports = await Promise.all(
    Array.from({ length: count }, () => examine(client, { concurrency: 1, timeoutSeconds: 600 })),
  );
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const sessions = reports.reduce((sum, report) => sum + report.sessions.length, 0);
  const outcomes = [...new Set(reports.map(({ outcome, exitCode }) => `${outcome} (${exitCode})`))];
  return `${count} exams at the same time, ${sessions} sessions: ${seconds} s, ${peakOf("self")} MB, ${outcomes.join(", ")}`;
}

type Hostile = (port: number, key: string) => () => void;

const request = (key: string): string =>
  `GET /v1/pets?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;

function keepOpen(port: number, onOpen: (socket: ReturnType<typeof connect>) => void): () => void {
  let isOver = false;
  const open = () => {
    if (isOver) return;
    const socket = connect(port, "127.0.0.1", () => onOpen(socket));
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    socket.on("close", () => setTimeout(open, 20));
  };
  open();
  return () => {
    isOver = true;
  };
}

const hostile: Readonly<Record<string, Hostile>> = {
  "10,000 requests a second": (port, key) => {
    const stops = Array.from({ length: 10 }, () =>
      keepOpen(port, (socket) => {
        const timer = setInterval(() => socket.write(request(key).repeat(20)), 20);
        socket.on("close", () => clearInterval(timer));
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  },
  "never stops, 50 requests a second": (port, key) =>
    keepOpen(port, (socket) => {
      const timer = setInterval(() => socket.write(request(key)), 20);
      socket.on("close", () => clearInterval(timer));
    }),
  "bodies of 1 GB": (port, key) =>
    keepOpen(port, (socket) => {
      socket.write(
        `POST /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${1 << 30}\r\n\r\n`,
      );
      const block = Buffer.alloc(1 << 20, 0x20);
      const more = (): void => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on("drain", more);
      more();
    }),
  "TLS to the plain port": (port) =>
    keepOpen(port, (socket) => socket.write(Buffer.from("16030102000100fc0303", "hex"))),
  "half a request, on 1,000 connections": (port) => {
    const stops = Array.from({ length: 1000 }, () =>
      keepOpen(port, (socket) => socket.write("GET /v1/pets HTTP/1.1\r\nX: ")),
    );
    return () => {
      for (const stop of stops) stop();
    };
  },
};

async function underAttack(name: string, attack: Hostile): Promise<string> {
  const child = spawn(
    process.execPath,
    ["src/cli/bin.js", "exam", "--port", "0", "--idle", "5", "--for", "20", "--no-color"],
    { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
  );
  let text = "";
  let stop: () => void = () => undefined;
  let startedMs = 0;
  let peak = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    const [, port, key] =
      /listens on http:\/\/127\.0\.0\.1:(\d+)\/v1\n.*PETSTORE_API_KEY=(\S+)/.exec(text) ?? [];
    if (startedMs > 0 || port === undefined || key === undefined) return;
    startedMs = performance.now();
    stop = attack(Number(port), key);
  });
  const watch = setInterval(() => {
    try {
      peak = Math.max(peak, peakOf(child.pid ?? 0));
    } catch {
      // It has just ended.
    }
  }, 50);
  const code = await new Promise<number | null>((resolve) => child.on("exit", resolve));
  clearInterval(watch);
  stop();
  const said = text.split("\n").filter((line) => /^(?:note|\w*-?conforming|inconclusive)/.test(line));
  return `${name}: ended after ${((performance.now() - startedMs) / 1000).toFixed(1)} s with exit code ${code}, ${peak} MB; ${said.join(" | ")}`;
}

const [only] = process.argv.slice(2);
for (const [name, attack] of Object.entries(hostile))
  if (only === undefined || name.includes(only)) print(await underAttack(name, attack));
if (only === undefined || only === "200") print(await manyExams(200));
process.exit(0);
