import type { Case } from "#core/check/check.ts";
import type { Expectation } from "#core/check/expectation.ts";
import type { Answered, Facts } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { inBody } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { Contract } from "#core/contract/contract.ts";
import { shorten } from "#core/json/escape.ts";
import { canonicalText, member } from "#core/json/read.ts";
import { listOf, petsIn } from "#suites/petstore/pets.ts";
import { untested } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { holdsCreated } from "../evidence/settling.ts";
import { sightings } from "../evidence/store.ts";
import { onlyLists } from "./lists.ts";
import { listSteps, readSteps } from "./named-steps.ts";
import { listing } from "./requests.ts";

/** The list of one status at the maximum limit, when everything has been created. */
export function statusStep(status: string, contract: Contract): Step {
  const { limit } = petstore(contract);
  const how = { profile: "quick", phase: "closing", retryUntil: holdsCreated } as const;
  return listing({ ...listSteps.closingOf(status), ...how }, { status, limit: limit.maximum });
}

/** The same without a limit, as one asks for it in place of getPet. */
export function aloneStep(status: string, index: number, statuses: readonly string[]): Step {
  const step: Omit<Step, "request"> = {
    ...listSteps.ofStatusAlone(status),
    profile: index === 0 ? "standard" : index === 1 ? "extended" : "thorough",
    phase: "closing",
    // Between the first and the others comes a read, which may not show what the filter left behind.
    waitsFor: [...statuses.map(listSteps.closingOf), ...(index === 0 ? [] : [readSteps.afterFilter])],
    // Here another instance may answer; the closing lists stay on one connection, since LIST-9 compares them with each other.
    newConnection: true,
  };
  return listing(step, { status });
}

/** In characters, where a finding quotes one. */
const longestStatus = 80;

/** A 200 list in which every pet has exactly this status; a pet without one does not belong (ruling 4). */
export function listOfStatus(status: string, atMost: number | undefined): Expectation<"served"> {
  const list = listOf(atMost);
  return {
    kind: "served",
    words: `${list.words}, every pet ${status}`,
    mismatch: (answer, facts) => {
      const mismatch = list.mismatch(answer, facts);
      if (mismatch !== undefined) return mismatch;
      const pets = petsIn(answer) ?? [];
      const others = pets.filter((pet) => pet.status !== status);
      const [first] = others;
      if (first === undefined) return undefined;
      const held = member(first.node, "status");
      const seen = held ? `has the status ${shorten(canonicalText(held), longestStatus)}` : "has no status";
      const belong =
        others.length === 1 ? "1 does not belong: it" : `${others.length} do not belong, the first`;
      return {
        seen: `200 with ${counted(pets.length, "pet")}; ${belong} ${seen}`,
        place: inBody(`${first.pointer}/status`),
      };
    },
  };
}

/**
 * Why a filtered list shows nothing: no pet is known that it should leave out, by its status or, where there is one, by its
 * limit. Undefined where one is.
 */
export function filterCouldShow(
  answer: Answered,
  facts: Facts,
  status: string,
  limit?: number,
): Unresolved | undefined {
  const remedy = { change: "a store with pets of every status" };
  if ((petsIn(answer) ?? []).length === 0) return untested("empty-list-of-status", { status }, remedy);
  const known = sightings(facts).filter(({ pet }) => pet.id !== undefined);
  if (known.every(({ pet }) => pet.status === status)) return untested("no-other-status", { status }, remedy);
  const seen = new Set(known.flatMap(({ pet }) => (pet.status === status ? pet.id : []))).size;
  if (limit === undefined || seen > limit) return undefined;
  return untested("too-few-of-status", { seen, status }, { change: "a store with more pets of that status" });
}

/** A list of one status, from a store that holds pets of another one too, and more of that one than its limit. */
export function filteredList(step: Step, status: string, limit?: number): Case {
  return {
    step,
    precondition: onlyLists,
    expect: listOfStatus(status, limit),
    vacuousWhen: (answer, facts) => filterCouldShow(answer, facts, status, limit),
  };
}
