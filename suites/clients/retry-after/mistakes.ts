import {
  type ClientExchange,
  isSameRequest,
  type Session,
  timeInWords,
} from "#core/check/clients/session.ts";
import { noWaitMs } from "../retries/at-once.ts";
import { codeOf } from "../shared/answers.ts";
import type { Mistake, MistakeOf, MistakeTable } from "../shared/client-checks.ts";
import { refusalsIn } from "../shared/refusals.ts";
import { hadCompany, requestsIn } from "../shared/requests.ts";

/** A wait of this part of what was asked for was meant as all of it. */
const nearly = 0.8;

/** A wait that is this long was meant as one. */
const longWaitMs = 3_000;

/** For a request that came before the time that a 429 named had passed. */
const ofEarlyRequest: MistakeOf = (early, session, refusedIds) => {
  const refusals = refusalsIn(session);
  const refusal = refusals.find(({ exchange }) => refusedIds.includes(exchange.id));
  if (refusal === undefined) return undefined;
  const refused = refusal.exchange;
  if (!isSameRequest(early, refused)) return ofOther(refused, session);
  const waitMs = early.sentAtMs - refused.endedAtMs;
  if (waitMs >= longWaitMs) return ["capped", { wait: timeInWords(waitMs) }];
  const isObeyedBefore = refusals.some(
    ({ exchange, untilMs, askedMs }) =>
      askedMs > 0 &&
      exchange.id < refused.id &&
      isSameRequest(exchange, refused) &&
      refused.sentAtMs >= untilMs &&
      !refusals.some((one) => one.exchange.id > exchange.id && one.exchange.id < refused.id),
  );
  if (isObeyedBefore) return ["once-only"];
  const askedMs = refusal.untilMs - refused.endedAtMs;
  if (waitMs >= nearly * askedMs) return ["a-little-early"];
  // Ordinary bodies are looked at first: with those, it waits.
  if (codeOf(refused) === undefined) return ["body-first"];
  return waitMs < noWaitMs ? ["at-once"] : undefined;
};

/** For another request than the refused one. */
function ofOther(refused: ClientExchange, session: Session): Mistake {
  const isTriedAgain = requestsIn(session).some((one) => one.id > refused.id && isSameRequest(one, refused));
  if (!isTriedAgain) return ["goes-on"];
  return hadCompany(refused, session) ? ["other-task"] : ["in-between"];
}

/** For what came too early, or not at all. */
export const mistakesInWaits: MistakeTable = {
  "CLIENT-4": [ofEarlyRequest],
  "CLIENT-5": [ofEarlyRequest],
  "CLIENT-7": [
    (early, session, refusedIds) => {
      const refused = refusalsIn(session).find(({ exchange }) => refusedIds.includes(exchange.id))?.exchange;
      return refused === undefined || isSameRequest(early, refused) ? undefined : ofOther(refused, session);
    },
  ],
  "CLIENT-6": [(_, { end }) => (end.kind === "ended" ? ["too-long"] : undefined)],
};
