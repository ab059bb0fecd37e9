import { caseRef } from "#core/check/case.ts";
import type { ClientCheck } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, plainAmong, type Session } from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { percentDecoded } from "#core/json/escape.ts";
import { exactInteger } from "#core/json/number.ts";
import { digitsOf, jsonOf, petsOf } from "../shared/answers.ts";
import { type Observing, ofSessions } from "../shared/client-checks.ts";
import { named, requestsIn } from "../shared/requests.ts";

export const beyondDoubles = caseRef("id-beyond-2-53", "an id beyond 2^53");

/**
 * CLIENT-12. Subject: an id in a path, or a category in a create, that is one the service gave before, or what became of
 * one: its double, another spelling of it, or any other id of a client that reads none of its own where ids are small.
 */
const exactIds = ofSessions("CLIENT-12", beyondDoubles, (session, observe, { sessions }) => [
  ...idsOfSession(session, observe),
  ...lostIds(session, observe, sessions),
]);

/**
 * Ids in paths that the service never gave, where all ids are big, of a client that otherwise reads only ids that it was
 * given.
 */
function lostIds(
  session: Session,
  { broken }: Observing,
  sessions: readonly Session[],
): readonly Observation[] {
  const plain = plainAmong(sessions);
  if (session.situation !== "big-ids" || plain === undefined || plain.end.kind !== "exited") return [];
  const usualIds = usesOfIds(plain).filter(({ name }) => name === "id");
  if (usualIds.length === 0 || usualIds.some(({ isGiven }) => !isGiven)) return [];
  const usual = new Set(requestsIn(plain).map(named));
  return usesOfIds(session)
    .filter(({ name, isGiven, meant }) => name === "id" && !isGiven && meant === undefined)
    .filter(({ request }) => !usual.has(named(request)))
    .map(({ request }) => broken(request, "an id that the service gave", named(request)));
}

function idsOfSession(session: Session, { held, broken }: Observing): readonly Observation[] {
  return usesOfIds(session).flatMap(({ request, name, digits, isGiven, meant }) => {
    if (meant !== undefined)
      return [broken(request, `the ${name} ${meant}, as it was given`, `${digits} in ${named(request)}`)];
    return isGiven && isBeyondDoubles(digits) ? [held(request)] : [];
  });
}

/** The requests with an id that is the double of one that the service gave: their answers follow from that. */
export function requestsWithRoundedIds(session: Session): ReadonlySet<ClientExchange> {
  return new Set(usesOfIds(session).flatMap(({ request, meant }) => (meant === undefined ? [] : request)));
}

interface UseOfId extends SentId {
  readonly request: ClientExchange;
  /** Whether the service gave it before. */
  readonly isGiven: boolean;
  /** The id that was given, where another text was sent that is the same double. */
  readonly meant: string | undefined;
}

function usesOfIds(session: Session): readonly UseOfId[] {
  const given = { id: new Set<string>(), categoryId: new Set<string>() };
  const uses: UseOfId[] = [];
  for (const request of requestsIn(session)) {
    for (const { name, digits } of sentIds(request)) {
      const isGiven = given[name].has(digits);
      const meant = isGiven
        ? undefined
        : [...given[name]].find(
            // JSON has several spellings of a category; a path has only one of an id.
            (known) =>
              ((name === "id" || isBeyondDoubles(known)) &&
                Number(known) === Number(digits) &&
                mayBeRounded(digits)) ||
              (name === "categoryId" && isBeyondDoubles(known) && is32BitsOf(digits, known)),
          );
      uses.push({ request, name, digits, isGiven, meant });
    }
    for (const pet of petsOf(request))
      for (const name of ["id", "categoryId"] as const) {
        const digits = pet[name];
        if (digits !== undefined) given[name].add(digits);
      }
  }
  return uses;
}

/** False for an integer that no double has: the client knows it from an answer that is not in the evidence. */
function mayBeRounded(digits: string): boolean {
  if (!/^-?[1-9]\d*$/.test(digits)) return true;
  const double = Number(digits);
  return digits === String(double) || (Number.isFinite(double) && BigInt(digits) === BigInt(double));
}

/** Whether a conversion to an integer of 32 bits makes this of it, whether it cuts or saturates. */
function is32BitsOf(digits: string, known: string): boolean {
  const whole = BigInt(known);
  const made = [BigInt.asIntN(32, whole), BigInt.asUintN(32, whole), 2n ** 31n - 1n];
  return digits !== known && made.map(String).includes(digits);
}

export function isBeyondDoubles(digits: string): boolean {
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits));
}

interface SentId {
  readonly name: "id" | "categoryId";
  readonly digits: string;
}

function sentIds({ method, target, body }: ClientExchange): readonly SentId[] {
  const [, segment] = /^\/pets\/([^/?]+)/.exec(target) ?? [];
  if (segment !== undefined) return [{ name: "id", digits: percentDecoded(segment) }];
  if (method !== "POST" || body === undefined) return [];
  const digits = digitsOf(jsonOf(body), "categoryId");
  // JSON has several spellings of an integer: `1.0` and `1e2` are others of it.
  return digits === undefined ? [] : [{ name: "categoryId", digits: String(exactInteger(digits) ?? digits) }];
}

export const checks: readonly ClientCheck[] = [exactIds];
