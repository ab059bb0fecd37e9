import { type Answered, type Facts, findingsOn, isAnswered } from "#core/check/facts.ts";
import type { ofCore } from "#core/check/results/core-reasons.ts";
import type { FactsIn } from "#core/check/results/unresolved.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import type { Run } from "#core/run/result.ts";
import { isList, type PetView, petIn, petsIn } from "#suites/petstore/pets.ts";
import type { petExclusions, petReasons } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";

/** What a reason is held against: the exchanges alone, read anew, and not what the suite made of them. */
export interface Evidence {
  readonly run: Run;
  readonly facts: Facts;
  readonly verdict: Verdict;
}

/** True where the exchanges bear out what a reason says. */
export type Rule = (evidence: Evidence) => boolean;

type Reasons = typeof ofCore & typeof petReasons & typeof petExclusions;

/** By kind: the same of a reason with these facts, as its words show them. */
export type AnyRules = {
  readonly [Kind in keyof Reasons]: (
    evidence: Evidence,
    facts: { readonly [Name in keyof FactsIn<Reasons[Kind] & string>]: string },
  ) => boolean;
};

export const answersIn = ({ run }: Evidence): readonly Answered[] => run.exchanges.filter(isAnswered);

export const statusOf = ({ outcome }: Answered): number => outcome.answer.status;

export const listsIn = ({ facts }: Evidence): readonly Answered[] => facts.exchanges.filter(isList);

export const listed = (evidence: Evidence): readonly PetView[] =>
  listsIn(evidence).flatMap((list) => petsIn(list) ?? []);

export const ofStep = ({ facts }: Evidence, label: string): readonly Exchange[] =>
  facts.exchanges.filter((e) => e.label === label);

export const isSent = (evidence: Evidence, label: string): boolean => ofStep(evidence, label).length > 0;

/** True where a step's exchange came to this, in words. */
export const cameTo = (evidence: Evidence, label: string, words: string): boolean =>
  ofStep(evidence, label).some((e) => exchangeInWords(e) === words);

const isCreate = ({ request }: Exchange): boolean =>
  request.method === "POST" && request.credential.kind === "valid";

/** Creates that the contract allows. */
export const validCreates = ({ facts }: Evidence): readonly Exchange[] =>
  facts.exchanges.filter((e) => isCreate(e) && findingsOn(e, facts.contract).allowed);

export const isCreated = (e: Exchange): e is Answered => isAnswered(e) && statusOf(e) === 201;

/** Reads by id, with what they showed. */
export const readsIn = ({ facts }: Evidence): readonly Exchange[] =>
  facts.exchanges.filter((e) => facts.contract.classify(e.request).operation === "getPet");

/** Every pet that a list or a read showed. */
export function petsShown(evidence: Evidence): readonly PetView[] {
  const read = answersTo(evidence, "GET", 200).flatMap((answer) => petIn(answer) ?? []);
  return [...listed(evidence), ...read];
}

/** Those, and the pets of each create that was answered as served, whatever its status. */
export function petsSeen(evidence: Evidence): readonly PetView[] {
  const created = [200, 201, 202].flatMap((status) => answersTo(evidence, "POST", status));
  return [...petsShown(evidence), ...created.flatMap((answer) => petIn(answer) ?? [])];
}

function answersTo({ facts }: Evidence, method: string, status: number): readonly Answered[] {
  return facts.exchanges
    .filter(isAnswered)
    .filter((e) => e.request.method === method && statusOf(e) === status);
}

export const idsOf = (pets: readonly PetView[]): ReadonlySet<bigint> =>
  new Set(pets.flatMap(({ id }) => id ?? []));

/** The number at the beginning of `3 pets`. */
export const numberIn = (words: string): number => Number.parseInt(words, 10);

export const asked = (list: Answered, name: string): string | undefined =>
  list.request.query?.find(([key]) => key === name)?.[1];

/** True for a list that holds as many pets as were asked for. */
export function isFull(list: Answered, { facts }: Evidence): boolean {
  const limit = asked(list, "limit") ?? petstore(facts.contract).limit.default;
  return limit === undefined || (petsIn(list) ?? []).length >= Number(limit);
}

export const has429 = (evidence: Evidence): boolean => answersIn(evidence).some((e) => statusOf(e) === 429);

/** Answers to something else than the valid key. */
export const toOtherKeys = (evidence: Evidence, ...statuses: readonly number[]): readonly Answered[] =>
  answersIn(evidence).filter((e) => e.request.credential.kind !== "valid" && statuses.includes(statusOf(e)));
