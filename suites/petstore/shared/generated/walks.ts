import type { Arbitrary } from "fast-check";
import type { Case, Scenario } from "#core/check/check.ts";
import { type Expectation, served } from "#core/check/expectation.ts";
import { type Answered, type Facts, hasStatus } from "#core/check/facts.ts";
import { type Ask, type Generators, generating } from "#core/check/inputs/generate.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Exchange, RequestSpec } from "#core/exchange/exchange.ts";
import { isInt64 } from "#core/json/number.ts";
import { asked, petIn } from "#suites/petstore/pets.ts";
import { type Petstore, petstore } from "#suites/petstore/roles.ts";
import { ordinaryCategory } from "../evidence/store.ts";
import { listOfStatus } from "../steps/filtered-lists.ts";
import { asManyAsAsked, onlyLists } from "../steps/lists.ts";
import { firstList, generatedCreates } from "../steps/named-steps.ts";
import { thatPet } from "../steps/reads.ts";
import { getPet, listPets, posting, postPet } from "../steps/requests.ts";
import { body, type GeneratedScenario, generatedScenario } from "./values.ts";

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

/** Performs a walk: a model of what it created decides which pet a command is about. If there is none, nothing is sent. */
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
    const { status } = command;
    const fields = (nth: number) => ({ categoryId: ordinaryCategory(facts, nth).id, status });
    return (nth) => postPet(body(facts, "w", nth, fields(nth)));
  }
  const id = ids[command.nth % Math.max(1, ids.length)];
  const readable =
    facts.contract.operations.has("getPet") && (facts.setting.removals.getPet ?? "before") === "before";
  return id === undefined || !readable ? undefined : () => getPet(id);
}

/** A pet that was just created may not be readable yet (ruling 6): its 404 is no reason to try smaller inputs. */
function expectationOf(answer: Answered): Expectation<"served"> {
  if (isCreate(answer)) return served(201);
  if (!isList(answer)) return hasStatus(answer, 404) ? served(404) : thatPet;
  return asked(answer, "status") === undefined ? asManyAsAsked : ofAskedStatus;
}

const isCreate = ({ request }: Exchange) => request.method === "POST";
const isList = ({ request }: Exchange) => request.method === "GET" && request.path === "/pets";
/** True for lists with these query parameters and no others. */
export const asks =
  (...names: readonly string[]) =>
  (exchange: Exchange) =>
    isList(exchange) && (exchange.request.query ?? []).map(([name]) => name).join() === names.join();

/** Pets of the status that was asked for; other checks judge the limit. */
export const ofAskedStatus: Expectation<"served"> = {
  kind: "served",
  words: "200 with a list, each with the status that was asked for",
  mismatch: (answer, facts) => listOfStatus(asked(answer, "status") ?? "", undefined).mismatch(answer, facts),
};

export const walkStep: Step = posting(
  generating(
    {
      ...generatedCreates.walks,
      profile: "thorough",
      requires: [firstList],
      effect: "create",
      expectedValidity: "valid",
    },
    { runs: walks, inputs: commands, holds: walk },
    { requests: walks * longestWalk, creates: walks * mostCreates },
  ),
);

/** A case about the lists of a walk that have these parameters. None where the document lacks what it is about. */
export function listsOnWalk(
  about: string,
  isInDocument: (document: Petstore) => boolean,
  listed: Omit<Case, "step">,
): GeneratedScenario {
  const cases: Scenario["cases"] = (contract) =>
    isInDocument(petstore(contract)) ? [{ step: walkStep, precondition: onlyLists, ...listed }] : [];
  return generatedScenario(about, cases, "walk");
}
