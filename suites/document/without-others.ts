import { derived, type Facts } from "#core/check/facts.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { ofDocument, thingToWriteTo } from "./sources.ts";

/**
 * True for an exchange with an operation that the document alone describes, or with a parameter that it alone has, and for what such
 * operations change.
 */
function isOther(exchange: Exchange, { contract, exchanges }: Facts): boolean {
  const { request, step, recheck } = exchange;
  if (step === thingToWriteTo.id || contract.classify(request).other !== undefined) return true;
  // What is sent once more to make sure belongs to no step.
  const asked = recheck === undefined ? [exchange] : exchanges.filter((one) => isSame(one.request, request));
  return asked.some((one) => one.step?.startsWith(ofDocument));
}

function isSame(one: Exchange["request"], other: Exchange["request"]): boolean {
  const key = ({ method, path, query = [] }: Exchange["request"]) => JSON.stringify([method, path, query]);
  return key(one) === key(other);
}

/** The facts without such exchanges: checks that do not know them would take each list for one of pets. */
export const withoutOthers = derived((facts: Facts): Facts => {
  const exchanges = facts.exchanges.filter((exchange) => !isOther(exchange, facts));
  if (exchanges.length === facts.exchanges.length) return facts;
  const { contract, setting } = facts;
  return {
    ...{ contract, setting, exchanges },
    all: (step) => facts.all(step),
    answer: (step) => facts.answer(step),
    notSent: (step) => facts.notSent(step),
    random: (label) => facts.random(label),
  };
});
