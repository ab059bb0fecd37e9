import type { StepRef } from "#core/check/case.ts";
import { type Answered, derived, type Facts, hasStatus, isAnswered, statusClass } from "#core/check/facts.ts";
import type { Observer } from "#core/check/observe.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { isCreated, isList, petIn, petsIn, sentText } from "../pets.ts";
import { untested } from "../reasons.ts";
import { acceptedCreates, isCreate, whatCameOf } from "./evidence/accepted-creates.ts";
import { bears, markOf, numberMarkOf, shortMarkOf, textsIn } from "./evidence/marks.ts";
import { isFull, listedPets } from "./evidence/store.ts";
import { statusStep } from "./steps/filtered-lists.ts";
import { fullList } from "./steps/lists.ts";
import { sentinel } from "./steps/named-steps.ts";

/**
 * Stored means that a pet with the mark of that request was seen. A count or a set that changed shows nothing, since
 * others write too (ruling 7). Nothing was stored if a list is not full, holds a pet that was created after the
 * refusals, and lacks that mark.
 */
export function judgeStored(
  sent: readonly Marked[],
  facts: Facts,
  observerOf: (sent: Answered) => Observer,
): Observation[] {
  const visible = listAfterRefusals(facts);
  return sent.flatMap(({ answer, marks }): Observation | [] => {
    const observe = observerOf(answer);
    const stored = differentPets(facts).find(
      ({ pet }) => marks.some((mark) => bears(pet.node, mark)) && !isOfAnother(answer, pet.id, facts),
    );
    if (stored !== undefined) {
      const { status } = answer.outcome.answer;
      return observe.broken(
        answer,
        "nothing stored",
        {
          seen: `${status} to "${answer.label}", but exchange ${stored.answer.id} lists a pet from that body, with the id ${stored.pet.id ?? "unknown"}`,
          place: undefined,
        },
        stored.answer,
      );
    }
    if (visible === undefined)
      return observe.unresolved(
        acceptedCreates(facts).some(({ exchange }) => exchange.step === sentinel.id)
          ? untested("no-mark", { step: sentinel.label })
          : (facts.notSent(sentinel) ??
              untested("no-sentinel", { step: sentinel.label, came: whatCameOf(sentinel, facts) })),
      );
    return observe.held(answer, visible);
  });
}

/** Another create was answered with that id, so the pet is that one's and only has the same name. */
function isOfAnother(answer: Answered, id: bigint | undefined, facts: Facts): boolean {
  return id !== undefined && (createdIds(facts).get(id) ?? []).some((create) => create.id !== answer.id);
}

const createdIds = derived((facts) =>
  Map.groupBy(
    facts.exchanges.filter((e) => isCreate(e)).filter((e) => isCreated(e)),
    (create) => petIn(create)?.id,
  ),
);

/** Of identical pets in lists, only the first. */
const differentPets = derived((facts) => {
  const byTexts = Map.groupBy(listedPets(facts), ({ pet }) => textsIn(pet.node));
  return [...byTexts.values()].flatMap(([first]) => first ?? []);
});

/** A create that should store nothing, and the marks by which its pet would be recognised. */
export interface Marked {
  readonly answer: Answered;
  readonly marks: readonly string[];
}

/**
 * What steps sent with marks made of their ids; the last answer of each. A mark is left out if another create with it was
 * not refused: that one may have stored the pet.
 */
export function marked(steps: readonly StepRef[], facts: Facts): readonly Marked[] {
  const others = facts.exchanges
    .filter((e) => isCreate(e) && statusClass(e) !== 4)
    .map((e) => ({ step: e.step, text: sentText(e) }));
  return steps.flatMap((step) => {
    const answer = facts
      .all(step)
      .filter(isAnswered)
      .findLast((e) => !hasStatus(e, 429));
    if (answer === undefined) return [];
    const sent = sentText(answer);
    const marks = [markOf(facts, step.id), String(numberMarkOf(facts, step.id))].filter(
      (mark) =>
        sent.includes(mark) &&
        (statusClass(answer) === 2 ||
          !others.some((other) => other.step !== step.id && other.text.includes(mark))),
    );
    return marks.length === 0 ? [] : [{ answer, marks }];
  });
}

/** A list that would show a stored body: it shows a pet that was created after the refusals, by its mark. */
function listAfterRefusals(facts: Facts): Answered | undefined {
  const after = acceptedCreates(facts).find(({ exchange }) => exchange.step === sentinel.id);
  if (after === undefined) return undefined;
  // As it was sent, since by now another status may have the fewest pets.
  const { status } = after.sent;
  const lists = [
    ...(status === undefined ? [] : [statusStep(status, facts.contract)]),
    fullList(facts.contract),
  ];
  const mark = shortMarkOf(facts, sentinel.id);
  return lists
    .map((list) => facts.answer(list))
    .filter((answer) => isList(answer))
    .find((list) => !isFull(list, facts) && (petsIn(list) ?? []).some((pet) => bears(pet.node, mark)));
}
