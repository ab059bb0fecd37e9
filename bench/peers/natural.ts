import { type ChildProcess, spawn } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { behindCounter } from "./behind-counter.ts";
import { key, type Staged } from "./stage.ts";

/** A server in another framework, written as its users write; `broken` says at what, by the interface. */
export interface Natural {
  readonly id: string;
  readonly file: string;
  readonly command: (path: string) => readonly [file: string, ...args: string[]];
  readonly broken: string;
}

const node = (path: string) => [process.execPath, path] as const;

export const naturalServers: readonly Natural[] = [
  {
    id: "express",
    file: "express.mjs",
    command: node,
    broken: "the framework's page for a body that is not JSON, categories that are rounded or have fractions",
  },
  {
    id: "koa",
    file: "koa.mjs",
    command: node,
    broken: "errors as text, and without the headers of the limit",
  },
  { id: "hono", file: "hono.mjs", command: node, broken: "" },
  {
    id: "flask",
    file: "flask_app.py",
    command: (path) => ["/usr/bin/python3", path],
    broken: "abort's HTML, int() of what is no number, bodies whose types nobody checks",
  },
  {
    id: "sinatra",
    file: "sinatra.rb",
    command: (path) => ["ruby", path],
    broken: "to_i of what is no number, bodies whose types nobody checks",
  },
  {
    id: "php",
    file: "php.php",
    command: (path) => ["php", "-S", "127.0.0.1:0", path],
    broken: "loose types: a fraction is cut, a text is taken for a number",
  },
];

/** Starts it, behind something that counts. Where it imports packages, it needs to lie beside them. */
export async function startNatural({ file, command }: Natural, installed: string): Promise<Staged> {
  const folder = join(installed, "servers");
  await mkdir(folder, { recursive: true });
  await copyFile(join(import.meta.dirname, "servers", file), join(folder, file));
  const [program, ...args] = command(join(folder, file));
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, API_KEY: key, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return behindCounter(await printedAddress(child), () => child.kill());
}

function printedAddress(child: ChildProcess): Promise<URL> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer) => {
      text += String(chunk);
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (found !== undefined) resolve(new URL(found));
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`the server ended: ${text}`)));
  });
}
