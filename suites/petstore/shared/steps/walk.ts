import { caseRef, type StepRef, stepRef } from "#core/check/case.ts";
import type { Case } from "#core/check/check.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Contract } from "#core/contract/contract.ts";
import { isInt64 } from "#core/json/number.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { notApplicable } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { acceptedCreates } from "../evidence/accepted-creates.ts";
import { holdsCreated } from "../evidence/settling.ts";
import { firstCreate, firstList } from "./named-steps.ts";
import { isThere, unknownId } from "./reads.ts";
import { listing, markedText, postingAfterFirst, postPet, readBy } from "./requests.ts";
import { createStep } from "./valid-bodies.ts";

/** What all steps of the walk have: each comes right after the one before, and nothing else is sent meanwhile. */
type Place = Pick<Step, "id" | "label" | "profile" | "phase" | "requires">;

interface Kind {
  readonly what: string;
  readonly step: (place: Place, contract: Contract) => Step;
}

/** The status whose list the walk asks for, and that half of its creates have. */
export const statusOnTheWalk = (contract: Contract) => petstore(contract).statuses.at(-1);

const kinds = {
  list: { what: "list", step: (place) => listing(place) },
  createWithoutStatus: {
    what: "create without a status",
    step: (place) => creating(place, () => undefined),
  },
  unknownStatus: {
    what: "body with an unknown status",
    step: (place) =>
      rejecting(place, (facts) => markedText(facts, place.id, { status: "conformance-unknown" })),
  },
  read: {
    what: "get the newest pet",
    step: (place) =>
      readBy({
        ...place,
        retryUntil: isThere,
        petId: (facts) =>
          acceptedCreates(facts)
            .map(({ created }) => created?.id)
            .findLast((id) => id !== undefined && isInt64(id)) ?? notApplicable("no-more-created"),
      }),
  },
  statusList: {
    what: "list of a status",
    step: (place, contract) =>
      listing(
        { ...place, retryUntil: holdsCreated },
        { status: statusOnTheWalk(contract), limit: petstore(contract).limit.maximum },
      ),
  },
  create: { what: "create with a status", step: (place) => creating(place, statusOnTheWalk) },
  unknown: {
    what: "get an unknown pet",
    step: (place) => readBy({ ...place, petId: (facts) => unknownId(facts, place.id) }),
  },
  cutShort: {
    what: "body cut short",
    step: (place) => rejecting(place, (facts) => markedText(facts, place.id).slice(0, -1)),
  },
} as const satisfies Readonly<Record<string, Kind>>;

function creating(place: Place, status: (contract: Contract) => string | undefined): Step {
  const requires = [...(place.requires ?? []), firstCreate];
  const fields = (facts: Facts) => ({ status: status(facts.contract) });
  return createStep(place, place.profile, fields, { ...place, requires });
}

function rejecting(place: Place, body: (facts: Facts) => string): Step {
  const request: Step["request"] = (facts) => postPet(body(facts));
  return postingAfterFirst({ ...place, expectedValidity: "invalid", request });
}

export type KindOnWalk = keyof typeof kinds;

/**
 * An even number of kinds, so that each comes right after each: the rows of a Latin square that is balanced for what is carried
 * over (Williams, 1949), one after the other. In the first row each comes twice, and so after itself, too.
 */
export function balanced<Kind>(kinds: readonly Kind[]): readonly Kind[] {
  const { length } = kinds;
  // 0, last, 1, last but one, …: between neighbours every distance occurs once.
  const first = kinds.map((_, i) => (i % 2 === 0 ? i / 2 : length - (i + 1) / 2));
  return kinds.flatMap((_, row) =>
    first.flatMap((place) => {
      const at = (place + row) % length;
      const kind = kinds.slice(at, at + 1);
      return row === 0 ? [...kind, ...kind] : kind;
    }),
  );
}

/**
 * One request after the other, each kind right after each: what a request leaves behind for the next one shows, whichever the
 * two are (ruling 32). Every step requires the one before it.
 */
export const walk = derivedFrom((contract: Contract): readonly (readonly [KindOnWalk, Step])[] => {
  let before: StepRef = firstList;
  return balanced(Object.keys(kinds) as readonly KindOnWalk[]).map((name, i) => {
    const { what, step }: Kind = kinds[name];
    const ref = stepRef(`walk/${i + 1}/${name}`, `walk ${i + 1}, ${what}`);
    const place = { ...ref, profile: "thorough", phase: "alone", requires: [before] } as const;
    before = ref;
    return [name, step(place, contract)] as const;
  });
});

/** All requests of a kind on the walk: one case of a requirement. */
export function onWalk(contract: Contract, kind: KindOnWalk): readonly Pick<Case, "step" | "case">[] {
  const of = caseRef(`walk/${kind}`, `walk, ${kinds[kind].what}`);
  return walk(contract).flatMap(([name, step]) => (name === kind ? [{ step, case: of }] : []));
}
