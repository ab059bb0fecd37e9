import { caseRef } from "#core/check/case.ts";
import {
  type Answered,
  answeredWith,
  type Facts,
  findingsOn,
  isAnswered,
  isRemoved,
} from "#core/check/facts.ts";
import type { Observer } from "#core/check/observe.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { type TrafficCheck, trafficCheck } from "#core/check/traffic-check.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { hasKey } from "#suites/petstore/pets.ts";

const everyAnswer = caseRef("every-answer", "every answer");

type Judge = (answer: Answered, observe: Observer, facts: Facts) => Observation | undefined;

/** What an answer that somebody else asked for shows of the request that it answers. */
export function recordedAnswers(about: string, judge: Judge): TrafficCheck {
  return trafficCheck(about, everyAnswer, (exchange, observe, facts) =>
    isAnswered(exchange) ? judge(exchange, observe, facts) : undefined,
  );
}

/** The same of those that were served. */
export function servedAnswers(about: string, operation: OperationId, judge: Judge): TrafficCheck {
  return recordedAnswers(about, (answer, observe, facts) =>
    isServed(answer, operation, facts) ? judge(answer, observe, facts) : undefined,
  );
}

/** A 200 to a request that the interface allows, with a key that was not refused. */
export function isServed(answer: Answered, operation: OperationId, facts: Facts): boolean {
  if (!answeredWith(answer, 200) || !hasKey(answer)) return false;
  const asked = facts.contract.classify(answer.request).operation;
  return asked === operation && !isRemoved(answer, facts) && findingsOn(answer, facts.contract).allowed;
}
