import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A piece of the engine: a declaration of a file, the whole file, or some text of either. */
export interface Replaced {
  readonly file: string;
  /** The name of a function, a constant, a class or a method. */
  readonly part: string | undefined;
  readonly text?: string | undefined;
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
  readonly from: readonly string[] | undefined;
}

interface Piece {
  readonly at: string;
  readonly text?: string;
  readonly by: string;
}

interface Listed extends Piece, Pick<Mechanism, "name" | "about" | "simplest"> {
  readonly from?: readonly string[];
  readonly pieces?: readonly Piece[];
}

function replacedAt({ at, text, by }: Piece): Replaced {
  const [file, part] = at.split(" ");
  return { file: `src/core/${file}`, part, text, by };
}

const listed: readonly Listed[] = parse(readFileSync(join(import.meta.dirname, "mechanisms.yaml"), "utf8"));

export const mechanisms: readonly Mechanism[] = listed.map(
  ({ name, about, simplest, from, pieces, ...own }) => ({
    ...{ name, about, simplest, from },
    replaced: (pieces ?? [own]).map(replacedAt),
  }),
);
