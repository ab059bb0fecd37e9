import type { Exchange } from "./exchange.ts";
import { headerValues } from "./headers.ts";

/** A body that says why says so near its beginning. */
const longestRead = 4096;

/** Whether a request with the valid key was answered 401 by a service that says that the key expired. */
export function namesExpiry({ request, outcome }: Pick<Exchange, "request" | "outcome">): boolean {
  if (request.credential.kind !== "valid" || outcome.kind !== "answer") return false;
  const { status, headers, text } = outcome.answer;
  if (status !== 401) return false;
  // RFC 6750, section 3.1: `error="invalid_token", error_description="The access token expired"`.
  return [...headerValues(headers, "www-authenticate"), text.slice(0, longestRead)].some((said) =>
    /expired/i.test(said),
  );
}
