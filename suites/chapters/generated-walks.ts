import type { Arbitrary } from "fast-check";
import { served } from "../../src/core/check/answers.ts";
import { scenario } from "../../src/core/check/check.ts";
import type { Expectation } from "../../src/core/check/expectation.ts";
import { type Answered, answeredWith, type Facts, hasStatus } from "../../src/core/check/facts.ts";
import { type Ask, type Generators, generating } from "../../src/core/check/generate.ts";
import type { Step } from "../../src/core/check/step.ts";
import type { Unresolved } from "../../src/core/check/unresolved.ts";
import type { Exchange, RequestSpec } from "../../src/core/exchange/exchange.ts";
import { isInt64 } from "../../src/core/json/number.ts";
import { acceptedCreates } from "../evidence/accepted-creates.ts";
import { serialMark } from "../evidence/marks.ts";
import { askedLimit, askedStatus, ordinaryCategory } from "../evidence/store.ts";
import { petIn } from "../petstore/pets.ts";
import { petstore } from "../petstore/roles.ts";
import { firstList, generatedCreates } from "../steps/named-steps.ts";
import { getPet, listPets, newPetText, posting, postPet } from "../steps/requests.ts";
import { asManyAsAsked } from "./generated-lists.ts";
import { askedId, thatPet } from "./get-pet.ts";
import { onlyLists, storeHoldsMoreThan } from "./list-pets.ts";
import { filterAndLimitCouldShow, filterCouldShow, listOfStatus } from "./status-filter.ts";

/** One request of a walk; `nth` counts the pets that the walk itself has created. */
type Command =
  | { readonly do: "create"; readonly status: string | undefined }
  | { readonly do: "list"; readonly limit: number | undefined; readonly status: string | undefined }
  | { readonly do: "read"; readonly nth: number };

const longestWalk = 6;
const mostCreates = 2;
const walks = 4;

function commands(fc: Generators, { contract }: Facts): Arbitrary<readonly Command[]> {
  const { minimum = 1, maximum = minimum } = petstore(contract).limit;
  const status = fc.constantFrom(undefined, ...petstore(contract).statuses);
  const limit = fc.option(fc.integer({ min: minimum, max: maximum }), { nil: undefined });
  const command = fc.oneof<Arbitrary<Command>[]>(
    fc.record({ do: fc.constant("create" as const), status }),
    fc.record({ do: fc.constant("list" as const), limit, status }),
    fc.record({ do: fc.constant("read" as const), nth: fc.nat({ max: mostCreates - 1 }) }),
  );
  return fc.array(command, { minLength: 2, maxLength: longestWalk });
}

/** The walk itself: a model of what it created says which pet a command is about. Where there is none, nothing is sent. */
async function walk(steps: readonly Command[], ask: Ask, facts: Facts): Promise<boolean> {
  const ids: bigint[] = [];
  let creates = 0;
  for (const command of steps) {
    const spec = requestOf(command, ids, facts);
    if (spec === undefined || (command.do === "create" && creates >= mostCreates)) continue;
    if (command.do === "create") creates += 1;
    const answer = await ask(spec);
    if (answer === undefined) return true;
    if (expectationOf(answer).mismatch(answer, facts) !== undefined) return false;
    const id = command.do === "create" ? petIn(answer)?.id : undefined;
    if (id !== undefined && isInt64(id)) ids.push(id);
  }
  return true;
}

function requestOf(
  command: Command,
  ids: readonly bigint[],
  facts: Facts,
): ((nth: number) => RequestSpec) | undefined {
  if (command.do === "list") return () => listPets({ limit: command.limit, status: command.status });
  if (command.do === "create") {
    return (nth) =>
      postPet(
        newPetText(petstore(facts.contract), {
          name: serialMark(facts, "w", nth),
          categoryId: ordinaryCategory(facts, nth).id,
          status: command.status,
        }),
      );
  }
  const id = ids[command.nth % Math.max(1, ids.length)];
  const readable =
    facts.contract.operations.has("getPet") && (facts.setting.removals.getPet ?? "before") === "before";
  return id === undefined || !readable ? undefined : () => getPet(id);
}

/** A pet that was created a moment ago may not be read yet (ruling 6): its 404 is no reason to look further. */
function expectationOf(answer: Answered): Expectation<"served"> {
  if (isCreate(answer)) return served(201);
  if (!isList(answer)) return hasStatus(answer, 404) ? served(404) : thatPet;
  return askedStatus(answer) === undefined ? asManyAsAsked : ofAskedStatus;
}

const isCreate = ({ request }: Exchange) => request.method === "POST";
const isList = ({ request }: Exchange) => request.method === "GET" && request.path === "/pets";
/** True for lists with these query parameters and no others. */
const asks =
  (...names: readonly string[]) =>
  (exchange: Exchange) =>
    isList(exchange) && (exchange.request.query ?? []).map(([name]) => name).join() === names.join();

/** Pets of the status that was asked for; what the limit says is judged by others. */
const ofAskedStatus: Expectation<"served"> = {
  kind: "served",
  words: "200 with a list, each with the status that was asked for",
  mismatch: (answer, facts) => listOfStatus(askedStatus(answer) ?? "", undefined).mismatch(answer, facts),
};

const walkStep: Step = posting(
  generating(
    {
      label: generatedCreates.walks.label,
      profile: "thorough",
      priority: "never",
      requires: [firstList],
      effect: "create",
      expectedValidity: "valid",
    },
    { runs: walks, inputs: commands, holds: walk },
    { requests: walks * longestWalk, creates: walks * mostCreates },
  ),
);

/** LIST-2. Subject: a list without a limit, between creates, reads and other lists. */
export const defaultOnWalk = scenario("LIST-2", (contract) => {
  const { limit } = petstore(contract);
  return limit.default === undefined
    ? []
    : [
        {
          step: walkStep,
          of: asks(),
          precondition: onlyLists,
          expect: asManyAsAsked,
          vacuousWhen: (_, facts) => storeHoldsMoreThan(facts, limit.default ?? 0),
        },
      ];
});

/** LIST-4. Subject: a list with a limit, between creates, reads and other lists. */
export const limitOnWalk = scenario("LIST-4", (contract) => {
  const { limit } = petstore(contract);
  return limit.declared
    ? [
        {
          step: walkStep,
          of: asks("limit"),
          precondition: onlyLists,
          expect: asManyAsAsked,
          vacuousWhen: (answer, facts) => storeHoldsMoreThan(facts, askedLimit(answer, facts) ?? 0),
        },
      ]
    : [];
});

/** STATUS-1. Subject: a filtered list, with a limit or without, between creates, reads and other lists. */
export const statusOnWalk = scenario("STATUS-1", (contract) => {
  const { statuses } = petstore(contract);
  return statuses.length === 0
    ? []
    : [
        {
          step: walkStep,
          of: (exchange) => asks("status")(exchange) || asks("status", "limit")(exchange),
          precondition: onlyLists,
          expect: ofAskedStatus,
          vacuousWhen: (answer, facts) => filterCouldShow(answer, facts, askedStatus(answer) ?? ""),
        },
      ];
});

/** STATUS-2. Subject: the same with a limit. */
export const bothOnWalk = scenario("STATUS-2", (contract) => {
  const { statuses, limit } = petstore(contract);
  return statuses.length === 0 || !limit.declared
    ? []
    : [
        {
          step: walkStep,
          of: asks("status", "limit"),
          precondition: onlyLists,
          expect: asManyAsAsked,
          vacuousWhen: (answer, facts) =>
            filterAndLimitCouldShow(answer, facts, askedStatus(answer) ?? "", askedLimit(answer, facts) ?? 0),
        },
      ];
});

/** GET-1. Subject: a read of a pet that the walk created. */
export const readOnWalk = scenario("GET-1", () => [
  {
    step: walkStep,
    of: ({ request }) => request.method === "GET" && request.path !== "/pets",
    expect: {
      ...thatPet,
      mismatch: (answer, facts) =>
        mayLag(answer, facts) === undefined ? thatPet.mismatch(answer, facts) : undefined,
    },
    vacuousWhen: mayLag,
  },
]);

function mayLag(answer: Answered, facts: Facts): Unresolved | undefined {
  if (!answeredWith(answer, 404)) return undefined;
  const id = askedId(answer);
  const created = acceptedCreates(facts).find((accepted) => accepted.created?.id === id)?.exchange;
  const ageMs = answer.sentAtMs - (created?.endedAtMs ?? Number.NEGATIVE_INFINITY);
  return ageMs <= facts.setting.consistencyWaitMs
    ? { reason: "a pet that was created a moment ago may not be read yet", kind: "untested" }
    : undefined;
}
