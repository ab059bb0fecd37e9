import type { ClientSuite } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, isSameRequest, type Session, statusOf } from "#core/check/clients/session.ts";
import type { Advice } from "#core/check/results/defect.ts";
import { headerValues } from "#core/exchange/headers.ts";
import { adviceOfIds } from "./exact-integers/advice.ts";
import { adviceOfRequests } from "./requests/advice.ts";
import { noWaitMs } from "./retries/at-once.ts";
import { adviceOfEarlyRequests } from "./retry-after/advice.ts";
import type { AdviceTable } from "./shared/client-checks.ts";
import { requestsIn } from "./shared/requests.ts";
import { isForLater } from "./shared/steps.ts";

const byRequirement: AdviceTable = {
  ...adviceOfRequests,
  ...adviceOfIds,
  ...adviceOfEarlyRequests,
  "CLIENT-23": [ofTwoLayers],
};

/** Advice for one request by which a requirement fails, where more is known than the requirement says. */
export const adviceOf: ClientSuite["advice"] = (requirement, request, session, related) =>
  adviceOfFurtherTry(requirement, request, session) ??
  byRequirement[requirement]
    ?.map((advice) => advice(request, session, related))
    .find((one) => one !== undefined);

/** The part of a request that each requirement is about, as far as two tries of one request can be compared by it. */
const parts: Readonly<Record<string, (request: ClientExchange) => string>> = {
  "CLIENT-1": ({ headers }) => headerValues(headers, "authorization").join("\n"),
  "CLIENT-2": ({ headers }) => headers.map(([name]) => name.toLowerCase()).join("\n"),
  "CLIENT-13": ({ bodyBytes }) => (bodyBytes === 0 ? "" : "a body"),
  "CLIENT-14": ({ headers }) => headerValues(headers, "content-type").join("\n"),
  "CLIENT-15": ({ headers }) => headerValues(headers, "accept").join("\n"),
};

/** Advice for a further try that differs from the first in the part by which the requirement fails. */
function adviceOfFurtherTry(
  requirement: string,
  request: ClientExchange,
  session: Session,
): Advice | undefined {
  const partOf = parts[requirement];
  if (partOf === undefined) return undefined;
  const before = requestsIn(session).filter(({ endedAtMs }) => endedAtMs <= request.sentAtMs);
  const first = before.find(
    (one) => one.method === request.method && one.target === request.target && isFailed(one),
  );
  if (first === undefined || partOf(first) === partOf(request)) return undefined;
  return requirement === "CLIENT-13" ? bodyUsedUp : differs;
}

const isFailed = (one: ClientExchange): boolean => statusOf(one) === undefined || isForLater(one);

const bodyUsedUp: Advice = {
  likelyCause: "The first try has read the body to its end, and the next one sends what is left of it.",
  howToFix: "Keep the body as text or bytes, and give each try a new stream of it.",
};

const differs: Advice = {
  likelyCause:
    "Further tries differ from the first: the retry layer builds the request anew without this header, or adds another.",
  howToFix: "Send each try with the headers of the first, no more and no fewer.",
};

/** For tries of which some come at once and others after a wait. */
function ofTwoLayers(request: ClientExchange, session: Session): Advice | undefined {
  const tries = requestsIn(session).filter((one) => isSameRequest(one, request));
  const waitsMs = tries.slice(1).map((one, at) => one.sentAtMs - (tries[at]?.endedAtMs ?? 0));
  const atOnce = waitsMs.filter((ms) => ms < noWaitMs).length;
  return atOnce >= 2 && waitsMs.length - atOnce >= 2 ? twoLayers : undefined;
}

const twoLayers: Advice = {
  likelyCause:
    "Two layers try again: the HTTP library repeats a request at once whose connection was lost, as Java's HttpClient does, and each try of the client counts twice.",
  howToFix:
    "Turn off the retries of one layer, or let the client try fewer times, so that both together try at most five times.",
};
