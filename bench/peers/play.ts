import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { measured } from "../processes.ts";
import { key, type Staged } from "./sample.ts";

/** A row of `tools/tools.yaml`, which says what each part is. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  readonly program?: string;
  readonly tuned: string;
  readonly cannot: string;
  readonly betterAt?: string;
  readonly files?: string;
  readonly before?: readonly string[];
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly judgesNothing?: readonly number[];
}

const root = join(import.meta.dirname, "../..");
const folderOfTools = join(import.meta.dirname, "tools");

export const tools: readonly Tool[] = parse(readFileSync(join(folderOfTools, "tools.yaml"), "utf8"));

/** What stands in place of `<name>` in the words and files of a tool. */
interface Aim {
  readonly url: string;
  readonly key: string;
  readonly seeded: string;
  readonly installed: string;
}

/** Puts what the tool needs into an empty folder, and says what to start there. */
async function prepare({ files, before, command, env = {} }: Tool, aim: Aim, folder: string) {
  const values: Readonly<Record<string, string>> = {
    ...aim,
    ...{ origin: new URL(aim.url).origin, node: process.execPath, project: root },
  };
  const filled = (text: string) => text.replace(/<([a-z]+)>/g, (mark, name) => values[name] ?? mark);
  if (files !== undefined) {
    await cp(join(folderOfTools, files), folder, { recursive: true });
    for await (const file of glob("**/*.*", { cwd: folder })) {
      const text = await readFile(join(folder, file), "utf8");
      // An id in JSON is a number.
      await writeFile(join(folder, file), filled(text.replaceAll('"<seeded>"', aim.seeded)));
    }
  }
  const [program = "", ...args] = before?.map(filled) ?? [];
  if (program !== "") execFileSync(program, args, { cwd: folder, stdio: "inherit" });
  return {
    words: command.map(filled),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
  };
}

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
  readonly printsKey: boolean;
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
    const { status, output, ...figures } = await measured(words, { cwd: folder, env, mostMs });
    const nothing = status === undefined || (tool.judgesNothing ?? []).includes(status);
    return {
      verdict: status === 0 ? "passed" : nothing ? "nothing" : "failed",
      ...figures,
      ...counted,
      printsKey: output.includes(key),
    };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
