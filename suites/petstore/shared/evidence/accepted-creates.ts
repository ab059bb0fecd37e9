import type { StepRef } from "#core/check/case.ts";
import {
  type Answered,
  derived,
  type Facts,
  findingsOn,
  hasStatus,
  isAnswered,
  statusClass,
} from "#core/check/facts.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import type { Contract } from "#core/contract/contract.ts";
import { recorded } from "#core/contract/recorded.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { utf8Text } from "#core/json/escape.ts";
import { isInt64 } from "#core/json/number.ts";
import { parseJson } from "#core/json/parse.ts";
import { member } from "#core/json/read.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { hasKey, isCreated, type PetView, petIn, petView } from "#suites/petstore/pets.ts";
import { reason } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";

/** A create that the target accepted, with what was sent and what came back. */
export interface AcceptedCreate {
  readonly exchange: Answered;
  /** The body that was sent, read as a pet. */
  readonly sent: PetView;
  readonly sentStatus: boolean;
  /** The pet in the 201; undefined when its body is no object. */
  readonly created: PetView | undefined;
}

/** Creates with the valid key that were accepted and whose body was a NewPet. */
export const acceptedCreates = derived((facts: Facts): readonly AcceptedCreate[] => {
  const acceptedIn = acceptedBy(facts.contract);
  return facts.exchanges.flatMap((exchange) => acceptedIn(exchange) ?? []);
});

const acceptedBy = derivedFrom((contract: Contract) =>
  derivedFrom((exchange: Exchange): AcceptedCreate | undefined => {
    if (!isCreate(exchange) || !isCreated(exchange)) return undefined;
    const sent = sentPet(exchange);
    if (sent === undefined || petstore(contract).schemas.NewPet.validate(sent.node).length > 0)
      return undefined;
    const sentStatus = member(sent.node, "status") !== undefined;
    return { exchange, sent, sentStatus, created: petIn(exchange) };
  }),
);

export function isCreate(exchange: Exchange): boolean {
  return exchange.request.method === "POST" && hasKey(exchange);
}

/** How many creates sent a name and were not rejected by a 4xx: so many pets may bear it (ruling 28). */
export function timesSent(name: string, facts: Facts): number {
  return namesSent(facts).get(name)?.length ?? 0;
}

const namesSent = derived((facts: Facts) => {
  const unrejected = facts.exchanges.filter((e) => isCreate(e) && statusClass(e) !== 4);
  return Map.groupBy(unrejected, (e) => sentPet(e)?.name);
});

/** Names that a rejected create sent, too: the rejected one may have stored a pet of that name (CREATE-10). */
export const namesRejected = derived((facts: Facts): ReadonlySet<string> => {
  const rejected = facts.exchanges
    .filter(isAnswered)
    .filter((e) => isCreate(e) && e.outcome.answer.status >= 400 && !hasStatus(e, 429));
  return new Set(rejected.flatMap((e) => sentPet(e)?.name ?? []));
});

/** The JSON object that a POST sent. Undefined for bytes that are not UTF-8: they cannot come back as sent. */
export const sentPet = derivedFrom((exchange: Exchange): PetView | undefined => {
  const bytes = recorded(exchange.request.body)?.bytes;
  const text = bytes && utf8Text(bytes)?.replace(/^\ufeff/, "");
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok && parsed.value.kind === "object" ? petView(parsed.value) : undefined;
});

/** The status that a created pet has: the one sent, else the one in its 201. */
export function statusOfAccepted({ sent, created }: AcceptedCreate): string | undefined {
  return sent.status ?? created?.status;
}

/** Why no id of a pet that a step created is known; where a cap or `--read-only` kept the create back, that is why. */
export function noIdOf(step: StepRef, facts: Facts, kind: "untested" | "inconclusive"): Unresolved {
  const unsent = facts.notSent(step);
  if (unsent?.kind === "untested") return unsent;
  return { kind, reason: reason("no-id-of", { step: step.label, came: whatCameOf(step, facts) }) };
}

/** `got 403 with an Error body`, `was not sent`. */
export function whatCameOf(step: StepRef, facts: Facts): string {
  const last = facts.answer(step) ?? facts.all(step).at(-1);
  return last === undefined ? "was not sent" : `got ${exchangeInWords(last)}`;
}

/** Why no created pet is known: how many were to be created, and what came of them. */
export function noneCreated(facts: Facts, kind: "untested" | "inconclusive"): Unresolved {
  const sent = facts.exchanges.filter((e) => isCreate(e) && findingsOn(e, facts.contract).allowed);
  const created = sent.filter((e) => isCreated(e)).length;
  const none = reason("none-created", { creates: sent.length });
  return { kind, reason: created === 0 ? none : reason("no-created-id", { creates: created }) };
}

/** The id of the pet that a step created; undefined when it created none, or one without an int64. */
export function createdId(facts: Facts, step: StepRef): bigint | undefined {
  const answer = facts.answer(step);
  const id = isCreated(answer) ? petIn(answer)?.id : undefined;
  return id !== undefined && isInt64(id) ? id : undefined;
}
