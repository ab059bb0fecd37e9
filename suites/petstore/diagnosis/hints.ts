import { type Facts, findingsOn } from "#core/check/facts.ts";
import type { Advice } from "#core/check/results/defect.ts";
import type { Contract, Operation } from "#core/contract/contract.ts";
import type { JsonNode } from "#core/json/json.ts";
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

/** A service keeps to the document by which it was written. */
const olderDocument: Hint = {
  fits: ({ symptom, facts: { contract }, body }) =>
    contract.own !== undefined && keepsOlder(symptom, contract, contract.own, body),
  likelyCause:
    "This is right by the interface's own document: the one that is given is another revision, which the service does not implement yet.",
  howToFix: "Bring the service up to this revision, or check it against the document that it implements.",
};

/** Right by the older document and not by the newer one: the request, the status, or the body of the answer. */
function keepsOlder(
  { exchange, operation = "", got, aspect, observation }: Symptom,
  newer: Contract,
  older: Contract,
  body: JsonNode | undefined,
): boolean {
  const [now, then] = [newer.operations.get(operation), older.operations.get(operation)];
  if (now === undefined || then === undefined || got === undefined) return false;
  const wasAllowed = findingsOn(exchange, older).allowed;
  if (aspect.of === "status")
    return findingsOn(exchange, newer).allowed !== wasAllowed || (then.documents(got) && !now.documents(got));
  const { place } = observation.finding;
  const isWrong = (one: Operation) =>
    body !== undefined &&
    place?.in === "body" &&
    one
      .answer(got)
      ?.validate(body)
      .some(({ pointer }) => pointer === place.pointer) === true;
  return isWrong(now) && !isWrong(then);
}

/** The first that fits is named. */
const hints: readonly Hint[] = [
  olderDocument,
  ...bodies,
  ...errors,
  ...values,
  ...pets,
  ...statuses,
  ...headers,
];

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
