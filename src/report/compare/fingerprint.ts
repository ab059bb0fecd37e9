import { createHash } from "node:crypto";
import type { Place } from "../../check/place.ts";
import type { FoldedFinding } from "../../check/verdict.ts";

/**
 * Identifies a finding from run to run, as 32 hex digits: its requirement, case, place, and the kinds of what was
 * expected and seen, without values and counts, which differ from run to run.
 */
export function fingerprintOf(requirement: string, finding: FoldedFinding): string {
  const parts = [
    requirement,
    kindOf(finding.case),
    placeOf(finding.place ?? null),
    kindOf(finding.expected),
    kindOf(finding.seen),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** A place without the item's index, which differs from run to run. */
export function placeOf(place: Place | null): string {
  switch (place?.in) {
    case undefined:
      return "";
    case "status":
      return "status";
    case "header":
      return `header ${place.name}`;
    case "body":
      return `body ${place.pointer.replaceAll(/\/\d+(?=\/|$)/gu, "/*")}`.trimEnd();
  }
}

/** The words without quoted text and numbers. A status is kept, at the beginning or after the word "status". */
function kindOf(text: string): string {
  return text
    .replaceAll(/"[^"]*"/gu, '""')
    .replaceAll(/(?<status>^[1-5]\d\d\b|\bstatus [1-5]\d\d\b)|\d+/gu, (_, status?: string) => status ?? "#");
}
