import type { Requirement } from "../../core/check/requirement.ts";
import { nearest } from "../../core/options/suggest.ts";

/**
 * The musts and shoulds that have all words of a phrase in id, slug or sentence, where a word may be the beginning of
 * one; a number is itself. None for a phrase without words.
 */
export function requirementsWith(
  phrase: string,
  requirements: readonly Requirement[],
): readonly Requirement[] {
  const wanted = wordsOf(phrase);
  if (wanted.length === 0) return [];
  return requirements.filter(({ id, slug, text, level }) => {
    const words = wordsOf(`${id} ${slug} ${text}`);
    return level !== "open" && wanted.every((word) => words.some((known) => matches(known, word)));
  });
}

function matches(known: string, word: string): boolean {
  return /^\d+$/.test(word) ? known === word : known.startsWith(word);
}

/** `categoryId` is found by `categoryId`, `category` and `id`. */
function wordsOf(text: string): readonly string[] {
  const apart = text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
  return (`${text} ${apart}`.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());
}

/** The phrase with its misspelt words corrected, or without those that no requirement has; undefined if neither finds one. */
export function nearestPhrase(phrase: string, requirements: readonly Requirement[]): string | undefined {
  const vocabulary = new Set(requirements.flatMap(({ slug, text }) => wordsOf(`${slug} ${text}`)));
  const isKnown = (word: string): boolean => requirementsWith(word, requirements).length > 0;
  const corrected = phrase
    .trim()
    .split(/\s+/)
    .map((word) => (isKnown(word) ? word : (nearest(word, vocabulary) ?? word)));
  const candidates = [
    corrected,
    corrected.filter(isKnown),
    ...corrected.filter(isKnown).map((word) => [word]),
  ];
  return candidates
    .map((words) => words.join(" "))
    .find((words) => words !== phrase && requirementsWith(words, requirements).length > 0);
}
