import { inconclusive, untested } from "../../check/core-reasons.ts";
import { answeredWith } from "../../check/facts.ts";
import type { Unresolved } from "../../check/unresolved.ts";
import type { RequestSpec, WholeExchange } from "../../exchange/exchange.ts";
import type { AnnouncedRate } from "../../exchange/pacing/rate-headers.ts";
import { isOfSharedLimit } from "./lock-out.ts";

/** How often such a request is sent: its limit is not worth a long wait. */
const maxTries = 3;

const limitedFromTheFirst: Unresolved = inconclusive("no-key-limited-from-the-first");

/**
 * Requests without the valid key may have a limit of their own, as small as the service likes: it shows nothing of a 401.
 * But where a request without any key was sent again after each wait, and none of its kind ever got 401, the reason lies in
 * the answers, and no more of them are sent.
 */
export function createAnonymousLimit() {
  let isRejected = false;
  let isLimited = false;
  return {
    /** Why this request is not sent. */
    omission: ({ credential }: RequestSpec): Unresolved | undefined =>
      isLimited && credential.kind === "none" ? limitedFromTheFirst : undefined,

    /**
     * Is given every answer to a request without the valid key, how many 429s this request has got, and what the last
     * answer to the valid key announced.
     */
    notJudged(
      made: WholeExchange,
      limited: number,
      ofKey: AnnouncedRate | undefined,
    ): Unresolved | undefined {
      const withoutAny = made.request.credential.kind === "none";
      if (withoutAny && answeredWith(made, 401)) isRejected = true;
      if (limited < maxTries) return undefined;
      if (isRejected || !withoutAny || isOfSharedLimit(made, ofKey)) return untested("no-key-limited");
      isLimited = true;
      return limitedFromTheFirst;
    },
  };
}
