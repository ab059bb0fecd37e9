import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parse } from "yaml";
import { key, type Staged } from "./stage.ts";
import { prepare, type Tool } from "./tool.ts";

const root = join(import.meta.dirname, "../..");

type Json = Record<string, unknown>;

/**
 * The interface as general tools have it from us: in JSON, with the usual statuses of a refusal where the document leaves them open, since most of
 * them fail each answer that is not listed.
 */
async function documentForTools(): Promise<string> {
  const document = parse(await readFile(join(root, "suites/petstore/openapi.yaml"), "utf8"));
  const paths: Record<string, Record<string, { responses: Json }>> = document.paths;
  const [list, create, read] = [paths["/pets"]?.get, paths["/pets"]?.post, paths["/pets/{petId}"]?.get];
  if (list === undefined || create === undefined || read === undefined)
    throw new Error("the document has lost an operation that the tools are set up for");
  const refused = create.responses["400"];
  for (const status of ["400", "404", "422"]) list.responses[status] = refused;
  for (const status of ["400", "422"]) read.responses[status] = refused;
  create.responses["415"] = refused;
  return JSON.stringify(document, undefined, 1);
}

/** What one tool came to on one server. */
export interface Played {
  /** By the exit code alone; `nothing` where the tool says that it could not judge, or ran into the bound of time. */
  readonly verdict: "passed" | "failed" | "nothing";
  readonly wallMs: number;
  /** Of the whole process tree, in milliseconds. */
  readonly cpuMs: number;
  /** The most that any one process of the tree held, in MiB. */
  readonly memoryMiB: number;
  readonly requests: number;
  readonly sentInWait: number;
  /** Whether the key stands in what it printed. */
  readonly printsKey: boolean;
  readonly output: string;
}

/** A tool that takes longer is ended: whoever waits for a verdict before a release waits no longer. */
const mostMs = 90_000;

const document = await documentForTools();

/** Starts a fresh server, and the tool on it as a process of its own. */
export async function play(tool: Tool, start: () => Promise<Staged>, installed: string): Promise<Played> {
  const server = await start();
  const folder = await mkdtemp(join(tmpdir(), "peer-"));
  try {
    await writeFile(join(folder, "openapi.json"), document);
    const { url, seeded, counted } = server;
    const { words, env } = await prepare(tool, { url, seeded, key, installed }, folder);
    const measured = await measure(words, folder, { ...process.env, ...env });
    const { status, output, ...figures } = measured;
    const nothing = status === undefined || (tool.judgesNothing ?? []).includes(status);
    return {
      verdict: status === 0 ? "passed" : nothing ? "nothing" : "failed",
      ...figures,
      ...counted,
      printsKey: output.includes(key),
      output,
    };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** GNU time's own line after what the process printed: seconds of processor, kilobytes, exit code. */
const timing = /\nTIMED ([\d.]+) ([\d.]+) (\d+) (\d+)\s*$/;

async function measure(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const startedAt = performance.now();
  const child = spawn("/usr/bin/time", ["-q", "-f", "\nTIMED %U %S %M %x", ...words], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer) => chunks.push(chunk);
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const bound = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), mostMs);
  await once(child, "close").finally(() => clearTimeout(bound));
  const output = Buffer.concat(chunks).toString();
  const wallMs = performance.now() - startedAt;
  const [, user = "", system = "", kilobytes = "", code] = timing.exec(output) ?? [];
  return {
    wallMs,
    cpuMs: (Number(user) + Number(system)) * 1000,
    memoryMiB: Number(kilobytes) / 1024,
    output: output.replace(timing, ""),
    status: code === undefined ? undefined : Number(code),
  };
}
