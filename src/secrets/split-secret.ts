/** A shorter value is no sign of a secret: it may be any number or word. */
const shortestPart = 3;

/**
 * Which of these header values are a part of the secret each, in either case, and at least half of it together: the
 * secret was cut over several fields. Their places in `values`.
 */
export function partsOf(secret: string, values: readonly string[]): ReadonlySet<number> {
  const whole = secret.toLowerCase();
  const covered = new Set<number>();
  const parts = new Set<number>();
  for (const [place, value] of values.entries()) {
    const part = value.trim().toLowerCase();
    const from = part.length < shortestPart || part.length > whole.length ? -1 : whole.indexOf(part);
    if (from === -1) continue;
    parts.add(place);
    for (let at = from; at < from + part.length; at += 1) covered.add(at);
  }
  return 2 * covered.size >= whole.length ? parts : new Set();
}
