import type { Case, Check, Control, RefusalCase } from "#core/check/check.ts";
import { type Answered, derived, type Facts } from "#core/check/facts.ts";
import type { LoneCheck } from "#core/check/traffic-check.ts";
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

/** A check that is given no exchange with such an operation. */
export function blindToOthers<Any extends Check | LoneCheck>(check: Any): Any;
export function blindToOthers(check: Check | LoneCheck): Check | LoneCheck {
  switch (check.kind) {
    case "trace":
    case "lone":
      return { ...check, judge: (facts: Facts) => check.judge(withoutOthers(facts)) };
    case "invariant":
      return {
        ...check,
        judge: (exchange, facts) =>
          isOther(exchange, facts) ? undefined : check.judge(exchange, withoutOthers(facts)),
      };
    case "scenario":
      return { ...check, cases: (contract) => check.cases(contract).map(blindCase) };
  }
}

function blind<Result>(of: (answer: Answered, facts: Facts) => Result): typeof of {
  return (answer, facts) => of(answer, withoutOthers(facts));
}

function blindCase<Any extends Case | RefusalCase>(one: Any): Any {
  const { expect, precondition, vacuousWhen } = one;
  return {
    ...one,
    expect: { ...expect, mismatch: blind(expect.mismatch) },
    ...(precondition && { precondition: blind(precondition) }),
    ...(vacuousWhen && { vacuousWhen: blind(vacuousWhen) }),
    ...("control" in one && { control: [one.control].flat().map(blindControl) }),
  };
}

function blindControl({ held, isAbout, ...control }: Control): Control {
  return { ...control, held: blind(held), ...(isAbout && { isAbout: blind(isAbout) }) };
}
