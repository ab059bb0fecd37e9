import { createHash } from "node:crypto";
import type { Place } from "#core/check/results/verdict.ts";
import type { SavedFinding } from "./saved-run.ts";

/**
 * Identifies a finding from run to run, as 32 hex digits: its requirement, case, place, and what came there, without
 * values and counts, which differ from run to run.
 */
export function fingerprintOf(
  requirement: string,
  finding: Pick<SavedFinding, "case" | "got"> & { readonly place: Place | null | undefined },
): string {
  const parts = [
    requirement,
    finding.case.id,
    placeOf(finding.place ?? null),
    finding.got.status ?? null,
    finding.got.at ?? null,
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
