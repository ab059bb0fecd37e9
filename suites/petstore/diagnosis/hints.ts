import type { Facts } from "#core/check/facts.ts";
import type { Advice } from "#core/check/results/defect.ts";
import { cluesOf, type Hint } from "./clues.ts";
import type { CreatedPets } from "./created-pets.ts";
import type { Explained } from "./explain.ts";
import { bodies } from "./hints-of-bodies.ts";
import { errors } from "./hints-of-errors.ts";
import { headers } from "./hints-of-headers.ts";
import { pets } from "./hints-of-pets.ts";
import { statuses } from "./hints-of-statuses.ts";
import { values } from "./hints-of-values.ts";
import type { Symptom } from "./symptom.ts";

/** The first that fits is named. */
const hints: readonly Hint[] = [...bodies, ...errors, ...values, ...pets, ...statuses, ...headers];

/** What came before explains what no mistake of one answer does; what is more general beats what would be wrong. */
function mayExplain(claims: Hint["claims"], by: Explained["by"]): boolean {
  if (claims === "content") return true;
  if (claims === "asked") return by === undefined || by === "asked";
  return claims === "all" ? by === undefined : by !== "time";
}

/** A few of many similar symptoms are enough. */
const mostLookedAt = 24;

/**
 * Which mistake the shape of the answers gives away: one that each of those shows which break the same requirement in the same
 * way. A changed value gives its mistake away wherever it is seen.
 */
export function hintOf(
  best: Symptom,
  others: readonly Symptom[],
  created: CreatedPets,
  facts: Facts,
  by: Explained["by"],
): Advice | undefined {
  const { requirement } = best.observation;
  const alike = others.filter(
    ({ observation, aspect }) => observation.requirement === requirement && aspect.of === best.aspect.of,
  );
  const clues = [best, ...alike].slice(0, mostLookedAt).map((symptom) => cluesOf(symptom, created, facts));
  const elsewhere = () => others.slice(0, mostLookedAt).map((symptom) => cluesOf(symptom, created, facts));
  const found =
    hints.find(({ claims, fits }) => mayExplain(claims, by) && clues.every((one) => fits(one))) ??
    (by === "time" ? undefined : values.find((hint) => elsewhere().some((one) => hint.fits(one))));
  return found && { likelyCause: found.likelyCause, howToFix: found.howToFix };
}
