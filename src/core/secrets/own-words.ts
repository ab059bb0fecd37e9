import { hash } from "node:crypto";
import { shortestAnywhere } from "./redact.ts";

/**
 * Texts that a service has to write to be right, and that this suite writes itself: the names of the interface, of headers and
 * media types. A secret that is such a word is taken out of what a target sent all the same; judging goes on with the word.
 */
export interface OwnWords {
  /** The tag of a word in a placeholder; undefined for what is neither a word of ours nor a part of one. */
  tagOf(found: string): string | undefined;
  /** The word again; undefined where it is none of these. */
  wordOf(tag: string): string | undefined;
}

export function createOwnWords(texts: readonly string[]): OwnWords {
  let words: Map<string, string> | undefined;
  return {
    tagOf: (found) =>
      found.length >= shortestAnywhere && texts.some((text) => text.includes(found)) ? tag(found) : undefined,
    wordOf: (asked) => {
      words ??= new Map(texts.flatMap(parts).map((part) => [tag(part), part]));
      return words.get(asked);
    },
  };
}

/** A digest: it leads to the word only for those who have the list of words. */
function tag(word: string): string {
  return hash("sha256", word).slice(0, 12);
}

function parts(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from + shortestAnywhere <= text.length; from += 1)
    for (let to = from + shortestAnywhere; to <= text.length; to += 1) found.push(text.slice(from, to));
  return found;
}
