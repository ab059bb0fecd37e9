import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

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

const folderOfTools = join(import.meta.dirname, "tools");

export const tools: readonly Tool[] = parse(readFileSync(join(folderOfTools, "tools.yaml"), "utf8"));

/** What stands in place of `<name>` in the words and files of a tool. */
export interface Aim {
  readonly url: string;
  readonly key: string;
  readonly seeded: string;
  readonly installed: string;
}

/** Puts what the tool needs into an empty folder, and says what to start there. */
export async function prepare({ files, before, command, env = {} }: Tool, aim: Aim, folder: string) {
  const values: Readonly<Record<string, string>> = {
    ...aim,
    ...{
      origin: new URL(aim.url).origin,
      node: process.execPath,
      project: join(import.meta.dirname, "../.."),
    },
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
