import { caseRef, stepRef } from "#core/check/case.ts";
import { invariant, scenario, traceCheck } from "#core/check/check.ts";
import { wrongStatus } from "#core/check/expectation.ts";
import { type Answered, answeredWith, type Facts, isAnswered } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { observeBody } from "#core/check/observe.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import type { Contract } from "#core/contract/contract.ts";
import { isAfter } from "#core/exchange/exchange.ts";
import { isInt64 } from "#core/json/number.ts";
import { hasKey, idAsked, type PetView, petIn } from "#suites/petstore/pets.ts";
import { notApplicable, untested } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { type AcceptedCreate, acceptedCreates } from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { longestName } from "#suites/petstore/shared/evidence/marks.ts";
import { servedAnswers } from "#suites/petstore/shared/evidence/served-answers.ts";
import { isOwnName } from "#suites/petstore/shared/evidence/settling.ts";
import { listedPets, readOfIdToCome, seenIds } from "#suites/petstore/shared/evidence/store.ts";
import {
  creates,
  firstCreate,
  listSteps,
  petOfThisRun,
  readSteps,
  sentinel,
} from "#suites/petstore/shared/steps/named-steps.ts";
import {
  getAfterFilter,
  getAfterFilterAgain,
  getAnother,
  getCreated,
  getListed,
  isThere,
  laterReads,
  listAgain,
  mayBeDeleted,
  readOf,
  thatPet,
} from "#suites/petstore/shared/steps/reads.ts";
import { readBy } from "#suites/petstore/shared/steps/requests.ts";
import { onWalk } from "#suites/petstore/shared/steps/walk.ts";

const everyRead = caseRef("every-read", "every read");

/** The same requests once more, after those like them that were wrong: neither they nor a cache may change their answers. */
function readsAgain(contract: Contract): readonly Step[] {
  const [, second] = petstore(contract).statuses;
  const waitsFor = [readSteps.withoutKey, readSteps.withWrongKey, readSteps.ofLetters, readSteps.ofZero];
  const first = stepRef("get/created/again", "get the created pet again");
  const again = { ...readOf(firstCreate, "extended"), ...first, requires: [getCreated], waitsFor };
  if (second === undefined) return [again];
  const read = readOf(creates.ofStatus(second), "extended");
  const next = stepRef("get/created/other/again", "get another created pet again");
  return [again, { ...read, ...next, requires: [read], waitsFor }];
}

/** The last create of all, before anything else is posted: a replica may apply each write only when the next one comes. */
const lastCreated: Step = { ...readOf(sentinel, "extended"), ...readSteps.ofLastCreated, phase: "again" };

/** How many more of the pets that a run created are read by id, the last first: in `standard`, in `thorough`, and there late. */
const furtherReads = { extended: 12, thorough: 24, late: 40 };

/**
 * What a later request does to a pet may show in reads by id alone. First comes the pet whose id was asked for before its
 * create; then those without a status, which only unfiltered lists show, whether they were read before or not; then pets that
 * no other step reads.
 */
function readsOfOthers(contract: Contract): readonly Step[] {
  const read = [getCreated, lastCreated, ...laterReads(contract)].filter(
    ({ profile }) => profile !== "thorough",
  );
  const named = new Set(read.flatMap(({ requires = [] }) => requires.map(({ id }) => id)));
  const others = (facts: Facts) => {
    const [without, having] = [false, true].map((has) =>
      acceptedCreates(facts)
        .filter(({ created }) => (created?.status !== undefined) === has)
        .reverse(),
    );
    // A service may change a longer name, or keep it (ruling 9).
    const isReadable = ({ created, sent: { name = "" } }: AcceptedCreate) =>
      created?.id !== undefined && isInt64(created.id) && name.length <= longestName;
    const isUnread = ({ exchange: { step } }: AcceptedCreate) => step !== undefined && !named.has(step);
    const inTurn = [without ?? [], (having ?? []).filter(isUnread)].flat().filter(isReadable);
    const asked = facts.answer(readOfIdToCome);
    const isAsked = ({ created }: AcceptedCreate) => asked !== undefined && created?.id === idAsked(asked);
    const weightOf = (one: AcceptedCreate) =>
      2 * Number(isAsked(one)) + Number(one.created?.categoryId === 0n);
    return inTurn.sort((a, b) => weightOf(b) - weightOf(a));
  };
  return Array.from({ length: furtherReads.late }, (_, i) =>
    readBy({
      ...stepRef(`get/created/further/${i + 1}`, `get a further created pet, ${i + 1}`),
      profile: i < furtherReads.extended ? "extended" : "thorough",
      ...(i < furtherReads.thorough
        ? { phase: "closing", waitsFor: [readSteps.afterFilter] }
        : { phase: "late" }),
      retryUntil: isThere,
      petId: (facts) => others(facts)[i]?.created?.id ?? notApplicable("no-more-created"),
    }),
  );
}

/** Another pet of the run's own, where none is listed that a service could answer for every id. */
function getOther(contract: Contract): Step | undefined {
  const [, second] = petstore(contract).statuses;
  if (second === undefined) return undefined;
  return {
    ...readOf(creates.ofStatus(second), "standard"),
    ...stepRef("get/created/other", "get another created pet"),
    alreadyShown: (facts) => listedPets(facts).length > 0,
  };
}

/** Why a read of the only pet shows nothing: a service may answer it for every id. */
function onlyOnePet(_: Answered, facts: Facts): Unresolved | undefined {
  if (seenIds(facts).size > 1) return undefined;
  return untested("one-pet", {}, { change: "a store with more pets, or a run that may create some" });
}

const itsPet = { expect: thatPet, vacuousWhen: onlyOnePet } as const;

/** GET-1. Subject: a read of a pet that exists; the invariant below judges its body. */
export const existingPet = scenario("GET-1", (contract) => [
  ...[
    getCreated,
    ...readsAgain(contract),
    ...laterReads(contract),
    lastCreated,
    // A service may look a pet up by its name.
    readOf(creates.alike, "extended"),
  ].map((step) => ({ step, ...itsPet })),
  // Where none is listed, another pet of the run's own takes the place.
  ...[getOther(contract) ?? []].flat().map((step) => ({ step, case: getListed, ...itsPet })),
  ...[getListed, getAnother, getAfterFilter(contract) ?? []].flat().map((step) => ({
    step,
    case: getListed,
    needs: step.phase === "closing" ? [listSteps.afterCreates, getAfterFilterAgain] : [listAgain],
    precondition: mayBeDeleted,
    ...itsPet,
  })),
  // Last: where there is no room for all, these are left out first.
  ...readsOfOthers(contract).map((step) => ({ step, ...itsPet })),
]);

/** GET-1. Subject: the body of every 200 to a read of a pet that was seen elsewhere too. */
export const readIsPet = invariant("GET-1", everyRead, [], (exchange, facts, observe) => {
  const { contract } = facts;
  const { operation } = contract.classify(exchange.request);
  if (operation !== "getPet" || !answeredWith(exchange, 200)) return undefined;
  // No pet had that id when it was asked for.
  if (exchange.step === readOfIdToCome.id) return undefined;
  const id = idAsked(exchange);
  if (!hasKey(exchange) || id === undefined || !seenIds(facts).has(id)) return undefined;
  const schema = contract.operations.get("getPet")?.answer(200);
  return observeBody(observe, exchange, schema, "200 with a Pet");
});

/** GET-1. Subject: the body of each read, and whose it is. */
export const servedReads = servedAnswers("GET-1", "getPet", (answer, observe, { contract }) => {
  const schema = contract.operations.get("getPet")?.answer(200);
  const ofBody = observeBody(observe, answer, schema, "200 with a Pet");
  const [id, asked] = [petIn(answer)?.id, idAsked(answer)];
  if (ofBody.kind === "broken" || id === undefined || asked === undefined || id === asked) return ofBody;
  return observe.broken(answer, `the pet ${asked}`, { seen: `the pet ${id}`, place: inBody("/id") });
});

/** GET-1. Subject: the newest pet, read right after requests of every kind. */
export const readOnWalk = scenario("GET-1", (contract) =>
  onWalk(contract, "read").map((of) => ({ ...itsPet, ...of })),
);

const fields = ["name", "categoryId", "status"] as const satisfies readonly (keyof PetView)[];

/** GET-1. Subject: a read pet of others, against the lists before and after it, where those agree. */
export const readMatchesLists = traceCheck("GET-1", getListed, [], (facts, observe) =>
  [getListed, getAnother, readSteps.afterFilter].flatMap((step): Observation | [] => {
    const answer = facts.answer(step);
    const read = answer !== undefined && answeredWith(answer, 200) ? petIn(answer) : undefined;
    if (answer === undefined || read?.id === undefined) return [];
    const listed = listedPets(facts).filter(({ pet }) => pet.id === read.id);
    // Others may change the pet, and each answer may lag behind that (ruling 6). The read after a filter does not wait, since
    // other filters would come between.
    const lagMs = step === readSteps.afterFilter ? 0 : facts.setting.consistencyWaitMs;
    const before = listed.findLast((s) => isAfter(answer, s.answer, lagMs))?.pet;
    const after = listed.find((s) => isAfter(s.answer, answer, lagMs))?.pet;
    if (before?.name === undefined || before.categoryId === undefined || after === undefined) return [];
    // Bytes that are not UTF-8 were replaced: the name is not known.
    if (before.name.includes("\uFFFD")) return [];
    // A status may be left out of one answer and shown in another (ruling 11).
    const compared = fields.filter((one) => one !== "status" || (before.status && read.status));
    const field = compared.find((one) => before[one] !== read[one]);
    if (field === undefined) return [];
    if (fields.some((one) => before[one] !== after[one])) return [];
    const mismatch = { seen: `another ${field}`, place: inBody(`/${field}`) };
    return observe.broken(answer, `the ${field} that the lists before and after show`, mismatch);
  }),
);

/**
 * GET-1. Subject: every read of a pet of this run that can no longer lag behind its create. A 200 before or after does not
 * hide a 404 (rulings 6, 30).
 */
export const readOfOwnPet = traceCheck("GET-1", petOfThisRun, [], (facts, observe) => {
  const own = acceptedCreates(facts).filter(({ sent }) => isOwnName(sent.name, facts));
  const byId = new Map(own.map(({ created, exchange }) => [created?.id, exchange]));
  return facts.exchanges.filter(isAnswered).flatMap((read): Observation | [] => {
    const { operation } = facts.contract.classify(read.request);
    const id = idAsked(read);
    if (operation !== "getPet" || id === undefined || !hasKey(read)) return [];
    const create = byId.get(id);
    if (create === undefined || !isAfter(read, create, facts.setting.consistencyWaitMs)) return [];
    // The last answer of a step is judged by the case that the step is sent for.
    const isLast = facts.exchanges.findLast(({ step }) => step === read.step) === read;
    if (answeredWith(read, 200)) return observe.held(read);
    if (isLast || !answeredWith(read, 404)) return [];
    const expected = `200 with the pet that "${create.label}" created`;
    return observe.broken(read, expected, wrongStatus(read), create);
  });
});
