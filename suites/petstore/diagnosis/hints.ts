import type { Facts } from "#core/check/facts.ts";
import type { Advice } from "#core/check/results/defect.ts";
import { cluesOf, type Hint } from "./clues.ts";
import type { CreatedPets } from "./created-pets.ts";
import { wholeAnswers } from "./hints-of-answers.ts";
import { credentials } from "./hints-of-credentials.ts";
import { defaults } from "./hints-of-defaults.ts";
import { encodings } from "./hints-of-encodings.ts";
import { headers } from "./hints-of-headers.ts";
import { leftovers } from "./hints-of-leftovers.ts";
import { lists } from "./hints-of-lists.ts";
import { numbers } from "./hints-of-numbers.ts";
import { parameters } from "./hints-of-parameters.ts";
import { races, turns } from "./hints-of-races.ts";
import { rateLimits } from "./hints-of-rate-limits.ts";
import { missingPets, reads } from "./hints-of-reads.ts";
import { replicas } from "./hints-of-replicas.ts";
import { sentBodies } from "./hints-of-requests.ts";
import { defaultStatus, wrongShapes } from "./hints-of-shapes.ts";
import { breakdowns, statuses } from "./hints-of-statuses.ts";
import { changedTexts } from "./hints-of-texts.ts";
import type { Symptom } from "./symptom.ts";

/**
 * What the evidence says about how the server came to its answer; undefined where it says nothing. A value gives its
 * mistake away wherever it is seen, a status or a shape only in the symptom that says best what is wrong.
 */
export function hintOf(
  best: Symptom,
  others: readonly Symptom[],
  created: CreatedPets,
  facts: Facts,
): Advice | undefined {
  const fitting = (symptom: Symptom, among: readonly Hint[]) => {
    const clues = cluesOf(symptom, created, facts);
    return among.find((hint) => hint.fits(clues));
  };
  const found =
    fitting(best, hints) ??
    others
      .slice(0, mostLookedAt)
      .map((other) => fitting(other, alteredValues))
      .find((hint) => hint !== undefined);
  return found && { likelyCause: found.likelyCause, howToFix: found.howToFix };
}

/** A few of many similar symptoms are enough. */
const mostLookedAt = 24;

const alteredValues: readonly Hint[] = [...numbers, ...changedTexts, ...defaultStatus];

/** The first that fits is named. */
const hints: readonly Hint[] = [
  ...leftovers,
  ...breakdowns,
  ...replicas,
  ...races,
  ...turns,
  ...parameters,
  ...lists,
  ...defaults,
  ...alteredValues,
  ...wrongShapes,
  ...wholeAnswers,
  ...credentials,
  ...sentBodies,
  ...reads,
  ...missingPets,
  ...encodings,
  ...statuses,
  ...rateLimits,
  ...headers,
];
