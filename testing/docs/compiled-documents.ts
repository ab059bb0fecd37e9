import { globSync } from "node:fs";
import { root, textOf } from "../source-files.ts";

/** A fenced block of a document. */
export interface Block {
  /** `README.md:18`. */
  readonly place: string;
  readonly language: string;
  /**
   * What stands behind the language. `not-run: why` and `exits-with-N` say what is to come of a `sh` block;
   * without either it ends with 0.
   */
  readonly notes: string;
  readonly text: string;
  /** The block after it in the same document. */
  readonly next: Block | undefined;
}

/** The documents that people read, relative to the project's folder. */
export const documents: readonly string[] = globSync(
  "{*,docs/*,reports/[A-Za-z]*,reference-server/*,testing/**/*}.md",
  {
    cwd: root,
  },
).sort();

export function blocksOf(document: string): Block[] {
  const text = textOf(document);
  const blocks: Block[] = [];
  // From the last to the first, so that each knows the one after it.
  for (const match of [...text.matchAll(/^```(\S*)[ ]?(.*)\n([\s\S]*?)^```$/gm)].reverse()) {
    const { 1: language = "", 2: notes = "", 3: body = "", index } = match;
    const place = `${document}:${text.slice(0, index).split("\n").length}`;
    blocks.unshift({ place, language, notes, text: body, next: blocks[0] });
  }
  return blocks;
}

const call = /npx --no -- petstore-conformance /;

/** The command lines in a block that call this project, each split into its words. */
export function commandsIn({ text }: Block): string[][] {
  const lines = text.split("\n").filter((line) => call.test(line));
  return lines.map((line) => {
    const [, words = ""] = line.split(call);
    return words.split(/\s+/).filter((word) => word !== "" && word !== "&");
  });
}
