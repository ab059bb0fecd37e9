import type { Advice } from "../../../src/core/check/defect.ts";
import type { ClientExchange, Session } from "../../../src/core/check/session.ts";
import { petsOf } from "../shared/answers.ts";
import { requestsIn } from "../shared/requests.ts";

/** Advice for an id that is written as a floating-point number, or is the low 32 bits of one that the service gave before. */
export function adviceOfId(
  requirement: string,
  { target, sentAtMs }: ClientExchange,
  session: Session,
): Advice | undefined {
  if (requirement !== "CLIENT-12") return undefined;
  if (/^\/pets\/-?\d+(?:\.\d+)?(?:e(?:\+|%2B)?\d+|\.0+)$/i.test(target))
    return {
      likelyCause: "The id is kept as a floating-point number, and written as one.",
      howToFix: "Keep ids in integers of 64 bits, or as the text of their digits.",
    };
  const [, digits] = /^\/pets\/(-?\d{1,10})$/.exec(target) ?? [];
  if (digits === undefined) return undefined;
  const isCut = requestsIn(session)
    .filter((before) => before.endedAtMs <= sentAtMs)
    .flatMap(petsOf)
    .some(({ id = "" }) => /^-?\d{1,19}$/.test(id) && is32BitsOf(BigInt(digits), BigInt(id)));
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
