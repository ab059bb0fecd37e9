import { isAnswered } from "#core/check/facts.ts";
import { trafficCheck } from "#core/check/traffic-check.ts";
import { ifRecorded } from "#core/contract/recorded.ts";
import { isCutShort } from "#core/exchange/exchange.ts";
import { everyRequest, notWhole } from "./checks.ts";

/**
 * HTTP-1. Subject: every answer whose JSON is whole, since not every recorder says where one broke off, and each that did. A request to which no answer
 * began shows nothing: the connection may have been an old one, which a server may close at any time (RFC 9112, 9.3.1),
 * and nobody knows how long the client waited.
 */
export const answeredWhole = trafficCheck("HTTP-1", everyRequest, (exchange, observe) => {
  if (isAnswered(exchange))
    return ifRecorded(exchange.outcome.answer.body)?.json?.ok ? observe.held(exchange) : undefined;
  const { outcome } = exchange;
  return outcome.kind === "failure" && isCutShort(outcome.failure) ? notWhole(exchange, observe) : undefined;
});
