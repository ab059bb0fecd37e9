import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source-files.ts";

/** One instruction of a Dockerfile, its continued lines joined. */
export interface Instruction {
  /** In capitals: `COPY`. */
  readonly name: string;
  readonly text: string;
  /** Counted from 0; what stands before the first FROM belongs to -1. */
  readonly stage: number;
}

export function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile.split("\n").filter((line) => !/^\s*(?:#|$)/.test(line));
  const joined = lines.join("\n").replace(/\\\n\s*/g, "");
  let stage = -1;
  return joined.split("\n").map((line) => {
    const [, name = "", text = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (name.toUpperCase() === "FROM") stage++;
    return { name: name.toUpperCase(), text, stage };
  });
}

/** Tells whether `.dockerignore` keeps a path from the build: the last pattern that fits it, or a folder above it, decides. */
export function ignoredBy(dockerignore: string): (path: string) => boolean {
  const rules = dockerignore
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), fits: patternOf(line.replace(/^!/, "")) }));
  return (path) => {
    const last = rules.findLast(({ fits }) => fits.test(path));
    return last !== undefined && !last.keeps;
  };
}

function patternOf(glob: string): RegExp {
  const source = glob
    .replace(/^\/|\/$/g, "")
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(
      /\*\*\/|\*\*|\*|\?/g,
      (part) => ({ "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*" })[part] ?? "[^/]",
    );
  return new RegExp(`^${source}(?:/.*)?$`);
}

export function projectText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
