import { answeredWith, findingsOn } from "#core/check/facts.ts";
import type { Advice } from "#core/check/results/defect.ts";
import type { Operation } from "#core/contract/contract.ts";
import { hasKey } from "../pets.ts";
import { type Clues, cluesOf, type Hint, hints } from "./clues.ts";
import { pageOf } from "./common-cause.ts";
import type { Explained } from "./explain.ts";
import { bodies, errors } from "./hints-of-bodies.ts";
import { pets } from "./hints-of-pets.ts";
import { statuses } from "./hints-of-statuses.ts";
import { values } from "./hints-of-values.ts";
import type { Symptom } from "./symptom.ts";

/** In this order: the advice of the first hint that fits is given. */
const all: readonly Hint[] = [
  ...hints({}, [
    [
      { also: isRightByOwnDocument },
      "The answer follows the interface's built-in document, but this run was given another revision, which the service does not implement yet.",
      "Bring the service up to the revision that was given, or check it against the document that it implements.",
    ],
    [
      { claims: "content", isOfEarlierRun: true },
      "The pet was stored by an earlier run of this suite, with a wrong body that was accepted then, and the store still has it.",
      "Remove the pets that earlier runs stored (their names begin with conformance-, or are numbers of 15 digits). If the service now rejects such bodies with 400, nothing else needs to be done.",
    ],
    [
      { claims: "content", got: 403, also: isOfFirewall },
      "A firewall or a gateway in front of the service rejects these requests with a page of its own: a rule matches a character, a value or a header in them.",
      "Look for these requests in its log, and except the paths of the interface from that rule.",
    ],
  ]),
  ...[bodies, errors, values, pets, statuses].flat(),
];

/** True for a page that the valid key is answered with, too: a service answers JSON, and a framework's page is for other keys. */
function isOfFirewall({ exchange, facts }: Clues): boolean {
  const page = pageOf(exchange);
  return (
    page !== undefined && facts.exchanges.some((e) => hasKey(e) && answeredWith(e, 403) && pageOf(e) === page)
  );
}

/** True where the answer is wrong by the given document, and right by the interface's own one. */
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

/** A hint looks at answers one by one: it explains nothing where the time of a request decides, unless it claims `content`. */
function mayExplain(claims: Hint["claims"], by: Explained["by"]): boolean {
  if (claims === "content") return true;
  return claims === "asked" ? by === undefined || by === "asked" : !isOfTime(by);
}

function isOfTime(by: Explained["by"]): boolean {
  return by === "time" || by === "chance";
}

/** So many symptoms of a cause are compared with the hints: more only take time. */
const maxCompared = 24;

/**
 * The advice of the first hint that fits all answers which break the same requirement in the same way as the best symptom. A hint
 * about a changed value may fit the answers of any requirement.
 */
export function hintOf(best: Symptom, others: readonly Symptom[], by: Explained["by"]): Advice | undefined {
  const looked = [best, ...others].slice(0, maxCompared).map(cluesOf);
  // What changes a name or a category explains each that is wrong, whichever requirement is broken by it.
  const kindOf = ({ at, aspect, requirement }: Clues) =>
    /^field (?:name|categoryId)$/.test(at) ? at : `${requirement} ${aspect.of}`;
  const groups = [...Map.groupBy(looked, kindOf).values()];
  const isSeenIn = ({ fits }: Hint, group: readonly Clues[] = []) => group.every((one) => fits(one));
  // What became of its values does not say why a body was accepted.
  const found =
    all.find((hint) => mayExplain(hint.claims, by) && isSeenIn(hint, groups[0])) ??
    (isOfTime(by) || best.got === 201
      ? undefined
      : values.find((hint) => groups.some((group) => isSeenIn(hint, group))));
  return found?.advice;
}
