import { answeredWith, type Facts, isAnswered } from "#core/check/facts.ts";
import { headerValues } from "#core/exchange/headers.ts";
import { hints } from "./clues.ts";

/** That a header of the rate limit is missing everywhere, or is sent more than once. */
export const headers = hints({ at: /^header (?:x-ratelimit-|retry-after)/ }, [
  [
    { found: "nothing", got: 429, also: ({ facts }) => !isSent("x-ratelimit-limit", facts, 429) },
    "No 429 has the headers that other answers have: something in front of the service (a gateway, a proxy, a firewall) rejects requests, by a limit of its own; or the limiter rejects them before it writes any.",
    "Have it send Retry-After and the three X-RateLimit headers with its 429s.",
  ],
  [
    {
      at: /^header x-/,
      found: "nothing",
      also: ({ at, facts }) => !isSent(at.replace("header ", ""), facts),
    },
    "Nothing writes this header: the limiter sends some of the three, none, or others in their place.",
    "Write all three with every response, under these names: X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (a Unix timestamp); or declare that limits do not apply (--rate-limit off).",
  ],
  [
    { value: undefined, also: ({ found }) => found !== "nothing" },
    "The header is sent more than once: two limiters, or a proxy and the service, each write theirs.",
    "Let one place write it, and send one value.",
  ],
]);

/** True where an answer has the header; with a status, one that was answered with it. */
function isSent(name: string, { exchanges }: Facts, status?: number): boolean {
  const has = exchanges.filter(
    (e) => isAnswered(e) && headerValues(e.outcome.answer.headers, name).length > 0,
  );
  return has.some((e) => status === undefined || answeredWith(e, status));
}
