import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A piece of the engine: a declaration of a file, the whole file, or some text of either. */
export interface Place {
  readonly file: string;
  /** The name of a function, a constant, a class or a method. */
  readonly part: string | undefined;
  readonly text: string | undefined;
}

export interface Replaced extends Place {
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
  /** What is of no use without it. */
  readonly besides: readonly Place[];
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
  readonly besides?: readonly string[];
}

function placeAt(at: string, text?: string): Place {
  const [file, part] = at.split(" ");
  return { file: `src/core/${file}`, part, text };
}

const listed: readonly Listed[] = parse(readFileSync(join(import.meta.dirname, "mechanisms.yaml"), "utf8"));

export const mechanisms: readonly Mechanism[] = listed.map(
  ({ name, about, simplest, from, pieces, besides = [], ...own }) => ({
    ...{ name, about, simplest, from },
    replaced: (pieces ?? [own]).map(({ at, text, by }) => ({ ...placeAt(at, text), by })),
    besides: besides.map((at) => placeAt(at)),
  }),
);
