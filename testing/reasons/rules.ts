import { isAnswered } from "../../src/core/check/facts.ts";
import { isList, unread } from "../../src/core/check/json-body.ts";
import { exchangeInWords } from "../../src/core/check/words.ts";
import { type PetView, petIn, petsIn } from "../../suites/petstore/pets.ts";
import { sentPet } from "../../suites/petstore/shared/evidence/accepted-creates.ts";
import { controlFailed } from "./control-rules.ts";
import {
  answersIn,
  asked,
  cameTo,
  type Evidence,
  idsOf,
  isCreated,
  isFull,
  isSent,
  listed,
  listsBeforeProbe,
  listsIn,
  numberIn,
  ofStep,
  petsSeen,
  petsShown,
  type Rule,
  readsIn,
  statusOf,
  toOtherKeys,
  validCreates,
} from "./evidence.ts";
import { notApplicableRules } from "./not-applicable-rules.ts";
import { rateRules } from "./rate-rules.ts";

const notSent: Rule = (evidence, label = "") => !isSent(evidence, label);

/** `got 403 with an Error body`, `was not sent`. */
function becameOf(evidence: Evidence, label: string, words: string): boolean {
  return words === "was not sent"
    ? notSent(evidence, label)
    : cameTo(evidence, label, words.replace(/^got /, ""));
}

const noIdIn: Rule = (evidence, label = "", words = "") =>
  becameOf(evidence, label, words) &&
  !ofStep(evidence, label).some((e) => isCreated(e) && petIn(e)?.id !== undefined);

/** Of the lists that were sent once a create had been answered 201. */
function listsAfterCreates(evidence: Evidence) {
  const [first] = validCreates(evidence).filter(isCreated);
  return listsIn(evidence)
    .filter(({ request }) => request.path === "/pets" && request.credential.kind === "valid")
    .filter(({ request }) => evidence.facts.contract.classify(request).allowed)
    .filter((list) => first !== undefined && list.sentAtMs >= first.endedAtMs);
}

const noValidKey = (evidence: Evidence): boolean =>
  answersIn(evidence).some((e) => e.request.credential.kind === "valid" && [401, 403].includes(statusOf(e)));

const canBeRead = (pets: readonly PetView[]): boolean =>
  [...idsOf(pets)].some((id) => id > 0n && id < 2n ** 63n);

/**
 * Each reason for `untested` and `inconclusive`, as the sources have it, and what the exchanges must show for it to be
 * true. `testing/reasons.test.ts` holds that none is missing.
 */
export const rules: Readonly<Record<string, Rule>> = {
  ...rateRules,
  ...notApplicableRules,
  "nothing was sent": ({ run }) => !run.exchanges.some((e) => e.label.startsWith("over-limit probe")),
  // Of recordings alone: what a run plans, it sends, or it says why not.
  'its request "…" is not in the recording': () => false,
  "nothing that was sent shows it": ({ verdict }) => verdict.cases.held < verdict.cases.promised,
  "the suite failed here": ({ run }) => run.suiteErrors.length > 0,
  "it takes more than … created …": ({ verdict: { remedy } }, most) =>
    remedy !== undefined &&
    "options" in remedy &&
    remedy.options.some(({ option, value }) => option === "max-creates" && Number(value) > Number(most)),
  "… of this run's … are stored, or may be, and no more may follow": ({ run }, stored) =>
    run.exchanges.filter(
      (e) => e.request.method === "POST" && (!isAnswered(e) || statusOf(e) < 400 || statusOf(e) >= 500),
    ).length === Number(stored),
  "its request did not fit the budget": ({ verdict: { remedy } }) =>
    remedy !== undefined &&
    "options" in remedy &&
    remedy.options.some(({ option }) => option === "max-requests"),
  "the loaded document does not allow what it would send: … … is not …": ({ run }) =>
    run.spec.looser.length >= 0,
  "no POST is sent in a read-only or quick run": ({ run }) => run.requests.writes === 0,
  "its request got …": ({ run }, got) =>
    run.exchanges.some((e) => !isAnswered(e) && exchangeInWords(e) === got),
  "its answer is too large to read: …": (evidence) =>
    answersIn(evidence).some((e) => unread(e) !== undefined),
  "the target answered 429": ({ facts }) => facts.exchanges.some((e) => isAnswered(e) && statusOf(e) === 429),
  'its control "…" was not …: it got …': controlFailed,
  'its control "…" was not answered 201: it got …': (evidence, label, got) =>
    controlFailed(evidence, label, "answered 201", got),
  'its control "…" was not sent': notSent,
  'its control "…" was not sent…': notSent,
  "the key or the server is wrong": (evidence) => answersIn(evidence).some((e) => statusOf(e) === 401),
  "the key was refused, and whether it still works could not be determined": noValidKey,
  "the target answers the first invalid key 429, so no more were sent": (evidence) =>
    toOtherKeys(evidence, 429).length > 0,
  "the target locks out after several invalid keys, so no more were sent": (evidence) =>
    toOtherKeys(evidence, 401).length > 1 && toOtherKeys(evidence, 403, 429).length > 0,
  "whether the target locks out is not known: …": (evidence) => toOtherKeys(evidence, 403, 429).length > 0,
  "the target answers requests without the key 429, again and again": (evidence) =>
    toOtherKeys(evidence, 429).length > 2,
  "/store/orders rejects the valid key too": (evidence) =>
    answersIn(evidence).some(
      (e) =>
        e.request.path === "/store/orders" && e.request.credential.kind === "valid" && statusOf(e) === 401,
    ),
  "no answer was 200 with a list": (evidence) => listsIn(evidence).length === 0,
  "nothing was answered": ({ facts }) =>
    !facts.exchanges.some((e) => isAnswered(e) && facts.contract.classify(e.request).operation !== undefined),
  "the list was answered …": ({ facts }, got) =>
    facts.exchanges.some((e) => !isList(e) && exchangeInWords(e) === got),
  '"…" was not answered with a list': (evidence, label = "") => !ofStep(evidence, label).some(isList),
  "every list was answered with the same pets, whatever its filter": (evidence) =>
    new Set(listsIn(evidence).map((list) => (petsIn(list) ?? []).map(({ id }) => id).join())).size === 1,
  "no list shows a pet (…)": (evidence, lists = "") =>
    listsBeforeProbe(evidence).length === numberIn(lists) && listed(evidence).length === 0,
  "no list shows a pet with an integer as its id (…)": (evidence, lists = "") =>
    listsBeforeProbe(evidence).length === numberIn(lists) && idsOf(listed(evidence)).size === 0,
  "only … with an id … seen, and the test needs more than …": (evidence, pets = "", _, limit) =>
    idsOf(petsSeen(evidence)).size === numberIn(pets) && numberIn(pets) <= Number(limit),
  "lists and reads show only … with an id": (evidence, pets = "") =>
    idsOf(petsShown(evidence).filter(({ status }) => status === /\d+ (.*) pets?$/.exec(pets)?.[1])).size ===
    numberIn(pets),
  "no list with the limit … was answered when … with an id had been seen": (evidence, limit = "") =>
    !listsIn(evidence).some(
      (list, i, all) =>
        asked(list, "limit") === limit &&
        asked(list, "status") === undefined &&
        list.request.credential.kind === "valid" &&
        idsOf(
          all
            .slice(0, i)
            .filter((e) => e.endedAtMs <= list.sentAtMs)
            .flatMap((e) => petsIn(e) ?? []),
        ).size >=
          Number(limit) + createdIn(evidence),
    ),
  "of the pets that had been seen before a list with the limit …, only … were seen again: others may be gone":
    (evidence, limit = "", again = "") =>
      listsIn(evidence).some(
        (list) => asked(list, "limit") === limit && (petsIn(list)?.length ?? 0) < Number(limit),
      ) && Number(again) < Number(limit),
  "the list of … pets is empty": (evidence, status) =>
    listsIn(evidence).some((list) => asked(list, "status") === status && petsIn(list)?.length === 0),
  "no list or read shows a pet with an id that is not …": (evidence, status) =>
    !petsShown(evidence).some(
      (pet) => pet.id !== undefined && pet.status !== undefined && pet.status !== status,
    ),
  "no create of a … pet was answered 201": (evidence, status) =>
    !validCreates(evidence).some((e) => isCreated(e) && petIn(e)?.status === status),
  '"…" is full with …': (evidence, label = "", pets = "") =>
    ofStep(evidence, label).some(
      (e) => isList(e) && isFull(e, evidence) && petsIn(e)?.length === numberIn(pets),
    ),
  'LIST-9 judges "…", which lacks a created pet: it is empty, or the lists show the whole store': ({ run }) =>
    run.verdicts.some(({ id, verdict }) => id === "LIST-9" && verdict === "fail"),
  'LIST-10 judges "…", which lacks a created pet: the lists do not show the whole store': ({ run }) =>
    run.verdicts.some(({ id, verdict }) => id === "LIST-10" && verdict === "fail"),
  "no valid create was answered 201 (…)": (evidence, creates = "") =>
    validCreates(evidence).length === numberIn(creates) && !validCreates(evidence).some(isCreated),
  "no 201 to a valid create shows the id of a pet (…)": (evidence, creates = "") => {
    const created = validCreates(evidence).filter(isCreated);
    return created.length === numberIn(creates) && created.every((e) => petIn(e)?.id === undefined);
  },
  "its create …": ({ facts }, words = "") =>
    facts.exchanges.some((e) => !isCreated(e) && `got ${exchangeInWords(e)}` === words),
  'no id of a pet of "…" is known: it …': noIdIn,
  "each list after the first create is full, and what it leaves out is not known (…)": (
    evidence,
    lists = "",
  ) =>
    listsAfterCreates(evidence).length === numberIn(lists) &&
    listsAfterCreates(evidence).every((list) => isFull(list, evidence)),
  "no list after the first create that is not full shows a created pet by its name (…)": (
    evidence,
    lists = "",
  ) => {
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
  '"…", which comes after them, …': (evidence, label = "", words = "") =>
    becameOf(evidence, label, words) && !ofStep(evidence, label).some(isCreated),
  'the lists to which "…" belongs do not show its mark, or are full': (evidence, label = "") => {
    const [sent] = ofStep(evidence, label).flatMap((e) => sentPet(e) ?? []);
    const mark = sent?.name;
    return !listsIn(evidence).some(
      (list) =>
        ["limit 100", `status ${sent?.status}`].includes(list.label) &&
        !isFull(list, evidence) &&
        (petsIn(list) ?? []).some((pet) => mark !== undefined && pet.name === mark),
    );
  },
  "no answer after that shows the pet with the id …": (evidence, id) => {
    const [sent] = ofStep(evidence, "create with the id of a created pet");
    return !listsIn(evidence).some(
      (list) =>
        sent !== undefined &&
        list.sentAtMs >= sent.endedAtMs &&
        (petsIn(list) ?? []).some((pet) => String(pet.id) === id),
    );
  },
  "no created pet was read back": (evidence) => !isReadBack(evidence),
  "no created pet could be read back": (evidence) => !isReadBack(evidence),
  "every id that was seen is below 2^53": (evidence) =>
    [...idsOf(petsSeen(evidence))].every((id) => id <= 2n ** 53n && id >= -(2n ** 53n)),
  "no list or read shows the pet with the id …": (evidence, id) =>
    !petsShown(evidence).some((pet) => String(pet.id) === id),
  "no pet with an id was seen": (evidence) => idsOf(petsSeen(evidence)).size === 0,
  "a create with a category beyond 2^53… …": ({ facts }, guessed = "", rest = "") =>
    facts.exchanges.some((e) => !isCreated(e) && `${guessed} ${rest}`.endsWith(`got ${exchangeInWords(e)}`)),
  "a category beyond 2^53 was accepted, but no answer shows one to compare": (evidence) =>
    !listed(evidence).some(({ categoryId }) => categoryId !== undefined && categoryId > 2n ** 53n),
  "no pet is known that could be read": (evidence) =>
    !canBeRead(listed(evidence)) && !isSent(evidence, "get the created pet"),
  "no read was answered (…)": (evidence, reads = "") =>
    readsIn(evidence).filter((e) => e.request.credential.kind === "valid").length >= numberIn(reads) &&
    numberIn(reads) > 0,
  "no list shows the id of a pet": (evidence) => idsOf(listed(evidence)).size === 0,
  "no list shows a pet that could be read": (evidence) => listed(evidence).length === 0,
  "no list showed an id that could be read": (evidence) => !canBeRead(listed(evidence)),
  "the listed pets were gone when they were read": (evidence) =>
    readsIn(evidence).some((e) => isAnswered(e) && statusOf(e) === 404),
  "a listed pet was gone when it was read, and no list was answered since": (evidence) =>
    readsIn(evidence).some((e) => isAnswered(e) && statusOf(e) === 404),
  "no read was answered 200 with a pet that has an integer as its id": (evidence) =>
    !readsIn(evidence).some((e) => isAnswered(e) && statusOf(e) === 200 && petIn(e)?.id !== undefined),
  "no read with the valid key was answered 404": (evidence) =>
    !readsIn(evidence).some(
      (e) => e.request.credential.kind === "valid" && isAnswered(e) && statusOf(e) === 404,
    ),
  "a pet has the id …": (evidence, id) => [...idsOf(petsSeen(evidence))].some((seen) => String(seen) === id),
  "a pet that was created a moment ago may not be read yet": (evidence) =>
    validCreates(evidence).some(isCreated),
  "the read was answered …": (evidence, got) => readsIn(evidence).some((e) => exchangeInWords(e) === got),
};

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
        .filter((e) => e.request.method === "GET" && e.sentAtMs >= created.endedAtMs && statusOf(e) === 200)
        .some((e) =>
          [...(petsIn(e) ?? []), ...[petIn(e) ?? []].flat()].some(
            (pet) => pet.id === id && pet.name === name && name?.includes(evidence.run.runId),
          ),
        );
    });
}
