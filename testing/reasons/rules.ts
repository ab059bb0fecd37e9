import { findingsOn, isAnswered } from "#core/check/facts.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import { isAfter } from "#core/exchange/exchange.ts";
import { isList, type PetView, petIn, petsIn } from "#suites/petstore/pets.ts";
import { sentPet } from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { controlFailed, notApplicableRules } from "./control-rules.ts";
import {
  type AnyRules,
  answersIn,
  asked,
  cameTo,
  type Evidence,
  idsOf,
  isCreated,
  isFull,
  isSent,
  listed,
  listsIn,
  numberIn,
  ofStep,
  petsSeen,
  petsShown,
  readsIn,
  statusOf,
  toOtherKeys,
  validCreates,
} from "./evidence.ts";
import { rateRules } from "./rate-rules.ts";

/** `got 403 with an Error body`, `was not sent`. */
function becameOf(evidence: Evidence, label: string, words: string): boolean {
  return words === "was not sent"
    ? !isSent(evidence, label)
    : cameTo(evidence, label, words.replace(/^got /, ""));
}

/** Of the lists that were sent once a create had been answered 201. */
function listsAfterCreates(evidence: Evidence) {
  const [first] = validCreates(evidence).filter(isCreated);
  return listsIn(evidence)
    .filter(({ request }) => request.path === "/pets" && request.credential.kind === "valid")
    .filter((list) => findingsOn(list, evidence.facts.contract).allowed)
    .filter((list) => first !== undefined && isAfter(list, first));
}

const refusedCreate = ({ facts }: Evidence, { came }: { readonly came: string }): boolean =>
  facts.exchanges.some((e) => !isCreated(e) && came === `got ${exchangeInWords(e)}`);

const canBeRead = (pets: readonly PetView[]): boolean =>
  [...idsOf(pets)].some((id) => id > 0n && id < 2n ** 63n);

/** What the exchanges must show for each reason to be true that a server of the proof is given. For another there is no rule, which is reported. */
export const rules = {
  ...rateRules,
  ...notApplicableRules,
  "nothing-shows-it": ({ verdict }) => verdict.cases.held < verdict.cases.promised,
  "creates-used-up": ({ run }, { stored }) =>
    run.exchanges.filter(
      (e) => e.request.method === "POST" && (!isAnswered(e) || statusOf(e) < 400 || statusOf(e) >= 500),
    ).length === Number(stored),
  "no-answer": ({ run }, { got }) => run.exchanges.some((e) => !isAnswered(e) && exchangeInWords(e) === got),
  "rate-limited": ({ facts }) => facts.exchanges.some((e) => isAnswered(e) && statusOf(e) === 429),
  "control-failed": (evidence, { step, expected, got }) => controlFailed(evidence, step, expected, got),
  "control-not-created": (evidence, { step: label, got }) =>
    controlFailed(evidence, label, "answered 201", got),
  "control-not-sent-for": (evidence, { step }) => !isSent(evidence, step),
  "first-invalid-key-limited": (evidence) => toOtherKeys(evidence, 429).length > 0,
  "locked-out": (evidence) =>
    toOtherKeys(evidence, 401).length > 1 && toOtherKeys(evidence, 403, 429).length > 0,
  "orders-reject-key": (evidence) =>
    answersIn(evidence).some(
      (e) =>
        e.request.path === "/store/orders" && e.request.credential.kind === "valid" && statusOf(e) === 401,
    ),
  "no-list": (evidence) => listsIn(evidence).length === 0,
  "no-list-but": ({ facts }, { got }) =>
    facts.exchanges.some((e) => !isList(e) && exchangeInWords(e) === got),
  "step-without-list": (evidence, { step: label }) => !ofStep(evidence, label).some(isList),
  "lists-alike": (evidence) =>
    new Set(listsIn(evidence).map((list) => (petsIn(list) ?? []).map(({ id }) => id).join())).size === 1,
  "no-pet-listed": (evidence, { lists }) =>
    listsIn(evidence).length === numberIn(lists) && listed(evidence).length === 0,
  "no-integer-ids": (evidence, { lists }) =>
    listsIn(evidence).length === numberIn(lists) && idsOf(listed(evidence)).size === 0,
  "too-few-pets": (evidence, { seen: pets, limit }) =>
    idsOf(petsSeen(evidence)).size === numberIn(pets) && numberIn(pets) <= Number(limit),
  "too-few-of-status": (evidence, { seen, status }) =>
    idsOf(petsShown(evidence).filter((pet) => pet.status === status)).size === Number(seen),
  "limit-before-pets": (evidence, { limit }) =>
    !listsIn(evidence).some(
      (list, i, all) =>
        asked(list, "limit") === limit &&
        asked(list, "status") === undefined &&
        list.request.credential.kind === "valid" &&
        idsOf(
          all
            .slice(0, i)
            .filter((e) => isAfter(list, e))
            .flatMap((e) => petsIn(e) ?? []),
        ).size >=
          Number(limit) + createdIn(evidence),
    ),
  "no-empty-list": (evidence) =>
    ["available", "pending", "sold"].every((status) =>
      petsShown(evidence).some((pet) => pet.status === status),
    ),
  "empty-list-of-status": (evidence, { status }) =>
    listsIn(evidence).some((list) => asked(list, "status") === status && petsIn(list)?.length === 0),
  "no-other-status": (evidence, { status }) =>
    !petsShown(evidence).some(
      (pet) => pet.id !== undefined && pet.status !== undefined && pet.status !== status,
    ),
  "none-created-of-status": (evidence, { status }) =>
    !validCreates(evidence).some((e) => isCreated(e) && petIn(e)?.status === status),
  "full-list": (evidence, { step: label, pets }) =>
    ofStep(evidence, label).some(
      (e) => isList(e) && isFull(e, evidence) && petsIn(e)?.length === numberIn(pets),
    ),
  "judged-by-list-9": ({ run }) =>
    run.verdicts.some(({ id, verdict }) => id === "LIST-9" && verdict === "fail"),
  "judged-by-list-10": ({ run }) =>
    run.verdicts.some(({ id, verdict }) => id === "LIST-10" && verdict === "fail"),
  "none-created": (evidence, { creates }) =>
    validCreates(evidence).length === numberIn(creates) && !validCreates(evidence).some(isCreated),
  "no-created-id": (evidence, { creates }) => {
    const created = validCreates(evidence).filter(isCreated);
    return created.length === numberIn(creates) && created.every((e) => petIn(e)?.id === undefined);
  },
  // Ids, categories or pets that only answers other than such lists show: some list is full, or lacks what was created.
  "not-in-such-lists": (evidence) =>
    listsAfterCreates(evidence).some(
      (list) =>
        isFull(list, evidence) ||
        validCreates(evidence).some((e) => !petsIn(list)?.some(({ id }) => id === petIn(e)?.id)),
    ),
  "create-refused": refusedCreate,
  "no-id-of": (evidence, { step, came }) =>
    becameOf(evidence, step, came) &&
    !ofStep(evidence, step).some((e) => isCreated(e) && petIn(e)?.id !== undefined),
  "no-created-name": (evidence, { lists }) => {
    const names = new Set(
      validCreates(evidence)
        .filter(isCreated)
        .map((e) => sentPet(e)?.name),
    );
    const open = listsAfterCreates(evidence).filter((list) => !isFull(list, evidence));
    const shown = open.flatMap((list) => petsIn(list) ?? []);
    return (
      open.length === numberIn(lists) && !shown.some(({ name }) => name !== undefined && names.has(name))
    );
  },
  "no-sentinel": (evidence, { step: label, came: words }) =>
    becameOf(evidence, label, words) && !ofStep(evidence, label).some(isCreated),
  "no-mark": (evidence, { step: label }) => {
    const [sent] = ofStep(evidence, label).flatMap((e) => sentPet(e) ?? []);
    const mark = sent?.name;
    return !listsIn(evidence).some(
      (list) =>
        ["limit 100", `status ${sent?.status}`].includes(list.label) &&
        !isFull(list, evidence) &&
        (petsIn(list) ?? []).some((pet) => mark !== undefined && pet.name === mark),
    );
  },
  "id-not-shown-after": (evidence, { id }) => {
    const [sent] = ofStep(evidence, "create with the id of a created pet");
    return !listsIn(evidence).some(
      (list) =>
        sent !== undefined &&
        isAfter(list, sent) &&
        (petsIn(list) ?? []).some((pet) => String(pet.id) === id),
    );
  },
  "not-read-back": (evidence) => !isReadBack(evidence),
  "no-big-id": (evidence) =>
    [...idsOf(petsSeen(evidence))].every((id) => id <= 2n ** 53n && id >= -(2n ** 53n)),
  "big-id-not-shown": (evidence, { id }) => !petsShown(evidence).some((pet) => String(pet.id) === id),
  "no-id-seen": (evidence) => idsOf(petsSeen(evidence)).size === 0,
  "big-category-refused": refusedCreate,
  "guessed-big-category-refused": refusedCreate,
  "none-to-read": (evidence) => !canBeRead(listed(evidence)) && !isSent(evidence, "get the created pet"),
  "no-read-answered": (evidence, { reads }) =>
    readsIn(evidence).filter((e) => e.request.credential.kind === "valid").length >= numberIn(reads) &&
    numberIn(reads) > 0,
  "no-readable-pet-listed": (evidence) => !canBeRead(listed(evidence)),
  "no-readable-id-listed": (evidence) => !canBeRead(listed(evidence)),
  "listed-pets-gone": (evidence) => readsIn(evidence).some((e) => isAnswered(e) && statusOf(e) === 404),
  "no-pet-read": (evidence) =>
    !readsIn(evidence).some((e) => isAnswered(e) && statusOf(e) === 200 && petIn(e)?.id !== undefined),
  "no-read-404": (evidence) =>
    !readsIn(evidence).some(
      (e) => e.request.credential.kind === "valid" && isAnswered(e) && statusOf(e) === 404,
    ),
  "read-undecided": (evidence, { got }) => readsIn(evidence).some((e) => exchangeInWords(e) === got),
} satisfies Partial<AnyRules>;

/** How many pets this run created: each may lag when it is looked for. */
function createdIn(evidence: Evidence): number {
  return validCreates(evidence).filter(isCreated).length;
}

/** True where a pet of a create's 201 is shown by a later answer under its id, with its name. */
function isReadBack(evidence: Evidence): boolean {
  return validCreates(evidence)
    .filter(isCreated)
    .some((created) => {
      const { id, name } = petIn(created) ?? {};
      return evidence.facts.exchanges
        .filter(isAnswered)
        .filter((e) => e.request.method === "GET" && isAfter(e, created) && statusOf(e) === 200)
        .some((e) =>
          [...(petsIn(e) ?? []), ...[petIn(e) ?? []].flat()].some(
            (pet) => pet.id === id && pet.name === name && name?.includes(evidence.run.runId),
          ),
        );
    });
}
