import type { Advice } from "../../../src/core/check/defect.ts";
import type { ClientExchange, Session } from "../../../src/core/check/session.ts";
import { petsOf } from "../shared/answers.ts";
import { requestsIn } from "../shared/requests.ts";

/** Advice for an id that is written as a floating-point number, where CLIENT-12 fails because of it. */
export function adviceOfFloatingId(requirement: string, { target }: ClientExchange): Advice | undefined {
  return requirement === "CLIENT-12" && /^\/pets\/-?\d+(?:\.\d+)?(?:e(?:\+|%2B)?\d+|\.0+)$/i.test(target)
    ? {
        likelyCause: "The id is kept as a floating-point number, and written as one.",
        howToFix: "Keep ids in integers of 64 bits, or as the text of their digits.",
      }
    : undefined;
}

/** Advice for an id that is the low 32 bits of one that the service gave before, where CLIENT-12 fails because of it. */
export function adviceOfCutId(
  requirement: string,
  request: ClientExchange,
  session: Session,
): Advice | undefined {
  const [, digits] = /^\/pets\/(-?\d{1,10})$/.exec(request.target) ?? [];
  if (requirement !== "CLIENT-12" || digits === undefined) return undefined;
  const id = BigInt(digits);
  const isCut = requestsIn(session)
    .filter((before) => before.endedAtMs <= request.sentAtMs)
    .flatMap(petsOf)
    .some((pet) => pet.id !== undefined && /^-?\d{1,19}$/.test(pet.id) && is32BitsOf(id, BigInt(pet.id)));
  return isCut
    ? {
        likelyCause: "The id is kept in a 32-bit integer, which cuts off the rest.",
        howToFix: "Keep ids as 64-bit integers, or as strings of their digits.",
      }
    : undefined;
}

function is32BitsOf(id: bigint, whole: bigint): boolean {
  return id !== whole && (id === BigInt.asIntN(32, whole) || id === BigInt.asUintN(32, whole));
}
