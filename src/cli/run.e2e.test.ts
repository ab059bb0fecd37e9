import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const bin = new URL("./bin.js", import.meta.url).pathname;

let folder = "";
let server: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "run-"));
});
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
  rmSync(folder, { recursive: true });
});

async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(answer ?? (() => undefined)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`;
}

const env = { PATH: process.env.PATH ?? "", PETSTORE_API_KEY: "s3cret-k3y-of-the-tests" };

function start(args: readonly string[]) {
  const child = spawn(process.execPath, [bin, "run", ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", err: "" };
  child.stdout.on("data", (piece) => {
    printed.out += piece;
  });
  child.stderr.on("data", (piece) => {
    printed.err += piece;
  });
  return { child, ended: once(child, "close").then(([code]) => ({ code, ...printed })) };
}

const report = () => JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));

test("an unreachable target is one cause on top, exit code 3 and a report that says so", async () => {
  const address = await listen(() => undefined);
  server?.close();
  const { code, out } = await start([address, "--report", "json=report.json"]).ended;
  expect(code).toBe(3);
  expect(out).toMatch(/^✗ Likely cause: the target could not be reached/);
  expect(report()).toMatchObject({
    outcome: "inconclusive",
    exitCode: 3,
    reason: "unreachable",
    partial: true,
    complete: true,
  });
});

test("Ctrl-C keeps what was found: a partial report and exit code 3", async () => {
  let asked: (() => void) | undefined;
  const firstRequest = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const address = await listen(() => asked?.());
  const { child, ended } = start([address, "--timeout", "600", "--report", "json=report.json"]);
  await firstRequest;
  child.kill("SIGINT");
  expect(await ended).toMatchObject({ code: 3 });
  expect(report()).toMatchObject({ reason: "interrupted", partial: true, complete: true });
});

test("a target that echoes the key gets it into no report", async () => {
  const address = await listen((request, response) => {
    response.setHeader("X-Echo", request.headers.authorization ?? "");
    response.writeHead(500, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ message: request.headers.authorization }));
  });
  const { out, err } = await start([
    address,
    "--profile",
    "quick",
    "--report",
    "json=report.json",
    "--report",
    "junit=report.xml",
  ]).ended;
  const texts = [
    out,
    err,
    ...["report.json", "report.xml"].map((name) => readFileSync(join(folder, name), "utf8")),
  ];
  for (const text of texts) expect(text).not.toContain("s3cret-k3y");
});

test("with --strict a failed should makes the run non-conforming, and the outcome and its reports say so", async () => {
  const args = [bin, "serve", "--port", "0", "--plan", "none", "--variant", "no-challenge"];
  const serving = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(serving.stdout, "data");
  const [url = ""] = /http:\S+/.exec(String(line)) ?? [];
  const quick = [url, "--profile", "quick", "--rate-limit", "off"];
  const lenient = await start(quick).ended;
  const reports = ["--report", "json=report.json", "--report", "junit=report.xml"];
  const strict = await start([...quick, "--strict", ...reports]).ended;
  serving.kill("SIGTERM");
  await once(serving, "close");
  expect([lenient.code, strict.code]).toEqual([0, 1]);
  expect(lenient.out).toContain("\nconforming – ");
  expect(strict.out).toContain("\nnon-conforming (--strict) –\n  1 should failed: AUTH-6; ");
  expect(report()).toMatchObject({ outcome: "non-conforming", exitCode: 1, reason: "should-failed" });
  expect(readFileSync(join(folder, "report.xml"), "utf8")).toContain(
    '<failure message="non-conforming (--strict) – 1 should failed: AUTH-6; ',
  );
});

test("the reference server needs no key and no network, and is conforming", async () => {
  const { code, out } = await start(["--self"]).ended;
  expect(out).toContain("\nconforming – ");
  expect(code).toBe(0);
});
