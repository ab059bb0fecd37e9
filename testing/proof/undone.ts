/**
 * Pairs of faults of which one undoes the other, so that what the other breaks holds: by both ids, the one that undoes
 * first, with the reason. Where evidence is lost instead, the run says so, and nothing has to stand here.
 */
const undone: Readonly<Record<string, string>> = {
  "names-in-ascii empty-name-500": "an empty name is given another before it is stored",
  "pet-before-key text-id-null": "an id that is not an integer is refused before the route that answers null",
  "unauthorized-empty unauthorized-says-403": "a 401 without a body has no member that could be wrong",
  "limit-alternates remaining-off-after-429":
    "the limit is not gone over on purpose where it is not known what it is",
  "text-after-digits created-id-as-double": "its store begins with identifiers that a double can hold",
  "create-refuses-the-key id-from-the-seconds": "nothing is ever created",
};

/** Why the one undoes the other; undefined where no reason is stated. */
export function whyUndone({ id, by }: { readonly id: string; readonly by: string }): string | undefined {
  return undone[`${by} ${id}`];
}
