import type { Advice } from "../../../src/core/check/defect.ts";
import { type ClientExchange, type Session, statusOf } from "../../../src/core/check/session.ts";
import { hasEmptyId, operationOf, requestsIn } from "../shared/requests.ts";

/** Advice for a read without an id, or a path with an extra slash, where CLIENT-10 fails because of it. */
export function adviceOfEmptyId(
  requirement: string,
  request: ClientExchange,
  session: Session,
): Advice | undefined {
  if (requirement !== "CLIENT-10" || request.method !== "GET" || !hasEmptyId(request)) return undefined;
  const create = requestsIn(session).findLast(
    (one) => operationOf(one) === "POST /pets" && one.endedAtMs <= request.sentAtMs,
  );
  const status = create && statusOf(create);
  if (status === undefined || status === 201)
    return {
      likelyCause:
        "The id that is put into the path is empty, or the path of the list is written with a slash at its end.",
      howToFix:
        "Do not read a pet whose id is not known, and write the path of the list as `/pets`, without a slash at its end.",
    };
  return {
    likelyCause: `The create before it was answered ${status}, and the client read the id of a pet from that answer, which has none.`,
    howToFix:
      "Look at the status before the body is read: only a 201 holds the id of the new pet. After any other answer, do not read it.",
  };
}
