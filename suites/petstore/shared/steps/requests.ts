import { stepRef } from "#core/check/case.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import type { FieldSchema } from "#core/contract/contract.ts";
import type { Credential, RequestSpec, StepId } from "#core/exchange/exchange.ts";
import { raw, type WritableJson, writeJson } from "#core/json/write.ts";
import { isCreated } from "#suites/petstore/pets.ts";
import { notApplicable, reason, untested } from "#suites/petstore/reasons.ts";
import { type Petstore, petstore } from "#suites/petstore/roles.ts";
import { markOf } from "../evidence/marks.ts";
import { fewestStatus, ordinaryCategory } from "../evidence/store.ts";

export const validKey: Credential = { kind: "valid" };
export const noKey: Credential = { kind: "none" };

export interface ListQuery {
  /** As it stands in the query; undefined: not sent. */
  readonly limit?: string | number | undefined;
  readonly status?: string | undefined;
}

export function listPets(query: ListQuery = {}, credential: Credential = validKey): RequestSpec {
  const pairs: [string, string][] = [];
  if (query.status !== undefined) pairs.push(["status", query.status]);
  if (query.limit !== undefined) pairs.push(["limit", String(query.limit)]);
  return { method: "GET", path: "/pets", query: pairs, credential };
}

/** A step that asks for a list as the interface allows it. */
export function listing(step: Omit<Step, "request">, query?: ListQuery): Step {
  return { expectedValidity: "valid", ...step, request: () => listPets(query) };
}

/** `GET /pets/{petId}`; the id as it stands in the path. */
export function getPet(id: bigint | string, credential: Credential = validKey): RequestSpec {
  return { method: "GET", path: `/pets/${encodeURIComponent(String(id))}`, credential };
}

export function getOrders(credential: Credential = validKey): RequestSpec {
  return { method: "GET", path: "/store/orders", credential };
}

export function postPet(
  body: string | Uint8Array,
  { credential = validKey, contentType = "application/json" as string | null } = {},
): RequestSpec {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    method: "POST",
    path: "/pets",
    credential,
    body: { bytes, contentType: contentType ?? undefined },
  };
}

/** The fields of a NewPet as a body is written; `undefined` leaves one out. */
export type NewPetFields = Readonly<Record<string, WritableJson | undefined>>;

/** The text of a NewPet: the fields given, and a sample for whatever else the contract requires, but for some. */
export function newPetText(
  { newPet }: Pick<Petstore, "newPet">,
  fields: NewPetFields,
  without: readonly string[] = [],
): string {
  const missing = newPet.required.filter((name) => !(name in fields) && !without.includes(name));
  const more = missing.map((name) => [name, sampleOf(newPet.properties.get(name))]);
  return writeJson({ ...fields, ...Object.fromEntries(more) });
}

/** A body that is right but for these fields, and without some, in an ordinary category. */
export function petText(facts: Facts, fields: NewPetFields, without: readonly string[] = []): string {
  const [categoryId, status] = [ordinaryCategory(facts).id, fewestStatus(facts)];
  const right = { name: undefined, categoryId, status, ...fields };
  const given = Object.entries(right).filter(([field]) => !without.includes(field));
  return newPetText(petstore(facts.contract), Object.fromEntries(given), without);
}

/** The same with the mark of its step as its name. */
export function markedText(
  facts: Facts,
  step: StepId,
  fields: NewPetFields = {},
  without?: readonly string[],
): string {
  return petText(facts, { name: markOf(facts, step), ...fields }, without);
}

function sampleOf(field: FieldSchema | undefined): WritableJson {
  if (field?.enum?.[0] !== undefined) return field.enum[0];
  switch (field?.types?.[0]) {
    case "integer":
    case "number":
      return field.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return raw("{}");
    default:
      return field?.format === "date" ? "2024-02-29" : "x".repeat(Math.max(1, field?.minLength ?? 1));
  }
}

export const readOnlyOmission: Unresolved = untested(
  "read-only",
  {},
  { change: "run without --read-only, in the standard profile" },
);

/**
 * The first create, which creating depends on, and its body again: two pets may be alike (ruling 10). No other create comes
 * between them, since a service that drops repetitions may remember the last create alone.
 */
export const firstBody = {
  once: stepRef("create"),
  again: stepRef("create/alike", "create, the same body again"),
} as const;

/** A step that sends a POST: sent in no run that only reads. */
export function posting(step: Step): Step {
  const isLater = step.effect === "create" && step.id !== firstBody.once.id && step.id !== firstBody.again.id;
  return {
    ...step,
    waitsFor: [...(step.waitsFor ?? []), ...(isLater ? [firstBody.again] : [])],
    asks: "createPet",
    effect: step.effect ?? "write",
    request: (facts: Facts) => (facts.setting.readOnly ? readOnlyOmission : step.request(facts)),
  };
}

/** A POST that is not sent if the first create was refused, since its answer would mean nothing. */
export function postingAfterFirst(step: Step): Step {
  const create = firstBody.once;
  return posting({
    ...step,
    requires: [...(step.requires ?? []), create],
    waitsFor: [...(step.waitsFor ?? []), firstBody.again],
    request: (facts: Facts) => {
      const answer = facts.answer(create);
      const omission = facts.notSent(create);
      if (omission?.kind === "untested" || omission?.remedy !== undefined) return omission;
      if (isCreated(answer)) return step.request(facts);
      const last = answer ?? facts.all(create).at(-1);
      return {
        kind: "inconclusive",
        reason:
          last === undefined
            ? reason("control-not-sent", { step: create.label })
            : reason("control-not-created", { step: create.label, got: exchangeInWords(last) }),
        cause: { kind: "control", step: create.id },
      };
    },
  });
}

/** A step that reads by id: sent while getPet is there to be judged (ruling 23), in the document too. */
export function reading(step: Step): Step {
  return {
    ...step,
    asks: "getPet",
    request: (facts: Facts) => {
      if (!facts.contract.operations.has("getPet")) return notInDocument("getPet");
      if ((facts.setting.removals.getPet ?? "before") === "before") return step.request(facts);
      return notApplicable("not-there");
    },
  };
}

export interface ReadStep extends Omit<Step, "request"> {
  /** What is read, or why nothing is; undefined where no pet is known that the id could be made from. */
  readonly petId: (facts: Facts) => bigint | string | Unresolved | undefined;
}

/** A step that reads the pet of an id, as the interface allows it. */
export function readBy({ petId, ...step }: ReadStep): Step {
  return reading({ expectedValidity: "valid", ...step, request: (facts) => getKnown(petId(facts)) });
}

export function getKnown(id: ReturnType<ReadStep["petId"]>): RequestSpec | Unresolved {
  return typeof id === "object" ? id : id === undefined ? untested("none-to-read") : getPet(id);
}

/** What the document does not name is not sent (ruling 16). */
export function notInDocument(operation: string): Unresolved {
  return notApplicable("not-in-document", { operation });
}
