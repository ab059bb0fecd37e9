import { adviceOfCutId } from "../../../suites/clients/exact-integers/advice.ts";
import { adviceOfRequest } from "../../../suites/clients/requests/advice.ts";
import { adviceOfEarlyRequest } from "../../../suites/clients/retry-after/advice.ts";
import type { Advice } from "../../core/check/defect.ts";
import type { ClientExchange, Session } from "../../core/check/session.ts";

/** Advice for one request by which a requirement fails, where more is known than the requirement says. */
export function adviceOf(
  requirement: string,
  request: ClientExchange,
  session: Session,
  related: readonly number[],
): Advice | undefined {
  return (
    adviceOfRequest(requirement, request, session) ??
    adviceOfCutId(requirement, request, session) ??
    adviceOfEarlyRequest(requirement, request, session, related)
  );
}
