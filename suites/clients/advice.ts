import type { Advice } from "../../src/core/check/defect.ts";
import type { ClientExchange, Session } from "../../src/core/check/session.ts";
import { adviceOfId } from "./exact-integers/advice.ts";
import { adviceOfRequest } from "./requests/advice.ts";
import { adviceOfFurtherTry } from "./requests/further-tries.ts";
import { adviceOfEarlyRequest } from "./retry-after/advice.ts";

/** Advice for one request by which a requirement fails, where more is known than the requirement says. */
export function adviceOf(
  requirement: string,
  request: ClientExchange,
  session: Session,
  related: readonly number[],
): Advice | undefined {
  return (
    adviceOfFurtherTry(requirement, request, session) ??
    adviceOfRequest(requirement, request, session) ??
    adviceOfId(requirement, request, session) ??
    adviceOfEarlyRequest(requirement, request, session, related)
  );
}
