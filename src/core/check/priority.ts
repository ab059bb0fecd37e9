/**
 * How much a case shows, from the most to the least. Beyond what a profile promises, cases are added in this order
 * while the numbers allow; where a cap leaves no room, they are left out in the opposite order.
 */
const priorities = [
  /** The case that a requirement is about. */
  "essential",
  /** What most implementers get wrong first. */
  "typical",
  "common",
  "frequent",
  "regular",
  "occasional",
  "unusual",
  "rare",
  /** Sent when nothing else is left. */
  "last",
  /** Sent by the profile that names it, and never beyond it. */
  "never",
] as const;

export type Priority = (typeof priorities)[number];

/** Sorts the higher first. */
export function byPriority(a: Priority, b: Priority): number {
  return priorities.indexOf(a) - priorities.indexOf(b);
}
