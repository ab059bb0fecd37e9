import type { ClientExchange, Session } from "../../../src/core/check/session.ts";
import { type AdviceTable, adviceAmong } from "../shared/advice.ts";
import { petsOf } from "../shared/answers.ts";
import { requestsIn } from "../shared/requests.ts";

/** For an id that is written as a floating-point number, or is the low 32 bits of one that the service gave before. */
export const adviceOfIds: AdviceTable = {
  "CLIENT-12": [
    (request, session) =>
      adviceAmong(
        [
          [
            ({ target }) => /^\/pets\/-?\d+(?:\.\d+)?(?:e(?:\+|%2B)?\d+|\.0+)$/i.test(target),
            "The id is kept as a floating-point number, and written as one.",
            "Keep ids in integers of 64 bits, or as the text of their digits.",
          ],
          [
            (one) => isCut(one, session),
            "The id is kept in a 32-bit integer, which cuts off the rest.",
            "Keep ids as 64-bit integers, or as strings of their digits.",
          ],
        ],
        request,
      ),
  ],
};

function isCut({ target, sentAtMs }: ClientExchange, session: Session): boolean {
  const [, digits] = /^\/pets\/(-?\d{1,10})$/.exec(target) ?? [];
  if (digits === undefined) return false;
  return requestsIn(session)
    .filter((before) => before.endedAtMs <= sentAtMs)
    .flatMap(petsOf)
    .some(({ id = "" }) => /^-?\d{1,19}$/.test(id) && is32BitsOf(BigInt(digits), BigInt(id)));
}

function is32BitsOf(id: bigint, whole: bigint): boolean {
  return id !== whole && (id === BigInt.asIntN(32, whole) || id === BigInt.asUintN(32, whole));
}
