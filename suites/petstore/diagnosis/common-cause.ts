import { type Facts, findingsOn } from "#core/check/facts.ts";
import { textOf } from "#core/check/json-body.ts";
import type { CauseForm } from "#core/check/results/defect.ts";
import type { Place } from "#core/check/results/verdict.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { member } from "#core/json/read.ts";
import { asked, hasKey, idAsked, type PetView, petIn, petsIn } from "../pets.ts";
import { createdPets } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/**
 * The keys of a symptom: symptoms that share a key have the same cause. A key is made of where an answer is wrong, what was due
 * and what came.
 */
export function keysOf(symptom: Symptom): readonly string[] {
  const { observation, exchange, aspect, got, at } = symptom;
  const found = observation.finding.got.at ?? "elsewhere";
  if (symptom.comesAndGoes) return ["failures that come and go"];
  if (symptom.isOfEarlierRun) return ["pet of an earlier run"];
  const envelope = envelopeOf(symptom);
  // For a status and for a whole body, only the form of what came matters, not its exact value.
  const isJson = aspect.of === "body" && (found === "array" || found === "object");
  const form = aspect.of === "status" ? (isAccepted(symptom) ? "accepted" : got) : isJson ? "JSON" : found;
  const page = pageOf(exchange);
  return [
    ...when(envelope !== undefined, `envelope ${envelope}`),
    // What stands in front of the service rejects requests with a page of its own, whatever they ask.
    ...when(got === 403 && page !== undefined, `403 ${page}`),
    // The same place of the same answer, whichever requirement judges it.
    `exchange ${exchange.id} ${at}`,
    ...when(found === "nothing" && aspect.of === "field", `exchange ${exchange.id} lacks fields`),
    ...when(found === "repeated" && aspect.of === "header", `repeated headers with ${got}`),
    ...formKeys(symptom, found),
    ...petKeys(symptom),
    ...statusKeys(symptom),
    // The same requirement, broken in the same way by different answers.
    `${observation.requirement} ${at} ${form}`,
  ];
}

/** How an HTML page begins, which is an answer's body: behind that, the number of the request may stand in it. */
export function pageOf(exchange: Exchange): string | undefined {
  return /^\s*<(?:!doctype html|html)\b[\s\S]{0,300}/i.exec(textOf(exchange) ?? "")?.[0];
}

const when = (is: boolean, ...keys: readonly string[]): readonly string[] => (is ? keys : []);
const isAccepted = ({ got = 0 }: Symptom): boolean => got > 0 && got < 300;

/** Fields that the client sends: where a value is valid and still wrong, it differs from the one that was sent. */
export const sentFields: ReadonlySet<string> = new Set(["field name", "field categoryId", "field status"]);

/** A read by id that is answered with another pet, or a list that shows one in place of another. */
const anotherPet = "read of another pet";

/** A list that shows pets of another status, with its limit kept or not. */
const ofAnotherStatus = "filtered list of another status";

/** The same defect in the answers of several operations: a header that is missing, a field of the wrong type. */
function formKeys(symptom: Symptom, found: string): readonly string[] {
  const { aspect, at, body, got = 0, exchange, operation, shape, isValid } = symptom;
  if (aspect.of === "header") return [`${at} ${found === "nothing" ? "missing" : "wrong"}`];
  if (aspect.of === "field") {
    const of = `${got >= 400 ? "Error" : "Pet"} ${aspect.name}`;
    const isFilter =
      operation === "listPets" && at === "field status" && asked(exchange, "status") !== undefined;
    return [
      ...when(!isValid, `${of} ${found}`),
      ...when(!isFilter && isValid && sentFields.has(at), `${of} altered`),
      ...when(at === "field id" && (operation === "getPet" || isShownTwice(symptom)), anotherPet),
      ...when(isFilter, ofAnotherStatus),
    ];
  }
  if (aspect.of !== "body") return when(aspect.of === "answer", "no answer");
  if (body === undefined && /^\s*[[{]/.test(textOf(exchange) ?? "")) return ["JSON that cannot be read"];
  if (got >= 400) return [`Error ${found}`];
  return [
    ...when(shape === "list" || shape === "too-many", `lists ${shape}`),
    ...when(shape === "too-many" && misfiledIn(exchange).length > 0, ofAnotherStatus),
  ];
}

/** Keys of symptoms with the same wrong status in place of the one that is due. */
function statusKeys(symptom: Symptom): readonly string[] {
  const { aspect, got = 0, exchange, operation, shape, isAllowed, facts } = symptom;
  const isStatus = aspect.of === "status";
  if (got === 429 && (isStatus || symptom.at === "header retry-after"))
    return [`429 ${exchange.id}`, ...when(isStatus, "429 too long")];
  if (!isStatus || got === 0) return [];
  const { method, credential } = exchange.request;
  const [isKey, isPost] = [credential.kind !== "valid", method === "POST"];
  const accepted = isAccepted(symptom) && shape !== "error";
  const [due, served] = [idAsked(exchange), petIn(exchange)?.id];
  const hasProblems = findingsOn(exchange, facts.contract).problems.length > 0;
  // One that is answered with the pet of an earlier create was taken for that one.
  const isWrong = hasProblems && !createdPets(facts).isShared(served);
  const wanted = isKey ? "401" : operation === "getPet" ? "pet or 404" : isAllowed ? "success" : "400";
  const where = accepted || got >= 500 ? ` of ${operation}` : "";
  return [
    // Served correctly but for the status. Accepting a wrong body is another defect.
    ...when(
      accepted && !isKey && !hasProblems && got !== (isPost ? 201 : 200),
      `${operation} served with ${got}`,
    ),
    // One validation is to find all that may be wrong with a body.
    ...when(accepted && isPost && !isKey && isWrong, "wrong bodies accepted"),
    // The same error text means the same crash, whatever was sent.
    ...when(got >= 500, `${operation} ${got} ${textOf(exchange) ?? ""}`),
    ...when(!accepted || isKey, `${wanted} → ${got}${where}`),
    // Without a valid key, any answer but a 401 means that the key is not checked.
    ...when(isKey, `no 401 of ${operation}`),
    ...when(isKey && accepted, "no 401"),
    ...when(due !== undefined && served !== undefined && served !== due, anotherPet),
  ];
}

/** Keys of symptoms about the same pet: values that were stored wrongly, or a pet that is missing. */
function petKeys({ observation, exchange, aspect, at, got, shape, facts }: Symptom) {
  const created = createdPets(facts);
  if (exchange.request.method !== "GET")
    return when(created.isCreate(exchange.id) && aspect.of === "field", `pet ${exchange.id} ${at}`);
  const read = idAsked(exchange);
  const about = [
    ...observation.finding.related.filter((id) => created.isCreate(id)),
    ...(read === undefined ? [] : created.creating(read)),
  ];
  const isAbsent = (aspect.of === "body" && shape === "list") || (aspect.of === "status" && got === 404);
  // A pet may be missing because its status, its name or its id was stored wrongly.
  const places = isAbsent ? ["absent", "field status", "field name", "field id"] : [at];
  return about.flatMap((id) => places.map((place) => `pet ${id} ${place}`));
}

/** Gives the symptoms that a symptom follows from: it would not be there without them. */
export function precedingOf(symptoms: readonly Symptom[], facts: Facts) {
  const created = createdPets(facts);
  const byExchange = Map.groupBy(symptoms, ({ exchange }) => exchange.id);
  const isStatus = ({ aspect }: Symptom) => aspect.of === "status";
  const isOfName = ({ at }: Symptom) => at === "field name";
  const kindOf = ({ observation: { requirement, finding }, at }: Symptom) =>
    `${requirement} ${at} ${finding.got.at}`;
  const withStatus = new Set(symptoms.filter(isStatus).map(({ exchange }) => exchange.id));
  const elsewhere = new Set(symptoms.filter(({ exchange }) => !withStatus.has(exchange.id)).map(kindOf));
  const shared = symptoms.filter(({ at, pet }) => at === "field id" && created.isShared(pet?.id));
  const bySharedId = Map.groupBy(shared, ({ pet }) => pet?.id);
  const stored = symptoms.filter(({ observation }) => observation.requirement === "CREATE-10");
  const withWrongId = symptoms.filter(
    ({ observation, operation, at }) =>
      observation.requirement === "CREATE-20" && operation === "listPets" && at === "field id",
  );
  const on = (ids: readonly number[], is: (one: Symptom) => boolean) =>
    ids.flatMap((id) => byExchange.get(id) ?? []).filter(is);
  const misfiled = Map.groupBy(
    symptoms.flatMap((one) =>
      misfiledIn(one.exchange).flatMap(({ id }) => created.creating(id).map((by) => ({ by, one }))),
    ),
    ({ by }) => by,
  );
  return (symptom: Symptom): readonly Symptom[] => {
    const { observation, exchange, pet, aspect, at } = symptom;
    const [isRead, own] = [exchange.request.method === "GET", [exchange.id]];
    const ofPet = isRead && pet !== undefined ? created.creating(pet.id, pet.name) : [];
    const ofCreate =
      isRead && aspect.of !== "field" ? observation.finding.related.filter(created.isCreate) : [];
    return [
      // A wrong pet in a list or a read follows from the create that accepted its wrong body.
      ...on(ofPet, (one) =>
        isStatus(one) ? !one.isAllowed : isOfName(one) && (aspect.of !== "field" || isOfName(symptom)),
      ),
      // … or that stored one which it rejected.
      ...(isRead && created.isRejected(pet?.name) ? stored : []),
      // A list that lacks a pet follows from the list of another status that shows it in its place.
      ...ofCreate.flatMap((by) => misfiled.get(by) ?? []).map(({ one }) => one),
      // A list or a read that lacks a pet follows from a wrong field in the answer to its create.
      ...on(ofCreate, (one) => one.aspect.of === "field"),
      // A read by an id that lists alone show follows from lists that show another id than the create.
      ...(isRead && symptom.got === 404 && isListedAlone(exchange, facts) ? withWrongId : []),
      // A list that has an id twice follows from the create that got an id again.
      ...(isRead && at === "field id" ? on(ofPet, (one) => one.at === at) : []),
      // An answer about an id that several pets share may be about any of them.
      ...(pet?.id !== undefined && at !== "field id" ? (bySharedId.get(pet.id) ?? []) : []),
      // A wrong body that is answered with the pet of an earlier create was taken for that one, as others were.
      ...(isStatus(symptom) && hasKey(exchange) && created.isShared(petIn(exchange)?.id) ? shared : []),
      // A symptom that only answers with a wrong status show follows from that status.
      ...(!isStatus(symptom) && !elsewhere.has(kindOf(symptom)) ? on(own, isStatus) : []),
    ];
  };
}

/** True of a read of a pet that this run did not create. */
function isListedAlone(exchange: Exchange, facts: Facts): boolean {
  const read = idAsked(exchange);
  return read !== undefined && !createdPets(facts).has(read);
}

/** True of a list that has a pet twice which was created once. */
function isShownTwice({ operation, isValid, pet, facts }: Symptom): boolean {
  return operation === "listPets" && isValid && createdPets(facts).creating(pet?.id).length < 2;
}

/** The pets of another status that a filtered list shows. */
function misfiledIn(exchange: Exchange): readonly PetView[] {
  const due = asked(exchange, "status");
  return due === undefined ? [] : (petsIn(exchange) ?? []).filter(({ status }) => status !== due);
}

/** The member that holds what should be the whole body (a list, a pet, an Error); undefined where there is none. */
export function envelopeOf({ aspect, body, operation, got = 0 }: Symptom): string | undefined {
  const isList = operation === "listPets" && got < 400;
  const isOwn = (node: typeof body) => member(node, "id") !== undefined || member(node, "code") !== undefined;
  if ((aspect.of !== "body" && aspect.of !== "field") || body?.kind !== "object" || isOwn(body))
    return undefined;
  return body.members.find(({ value }) => (isList && value.kind === "array") || isOwn(value))?.name;
}

/** What is wrong in the answers of a cause whose best symptom this is. */
export function formOf(symptom: Symptom): CauseForm {
  const { aspect, got = 0, body, operation } = symptom;
  const { place } = symptom.observation.finding;
  switch (aspect.of) {
    case "answer":
      return { kind: "no-answer" };
    case "header":
      return { kind: "header", name: place?.in === "header" ? place.name : (aspect.name ?? "") };
    case "status":
      return got < 300 ? { kind: "accepted" } : { kind: "status", status: got };
    case "field":
      // An item that should not be in the list has no wrong id.
      return isWholeItem(place)
        ? { kind: "body", place }
        : { kind: "field", name: aspect.name ?? "", ...wrongType(symptom) };
    case "body":
      return operation === "listPets" && got === 200 && body?.kind === "object"
        ? { kind: "wrapped-list", member: envelopeOf(symptom) }
        : { kind: "body", place };
  }
}

function isWholeItem(place: Place | undefined): boolean {
  return place?.in === "body" && /^\/[0-9]+$/.test(place.pointer);
}

/** The JSON type of an id that is no number, or of a name that is no string. */
function wrongType({ at, shown }: Symptom): { readonly type?: string } {
  const due =
    at === "field id" || at === "field categoryId" ? "number" : at === "field name" ? "string" : shown?.kind;
  return shown === undefined || shown.kind === due ? {} : { type: shown.kind };
}
