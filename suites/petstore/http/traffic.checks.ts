import { caseRef } from "../../../src/core/check/case.ts";
import { isAnswered } from "../../../src/core/check/facts.ts";
import { observer } from "../../../src/core/check/observe.ts";
import type { TrafficCheck } from "../../../src/core/check/traffic-check.ts";
import type { Observation } from "../../../src/core/check/verdict.ts";
import { exchangeInWords } from "../../../src/core/check/words.ts";
import { ifRecorded } from "../../../src/core/contract/recorded.ts";
import { isCutShort } from "../../../src/core/exchange/exchange.ts";

const everyRequest = caseRef("every-request", "every request");

/**
 * HTTP-1. Subject: every answer whose JSON is whole, since not every recorder says where one broke off, and each that did. A request to which no answer
 * began shows nothing: the connection may have been an old one, which a server may close at any time (RFC 9112, 9.3.1),
 * and nobody knows how long the client waited.
 */
export const answeredWhole: TrafficCheck = {
  kind: "lone",
  about: "HTTP-1",
  alone: {},
  judge: ({ exchanges }) => {
    const observe = observer("HTTP-1", everyRequest);
    return exchanges.flatMap((exchange): Observation | [] => {
      if (isAnswered(exchange))
        return ifRecorded(exchange.outcome.answer.body)?.json?.ok ? observe.held(exchange) : [];
      const { outcome } = exchange;
      if (outcome.kind !== "failure" || !isCutShort(outcome.failure)) return [];
      return observe.broken(exchange, "a complete answer", {
        seen: exchangeInWords(exchange),
        place: undefined,
      });
    });
  },
};
