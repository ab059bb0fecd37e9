import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import { digitsOf, jsonOf, petsOf } from "../shared/answers.ts";
import { type AdviceTable, adviceAmong } from "../shared/client-checks.ts";
import { requestsIn } from "../shared/requests.ts";
import { is32BitsOf, isBeyondDoubles } from "./checks.ts";

/** For a client that ends at a big id, or writes one in another way. */
export const adviceOfIds: AdviceTable = {
  "CLIENT-12": [
    (request, session) =>
      adviceAmong(
        [
          [
            (one) => isRejected(one, session),
            "The client reads ids as integers of 32 bits, or as doubles with a check that they are safe, and ends where one is larger.",
            "Keep ids in integers of 64 bits, or as the text of their digits.",
          ],
          [
            ({ target }) => /^\/pets\/-?0\d+$/.test(target),
            "The id is padded with zeros to a fixed length.",
            "Send the digits of the id alone.",
          ],
          [
            ({ target }) => /^\/pets\/-?\d+(?:\.\d+)?(?:e(?:\+|%2B)?\d+|\.0+)$/i.test(target),
            "The id is kept as a floating-point number, and written as one.",
            "Keep ids in integers of 64 bits, or as the text of their digits.",
          ],
          [
            (one) => isOfGiven(one, session, is32BitsOf),
            "The id or category id is kept in a 32-bit integer, which cuts off the rest.",
            "Keep ids as 64-bit integers, or as strings of their digits.",
          ],
          [
            (one) => isOfGiven(one, session, isBeginningOf),
            "The id lacks its last digits: its text is cut to a fixed length.",
            "Send all digits of the id; there may be 19.",
          ],
        ],
        request,
      ),
  ],
};

function isRejected(request: ClientExchange, { end }: Session): boolean {
  const holdsBigId = petsOf(request).some(({ id = "" }) => isBeyondDoubles(id));
  return holdsBigId && end.kind === "exited" && end.code !== 0;
}

/** Whether the id of a read, or the category of a create, is made in this way of one that the service gave before. */
function isOfGiven(
  { target, body, sentAtMs }: ClientExchange,
  session: Session,
  isMade: (id: string, given: string) => boolean,
): boolean {
  const isRead = target !== "/pets";
  const text = isRead ? target.replace("/pets/", "") : body && digitsOf(jsonOf(body), "categoryId");
  const [digits] = /^-?\d{1,18}$/.exec(text ?? "") ?? [];
  return (
    digits !== undefined &&
    requestsIn(session)
      .filter((before) => before.endedAtMs <= sentAtMs)
      .flatMap(petsOf)
      .map(({ id = "", categoryId = "" }) => (isRead ? id : categoryId))
      .some((given) => /^-?\d{1,19}$/.test(given) && isMade(digits, given))
  );
}

/** Of so many digits that it is so by chance in hardly any case. */
const isBeginningOf = (id: string, given: string): boolean =>
  id.length >= 8 && id.length < given.length && given.startsWith(id);
