/**
 * True for a key that may be anybody's word: one without a digit that is no longer than words are, or a short number. A
 * service writes such texts itself, and so does the suite.
 */
export function looksLikeWord(key: string): boolean {
  return /^(?:[^0-9]{1,23}|[0-9.]{1,15})$/.test(key);
}
