import { type Facts, findingsOn } from "#core/check/facts.ts";
import type { Advice } from "#core/check/results/defect.ts";
import type { Operation } from "#core/contract/contract.ts";
import { type Clues, cluesOf, type Hint, hints } from "./clues.ts";
import type { CreatedPets } from "./created-pets.ts";
import type { Explained } from "./explain.ts";
import { bodies, errors } from "./hints-of-bodies.ts";
import { pets } from "./hints-of-pets.ts";
import { statuses } from "./hints-of-statuses.ts";
import { values } from "./hints-of-values.ts";
import type { Symptom } from "./symptom.ts";

/** The first that fits is named. */
const all: readonly Hint[] = [
  ...hints({}, [
    [
      { also: isRightByOwnDocument },
      "This is right by the interface's own document: the one that is given is another revision, which the service does not implement yet.",
      "Bring the service up to this revision, or check it against the document that it implements.",
    ],
  ]),
  ...[bodies, errors, values, pets, statuses].flat(),
];

/** A service keeps to the document by which it was written, where another one is given. */
function isRightByOwnDocument({ exchange, operation = "", got = 0, aspect, body, ...clues }: Clues): boolean {
  const { contract } = clues.facts;
  const [now, own] = [contract, contract.own].map((one) => one?.operations.get(operation));
  if (contract.own === undefined || now === undefined || own === undefined) return false;
  if (aspect.of === "status") {
    const [isAllowed, wasAllowed] = [contract, contract.own].map((one) => findingsOn(exchange, one).allowed);
    return isAllowed !== wasAllowed || (own.documents(got) && !now.documents(got));
  }
  const { place } = clues.observation.finding;
  if (body === undefined || place?.in !== "body") return false;
  const isWrong = (one: Operation) =>
    one
      .answer(got)
      ?.validate(body)
      .some(({ pointer }) => pointer === place.pointer) === true;
  return isWrong(now) && !isWrong(own);
}

/** What came before explains what no mistake of one answer does. */
function mayExplain(claims: Hint["claims"], by: Explained["by"]): boolean {
  if (claims === "content") return true;
  return claims === "asked" ? by === undefined || by === "asked" : by !== "time";
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
  const looked = [best, ...others].slice(0, mostLookedAt).map((symptom) => cluesOf(symptom, created, facts));
  const groups = [...Map.groupBy(looked, (one) => `${one.requirement} ${one.aspect.of}`).values()];
  const isSeenIn = ({ fits }: Hint, group: readonly Clues[] = []) => group.every((one) => fits(one));
  const found =
    all.find((hint) => mayExplain(hint.claims, by) && isSeenIn(hint, groups[0])) ??
    (by === "time" ? undefined : values.find((hint) => groups.some((group) => isSeenIn(hint, group))));
  return found?.advice;
}
