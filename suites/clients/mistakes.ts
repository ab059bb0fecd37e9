import { type ClientExchange, isSameRequest, type Session, statusOf } from "#core/check/clients/session.ts";
import { headerValues } from "#core/exchange/headers.ts";
import { mistakesWithIds } from "./exact-integers/mistakes.ts";
import { mistakesInRequests } from "./requests/mistakes.ts";
import { noWaitMs } from "./retries/at-once.ts";
import { mistakesInWaits } from "./retry-after/mistakes.ts";
import type { Mistake, MistakeOf, MistakeTable } from "./shared/client-checks.ts";
import { requestsIn } from "./shared/requests.ts";
import { isForLater } from "./shared/steps.ts";

const byRequirement: MistakeTable = {
  ...mistakesInRequests,
  ...mistakesWithIds,
  ...mistakesInWaits,
  "CLIENT-23": [ofTwoLayers],
};

/** The mistake that one request gives away by which a requirement fails, if it gives one away. */
export function mistakeBehind(requirement: string, ...seen: Parameters<MistakeOf>): Mistake | undefined {
  const [request, session] = seen;
  const all = byRequirement[requirement] ?? [];
  return (
    ofFurtherTry(requirement, request, session) ??
    all.map((mistakeOf) => mistakeOf(...seen)).find((one) => one !== undefined)
  );
}

/** The part of a request that each requirement is about, as far as two tries of one request can be compared by it. */
const parts: Readonly<Record<string, (request: ClientExchange) => string>> = {
  "CLIENT-1": ({ headers }) => headerValues(headers, "authorization").join("\n"),
  "CLIENT-2": ({ headers }) => headers.map(([name]) => name.toLowerCase()).join("\n"),
  "CLIENT-13": ({ bodyBytes }) => (bodyBytes === 0 ? "" : "a body"),
  "CLIENT-14": ({ headers }) => headerValues(headers, "content-type").join("\n"),
  "CLIENT-15": ({ headers }) => headerValues(headers, "accept").join("\n"),
};

/** A further try that differs from the first in the part by which the requirement fails. */
function ofFurtherTry(requirement: string, request: ClientExchange, session: Session): Mistake | undefined {
  const partOf = parts[requirement];
  if (partOf === undefined) return undefined;
  const before = requestsIn(session).filter(({ endedAtMs }) => endedAtMs <= request.sentAtMs);
  const first = before.find(
    (one) => one.method === request.method && one.target === request.target && isFailed(one),
  );
  return first === undefined || partOf(first) === partOf(request) ? undefined : ["tries-differ"];
}

const isFailed = (one: ClientExchange): boolean => statusOf(one) === undefined || isForLater(one);

/** For tries of which some come at once and others after a wait. */
function ofTwoLayers(request: ClientExchange, session: Session): Mistake | undefined {
  const tries = requestsIn(session).filter((one) => isSameRequest(one, request));
  const waitsMs = tries.slice(1).map((one, at) => one.sentAtMs - (tries[at]?.endedAtMs ?? 0));
  const atOnce = waitsMs.filter((ms) => ms < noWaitMs).length;
  return atOnce >= 2 && waitsMs.length - atOnce >= 2 ? ["two-layers"] : undefined;
}
