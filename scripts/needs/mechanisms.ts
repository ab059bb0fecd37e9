import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";

/** A piece of the engine, and what stands in its place. */
interface Replaced {
  /** A file below `src/core/` and, unless it is the whole file, the name of a function, a constant, a class or a method of it. */
  readonly at: string;
  /** Some text of either. */
  readonly text?: string;
  readonly by: string;
}

/** Something that the engine does beside the obvious. */
export interface Mechanism {
  /** As `npm run needs -- NAME` is given it. */
  readonly name: string;
  readonly about: string;
  /** What is done in its place. */
  readonly simplest: string;
  readonly replaced: readonly Replaced[];
  /** The groups of servers that can show it; undefined: all. */
  readonly from?: readonly string[] | undefined;
}

interface Listed extends Replaced, Omit<Mechanism, "replaced"> {
  readonly pieces?: readonly Replaced[];
}

const listed: readonly Listed[] = parse(readFileSync(join(import.meta.dirname, "mechanisms.yaml"), "utf8"));

export const mechanisms: readonly Mechanism[] = listed.map(
  ({ name, about, simplest, from, pieces, ...own }) => ({
    ...{ name, about, simplest, from },
    replaced: pieces ?? [own],
  }),
);

const root = join(import.meta.dirname, "../..");

/** Relative to the project's folder. */
export function fileOf({ at }: Replaced): string {
  return `src/core/${at.split(" ")[0]}`;
}

/** @throws Error where the file has no such piece, or several */
function placeOf(source: string, { at: place, text }: Replaced): readonly [from: number, to: number] {
  const [file = "", part] = place.split(" ");
  const [from, to] = part === undefined ? [0, source.length] : declarationIn(source, part, file);
  if (text === undefined) return [from, to];
  const at = source.indexOf(text, from);
  const isOnce = at !== -1 && at < to && source.slice(at + 1, to).indexOf(text) === -1;
  if (!isOnce) throw new Error(`${file}, ${part}: this does not stand there once: ${text}`);
  return [at, at + text.length];
}

/** From its first line to the line that closes it, as far indented. */
function declarationIn(source: string, name: string, file: string): readonly [from: number, to: number] {
  const named = `(?:function\\*?|const|let|class) ${name}\\b`;
  const member = `(?:get )?${name}(?:<\\w+>)?(?:: (?:async )?\\(|\\((?:[^;]*\\{)?$)`;
  const head = `^( *)(?:export )?(?:async )?(?:${named}|${member})`;
  const all = [...source.matchAll(new RegExp(head, "gm"))];
  const least = Math.min(...all.map(([, indent = ""]) => indent.length));
  // What is declared further in has its name for itself.
  const [found, ...others] = all.filter(([, indent = ""]) => indent.length === least);
  if (found === undefined || others.length > 0) throw new Error(`${file} does not declare ${name} once`);
  const { index: from, 1: indent = "" } = found;
  let to = from;
  for (const line of source.slice(from).split("\n")) {
    const own = line.startsWith(indent) && !line.startsWith(`${indent} `);
    const isFirst = to === from;
    to += line.length + 1;
    if (own && (isFirst ? /[;,}]$/ : /^ *[})\]](?:.*[;,}])?$/).test(line)) return [from, to - 1];
  }
  throw new Error(`${file}: ${name} does not end`);
}

/** What is replaced, as it stands in its file. @throws Error where it is not there */
export function pieceOf(one: Replaced): string {
  const source = readFileSync(join(root, fileOf(one)), "utf8");
  return source.slice(...placeOf(source, one)).trimEnd();
}

/** Changes with the pieces, and with what stands in their places. @throws Error where one is not there */
export function hashOf(all: readonly Replaced[]): string {
  const texts = all.flatMap((one) => [pieceOf(one), one.by]);
  return hash("sha256", JSON.stringify(texts)).slice(0, 12);
}

/** From now on these pieces are others in every module that is loaded. */
export function replace(all: readonly Replaced[]): void {
  const byUrl = Map.groupBy(all, (one) => pathToFileURL(join(root, fileOf(one))).href);
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      const own = byUrl.get(url);
      if (own === undefined) return loaded;
      const text = Buffer.from(loaded.source as Uint8Array).toString();
      return { ...loaded, source: own.reduce(replacedIn, text) };
    },
  });
}

function replacedIn(source: string, replaced: Replaced): string {
  const [from, to] = placeOf(source, replaced);
  return source.slice(0, from) + replaced.by + source.slice(to);
}
