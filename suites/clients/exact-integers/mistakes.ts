import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import { digitsOf, jsonOf, petsOf } from "../shared/answers.ts";
import { type MistakeTable, mistakeAmong, type Signs } from "../shared/client-checks.ts";
import { requestsIn } from "../shared/requests.ts";
import { is32BitsOf, isBeyondDoubles } from "./checks.ts";

interface SeenId {
  readonly request: ClientExchange;
  readonly session: Session;
}

/** For a client that ends at a big id, or writes one in another way. */
const signs: Signs<SeenId> = [
  ["rejected", isRejected],
  ["padded", ({ request }) => /^\/pets\/-?0\d+$/.test(request.target)],
  [
    "floating-point",
    ({ request }) => /^\/pets\/-?\d+(?:\.\d+)?(?:e(?:\+|%2B)?\d+|\.0+)$/i.test(request.target),
  ],
  ["of-32-bits", (seen) => isOfGiven(seen, is32BitsOf)],
  ["cut", (seen) => isOfGiven(seen, isBeginningOf)],
];

export const mistakesWithIds: MistakeTable = {
  "CLIENT-12": [(request, session) => mistakeAmong(signs, { request, session })],
};

function isRejected({ request, session: { end } }: SeenId): boolean {
  const holdsBigId = petsOf(request).some(({ id = "" }) => isBeyondDoubles(id));
  return holdsBigId && end.kind === "exited" && end.code !== 0;
}

/** Whether the id of a read, or the category of a create, is made in this way of one that the service gave before. */
function isOfGiven(
  { request: { target, body, sentAtMs }, session }: SeenId,
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
