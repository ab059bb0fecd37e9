import {
  type ClientExchange,
  isSameRequest,
  type Session,
  timeInWords,
} from "#core/check/clients/session.ts";
import type { Advice } from "#core/check/results/defect.ts";
import { noWaitMs } from "../retries/at-once.ts";
import { codeOf } from "../shared/answers.ts";
import type { AdviceOf, AdviceTable } from "../shared/client-checks.ts";
import { refusalsIn } from "../shared/refusals.ts";
import { hadCompany, requestsIn } from "../shared/requests.ts";

/** A wait of this part of what was asked for was meant as all of it. */
const nearly = 0.8;

/** A wait that is this long was meant as one. */
const longWaitMs = 3_000;

/**
 * For a request that came before the time that a 429 named had passed.
 * @param atOnce where the first try comes at once
 */
const ofEarlyRequest =
  (atOnce: Advice): AdviceOf =>
  (early, session, refusedIds) => {
    const refusals = refusalsIn(session);
    const refusal = refusals.find(({ exchange }) => refusedIds.includes(exchange.id));
    if (refusal === undefined) return undefined;
    const refused = refusal.exchange;
    if (!isSameRequest(early, refused)) return ofOther(refused, session);
    const waitMs = early.sentAtMs - refused.endedAtMs;
    if (waitMs >= longWaitMs)
      return {
        likelyCause: `No wait is longer than some ${timeInWords(waitMs)}: an upper bound of the client is below Retry-After.`,
        howToFix: "Wait as long as Retry-After says, or give up and say so.",
      };
    const isObeyedBefore = refusals.some(
      ({ exchange, untilMs, askedMs }) =>
        askedMs > 0 &&
        exchange.id < refused.id &&
        isSameRequest(exchange, refused) &&
        refused.sentAtMs >= untilMs &&
        !refusals.some((one) => one.exchange.id > exchange.id && one.exchange.id < refused.id),
    );
    if (isObeyedBefore) return onceOnly;
    const askedMs = refusal.untilMs - refused.endedAtMs;
    if (waitMs >= nearly * askedMs) return aLittleEarly;
    // Ordinary bodies are looked at first: with those, it waits.
    if (codeOf(refused) === undefined) return bodyFirst;
    return waitMs < noWaitMs ? atOnce : undefined;
  };

/** For another request than the refused one. */
function ofOther(refused: ClientExchange, session: Session): Advice {
  const isTriedAgain = requestsIn(session).some((one) => one.id > refused.id && isSameRequest(one, refused));
  if (!isTriedAgain) return goesOn;
  return hadCompany(refused, session) ? otherTask : inBetween;
}

const aLittleEarly: Advice = {
  likelyCause:
    "The wait ends a little before the time in Retry-After: it is made shorter by jitter, or rounded down, or a timer fires early.",
  howToFix: "Add jitter to the wait, and do not subtract it; round the wait up.",
};

const otherTask: Advice = {
  likelyCause: "Another task of the client goes on while the one that got the 429 waits.",
  howToFix:
    "Keep the moment before which nothing may be sent with the key in one place, and let every task look at it before each request.",
};

const inBetween: Advice = {
  likelyCause: "The client sends another request before it tries the refused one again.",
  howToFix: "After a 429, send nothing with the key until the client has waited.",
};

const goesOn: Advice = {
  likelyCause: "The client goes on with its next request as if the one that got the 429 had been served.",
  howToFix:
    "Check the status of each answer. After a 429, wait as long as Retry-After says, or longer each time where it is missing, and send the same request again.",
};

const onceOnly: Advice = {
  likelyCause:
    "Only the first 429 is waited for: the next try is not handled in the same way, or an outer layer repeats it.",
  howToFix: "Handle the answer to each try alike, in one loop.",
};

const bodyFirst: Advice = {
  likelyCause:
    "Retry-After is not read where the body of the 429 is no Error: parsing it fails first, and the failure hides status and headers.",
  howToFix: "Look at status and Retry-After before the body is parsed, and parse it in a try.",
};

const tooLong: Advice = {
  likelyCause:
    "The client waits far longer than it was asked to: it reads the date in Retry-After in another time zone, or takes the seconds for a longer unit.",
  howToFix:
    "Read Retry-After as seconds, else as an HTTP date (RFC 9110, 10.2.3), which is always in GMT, and wait until then.",
};

/** For what came too early, or not at all. */
export const adviceOfEarlyRequests: AdviceTable = {
  "CLIENT-4": [
    ofEarlyRequest({
      likelyCause:
        "The first try comes at once: Retry-After is not read, or its seconds are treated as milliseconds or as a time in the past.",
      howToFix: "Wait as many seconds as Retry-After says before the first try.",
    }),
  ],
  "CLIENT-5": [
    ofEarlyRequest({
      likelyCause:
        "The first try comes at once: the date is not read, becomes 0 as a number, or is read as a time in the past, as in another time zone.",
      howToFix: tooLong.howToFix,
    }),
  ],
  "CLIENT-7": [
    (early, session, refusedIds) => {
      const refused = refusalsIn(session).find(({ exchange }) => refusedIds.includes(exchange.id))?.exchange;
      return refused === undefined || isSameRequest(early, refused) ? undefined : ofOther(refused, session);
    },
  ],
  "CLIENT-6": [(_, { end }) => (end.kind === "ended" ? tooLong : undefined)],
};
