import { type Answered, type Facts, isAnswered } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import type { Cause, CauseForm } from "#core/check/results/defect.ts";
import { member } from "#core/json/read.ts";
import { asked, idAsked, isCreated, petIn } from "../pets.ts";
import { copiesIn } from "./contrast/copies.ts";
import type { CreatedPets } from "./created-pets.ts";
import { aspectKey, isEmptyAtLimit, type Symptom } from "./symptom.ts";

/**
 * What two symptoms of one cause have in common, as keys: symptoms with the same key have the same cause. No key
 * names a requirement's meaning: they are made of where an answer is wrong, what was due and what came.
 */
export function keysOf(symptom: Symptom, created: CreatedPets, facts: Facts): readonly string[] {
  const { observation, exchange, aspect } = symptom;
  if (symptom.isOfEarlierRun) return ["pet of an earlier run"];
  const envelope = envelopeOf(symptom);
  return [
    ...(envelope === undefined ? [] : [`envelope ${envelope}`]),
    ...(copiesIn(facts).has(exchange.id) && (aspect.of === "body" || aspect.of === "field")
      ? ["answer to another request"]
      : []),
    // One wrong place of one answer, whoever looks at it.
    `exchange ${exchange.id} ${aspectKey(aspect)}`,
    ...((aspect.of === "body" || aspect.of === "status") && isEmptyAtLimit(exchange)
      ? ["empty list at the limit"]
      : []),
    ...(observation.finding.got.at === "nothing" && aspect.of === "field"
      ? [`exchange ${exchange.id} lacks fields`]
      : []),
    ...(aspect.of === "body" && isAnswered(exchange) && !isUtf8(exchange)
      ? ["bytes that are not UTF-8"]
      : []),
    ...(observation.finding.got.at === "repeated" && aspect.of === "header"
      ? [`repeated headers with ${symptom.got}`]
      : []),
    ...formKeys(symptom),
    ...petKeys(symptom, created),
    ...statusKeys(symptom),
    // If a requirement is broken in one way, it has one cause, wherever that is seen.
    `${observation.requirement} ${aspectKey(aspect)} ${gotForm(symptom)}`,
  ];
}

function isUtf8(exchange: Answered): boolean {
  return !bodyOf(exchange).problems.some(({ kind }) => kind === "invalid-utf8");
}

/** What came, without the values that change from answer to answer. */
function gotForm({ observation: { finding }, aspect, got }: Symptom): string {
  if (aspect.of === "status") return got !== undefined && got < 300 ? "accepted" : String(got);
  const { at = "elsewhere" } = finding.got;
  // If the whole body is wrong, it does not matter whether it is a list or a pet.
  return aspect.of === "body" && (at === "array" || at === "object") ? "JSON" : at;
}

/** Fields that the client sends: a valid value that is still wrong differs from the one sent. */
const sentFields = new Set(["name", "categoryId", "status"]);

/** The same defect in the answers of several operations: a header that is missing, a field of the wrong type. */
function formKeys(symptom: Symptom): string[] {
  const { observation, aspect, got, exchange, operation, shape } = symptom;
  const { at = "elsewhere" } = observation.finding.got;
  if (aspect.of === "header") return [`${aspectKey(aspect)} ${at === "nothing" ? "missing" : "wrong"}`];
  if (aspect.of === "field") {
    const kind = got !== undefined && got >= 400 ? "Error" : "Pet";
    const filtered =
      operation === "listPets" && aspect.name === "status" && asked(exchange, "status") !== undefined;
    const altered = !filtered && symptom.isValid && sentFields.has(aspect.name);
    return [
      ...(symptom.isValid ? [] : [`${kind} ${aspectKey(aspect)} ${at}`]),
      ...(altered ? [`${kind} ${aspect.name} altered`] : []),
      ...(operation === "getPet" && aspect.name === "id" ? [anotherPet] : []),
      ...(filtered ? ["filtered list of another status"] : []),
    ];
  }
  if (aspect.of === "answer") return ["no answer"];
  if (aspect.of !== "body") return [];
  if (isAnswered(exchange) && jsonOf(exchange) === undefined && /^\s*[[{]/.test(bodyOf(exchange).text))
    return ["JSON that cannot be read"];
  if (got !== undefined && got >= 400) return [`Error ${at}`];
  return shape === "pet" || shape === "error" || shape === "other" ? [] : [`lists ${shape}`];
}

/** A read by its id gives another pet. */
const anotherPet = "read of another pet";

/** The same status in place of the one that is due. */
function statusKeys(symptom: Symptom): string[] {
  const { aspect, got, exchange, operation, shape, isAllowed } = symptom;
  if (got === 429 && (aspect.of === "status" || aspectKey(aspect) === "header retry-after"))
    return [`429 ${exchange.id}`, ...(aspect.of === "status" ? ["429 too long"] : [])];
  if (aspect.of !== "status" || got === undefined) return [];
  const isKey = exchange.request.credential.kind !== "valid";
  const accepted = got < 300 && shape !== "error";
  const where = accepted || got >= 500 ? ` of ${operation}` : "";
  const due = idAsked(exchange);
  const served = due === undefined ? undefined : petIn(exchange)?.id;
  return [
    // Created as it should be, but for the status. That a wrong body is accepted is another defect.
    ...(got !== 201 && accepted && isAllowed && isCreated(exchange) ? [`created with ${got}`] : []),
    // No request asks for these.
    ...(accepted && isAllowed && got > 201 ? [`${operation} served with ${got}`] : []),
    ...(got === 401 && !isKey ? ["valid key refused"] : []),
    // The same crash, whatever is sent.
    ...(got >= 500 && isAnswered(exchange) ? [`${operation} ${got} ${bodyOf(exchange).text}`] : []),
    ...(accepted && !isKey ? [] : [`${dueOf(symptom)} → ${got}${where}`]),
    // Without a valid key, any answer but a 401 means that the key is not checked.
    ...(isKey ? [`no 401 of ${operation}`] : []),
    ...(isKey && accepted ? ["no 401"] : []),
    ...(served !== undefined && served !== due ? [anotherPet] : []),
    ...(accepted && !isKey && operation === "getPet" && petIn(exchange)?.id === undefined
      ? ["read of no pet"]
      : []),
  ];
}

/** What the request asks for, by what is wrong with it. */
function dueOf({ exchange, isAllowed, operation }: Symptom): string {
  if (exchange.request.credential.kind !== "valid") return "401";
  if (operation === "getPet") return "pet or 404";
  return isAllowed ? "success" : "400";
}

/** The same pet, seen again: what was stored of it, or whether it was. */
function petKeys(symptom: Symptom, created: CreatedPets): string[] {
  const { observation, exchange, aspect, got, shape } = symptom;
  const keys: string[] = [];
  if (exchange.request.method === "GET") {
    const read = idAsked(exchange);
    const about = [
      ...observation.finding.related.filter((id) => created.isCreate(id)),
      ...(read === undefined ? [] : created.creating({ id: read, name: undefined })),
    ];
    const absent = (aspect.of === "body" && shape === "list") || (aspect.of === "status" && got === 404);
    for (const id of about) {
      keys.push(`pet ${id} ${absent ? "absent" : aspectKey(aspect)}`);
      // A pet is found by its status, its name and its id.
      if (absent) for (const name of ["status", "name", "id"]) keys.push(`pet ${id} field ${name}`);
    }
  } else if (created.isCreate(exchange.id) && aspect.of === "field") {
    keys.push(`pet ${exchange.id} ${aspectKey(aspect)}`);
  }
  return keys;
}

/** The symptoms that this one follows from: it would not be there without them. */
export function followsFrom(symptom: Symptom, all: Grouped, created: CreatedPets): readonly Symptom[] {
  const { observation, exchange, pet, aspect } = symptom;
  const { byExchange } = all;
  const statuses = (id: number) => (byExchange.get(id) ?? []).filter((s) => s.aspect.of === "status");
  const creating = exchange.request.method === "GET" && pet !== undefined ? created.creating(pet) : [];
  // A pet of a body that was accepted and should not have been.
  const fromPet = creating
    .flatMap((id) => byExchange.get(id) ?? [])
    .filter((s) =>
      s.aspect.of === "status" ? !s.isAllowed : isOfName(s) && (aspect.of !== "field" || isOfName(symptom)),
    );
  // A body that was rejected, and is stored all the same.
  const fromRejected =
    exchange.request.method === "GET" && pet?.name !== undefined && all.rejectedNames.has(pet.name)
      ? all.storedThough
      : [];
  // A list or a read that lacks what the answer to the create already lacked.
  const fromCreate =
    exchange.request.method === "GET" && aspect.of !== "field"
      ? observation.finding.related
          .filter((id) => created.isCreate(id))
          .flatMap((id) => byExchange.get(id) ?? [])
          .filter((s) => s.aspect.of === "field")
      : [];
  // An answer about an id that several pets share may be about any of them.
  const fromId =
    pet?.id !== undefined && aspectKey(aspect) !== "field id" ? (all.bySharedId.get(pet.id) ?? []) : [];
  // The framework's own error has a label of its own.
  const fromForm =
    aspectKey(aspect) === "header content-type"
      ? (byExchange.get(exchange.id) ?? []).filter(
          (s) => (s.got ?? 0) >= 400 && (s.aspect.of === "field" || s.aspect.of === "body"),
        )
      : [];
  const fromStatus = aspect.of !== "status" && all.onlyWithStatus(symptom) ? statuses(exchange.id) : [];
  // A failure of a requirement on all answers follows from the failure on this one.
  const general = all.judgedOn(observation.requirement);
  const fromSpecific =
    aspect.of === "status"
      ? statuses(exchange.id).filter((s) => 2 * all.judgedOn(s.observation.requirement) < general)
      : [];
  return [...fromPet, ...fromRejected, ...fromCreate, ...fromId, ...fromForm, ...fromStatus, ...fromSpecific];
}

const isOfName = ({ aspect }: Symptom) => aspectKey(aspect) === "field name";

export interface Grouped {
  /** The names that rejected creates sent. */
  readonly rejectedNames: ReadonlySet<string>;
  readonly byExchange: ReadonlyMap<number, readonly Symptom[]>;
  /** Symptoms whose place is an id that several pets share, by that id. */
  readonly bySharedId: ReadonlyMap<bigint | undefined, readonly Symptom[]>;
  /** Symptoms of creates that were rejected rightly, and whose pets were stored all the same. */
  readonly storedThough: readonly Symptom[];
  /** How many exchanges a requirement was judged on. */
  judgedOn(requirement: string): number;
  /** True where the symptom is seen on answers of a wrong status alone. */
  onlyWithStatus(symptom: Symptom): boolean;
}

/** The member that holds what should be the whole body (a list, a pet, an Error); undefined where there is none. */
export function envelopeOf({ exchange, aspect }: Symptom): string | undefined {
  if (aspect.of !== "body" && aspect.of !== "field") return undefined;
  const body = jsonOf(exchange);
  if (body?.kind !== "object" || member(body, "id") !== undefined || member(body, "code") !== undefined)
    return undefined;
  return body.members.find(
    ({ value }) =>
      value.kind === "array" || member(value, "id") !== undefined || member(value, "code") !== undefined,
  )?.name;
}

export function adviceOfEnvelope(form: CauseForm): Cause["advice"] {
  return form.kind !== "enveloped"
    ? undefined
    : {
        likelyCause: `A response wrapper (an interceptor, a serialiser, a base controller) puts every body into \`${form.member}\`.`,
        howToFix:
          "Write the list, the pet and the Error as the body itself: leave these routes out of the wrapper.",
      };
}
