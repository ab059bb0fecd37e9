import type { Case, Check, Control, RefusalCase } from "#core/check/check.ts";
import { type Answered, derived, type Facts } from "#core/check/facts.ts";
import type { LoneCheck } from "#core/check/traffic-check.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { thingToWriteTo } from "./sources.ts";

/** True for an exchange with an operation that the document alone describes, or with what such operations change. */
function isOther({ request, step }: Exchange, { contract }: Facts): boolean {
  return step === thingToWriteTo.id || contract.classify(request).other !== undefined;
}

/** The facts without such exchanges: checks that do not know them would take each list for one of pets. */
export const withoutOthers = derived((facts: Facts): Facts => {
  const exchanges = facts.exchanges.filter((exchange) => !isOther(exchange, facts));
  if (exchanges.length === facts.exchanges.length) return facts;
  const { contract, setting, revision } = facts;
  return {
    ...{ contract, setting, revision, exchanges },
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
