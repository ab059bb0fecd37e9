import { caseRef } from "#core/check/case.ts";
import { invariant, runCheck, type TraceCheck } from "#core/check/check.ts";
import { type Answered, answeredWith, type Facts, findingsOn, isAnswered } from "#core/check/facts.ts";
import type { Observer } from "#core/check/observe.ts";
import { inHeader, type Observation } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { lone } from "#core/check/traffic-check.ts";
import {
  carriesRateHeader,
  furthestResetSeconds,
  missingRateHeaders,
  type RateHeader,
  rateHeaderNames,
  rateHeadersOf,
  slackSeconds,
  valueIn,
} from "#core/exchange/pacing/rate-headers.ts";
import { hasKey } from "#suites/petstore/pets.ts";
import { inconclusive, notApplicable, untested } from "#suites/petstore/reasons.ts";
import { announcedFigures, pricingPlan } from "#suites/petstore/settings.ts";
import { isOfOddId, judgedAnswers, notDue } from "#suites/petstore/shared/evidence/rate-evidence.ts";
import { inEveryRun, readSteps } from "#suites/petstore/shared/steps/named-steps.ts";
import { ordersAreAbsent } from "#suites/petstore/shared/steps/store-orders.ts";

const everyResponse = caseRef("every-response", "every response");

/** A path that a router may not know: the router's own answer is not one of the operation (ruling 19). */
function isRoutersOwn(answer: Answered, facts: Facts): boolean {
  const { operation } = facts.contract.classify(answer.request);
  if (operation === "storeOrders") return ordersAreAbsent(facts);
  if (!isOfOddId(answer.request, operation)) return false;
  const { problems, open } = findingsOn(answer, facts.contract);
  return [...problems, ...open].some((p) => p.part === "path");
}

function presenceCheck(about: "RATE-1" | "RATE-17", promise: Parameters<typeof runCheck>[2]): TraceCheck {
  return runCheck(about, everyResponse, promise, (facts, observe) => {
    const none = notDue(facts);
    if (none !== undefined) return none;
    const { own = [], others = [] } = Object.groupBy(judgedAnswers(facts), ({ answer }) =>
      isRoutersOwn(answer, facts) === (about === "RATE-17") ? "own" : "others",
    );
    if (own.length === 0) return untested("no-such-path");
    // If they are missing elsewhere, too, RATE-1 reports that.
    if (about === "RATE-17" && others.some(({ answer }) => missingRateHeaders(answer).length > 0))
      return untested("headers-missing");
    return own.map(({ answer }): Observation => {
      const missing = missingRateHeaders(answer);
      if (missing.length === 0) return observe.held(answer);
      const seen = `${answer.outcome.answer.status} without ${missing.join(", ")}`;
      const mismatch = { seen, place: inHeader(missing[0] ?? "") };
      return observe.broken(answer, "all three X-RateLimit headers", mismatch);
    });
  });
}

/** RATE-1. Subject: every response of the four operations, as soon as one of them carries one of the headers. */
export const allThree = lone(presenceCheck("RATE-1", inEveryRun), { dueWith: "RATE-2" });

/** RATE-17. Subject: what a router may answer by itself. */
export const routersToo = presenceCheck("RATE-17", { profile: "thorough", from: [readSteps.ofLetters] });

/** RATE-2. Subject: all answers; one that announces a limit is enough. */
export const announced = lone(
  runCheck("RATE-2", everyResponse, inEveryRun, (facts, observe) => {
    const answers = judgedAnswers(facts).map(({ answer }) => answer);
    const shown = answers.find(carriesRateHeader);
    const [first] = answers;
    if (shown !== undefined) return observe.held(shown);
    if (first === undefined) return inconclusive("nothing-answered");
    const seen = `none on ${counted(answers.length, "response")}`;
    return observe.broken(first, "X-RateLimit headers", { seen, place: inHeader("X-RateLimit-Limit") });
  }),
  { keptByOne: true },
);

type Broken = (expected: string, seen: string, header: RateHeader) => Observation;

function rateInvariant(
  about: string,
  judge: (answer: Answered, broken: Broken, observe: Observer) => Observation | undefined,
) {
  return invariant(about, everyResponse, inEveryRun, (exchange, facts, observe) => {
    if (!isAnswered(exchange) || facts.contract.classify(exchange.request).operation === undefined)
      return undefined;
    const broken: Broken = (expected, seen, header) =>
      observe.broken(exchange, expected, { seen, place: inHeader(rateHeaderNames[header]) });
    return carriesRateHeader(exchange) ? judge(exchange, broken, observe) : notDue(facts);
  });
}

function malformed(answer: Answered, header: RateHeader, expected: string, broken: Broken) {
  const reading = rateHeadersOf(answer)[header];
  if (reading.kind === "absent" || reading.kind === "value") return undefined;
  return broken(expected, reading.text === "" ? "an empty value" : reading.text.slice(0, 100), header);
}

/** RATE-3. Subject: Limit and Remaining of every response that carries them. */
export const limitAndRemaining = rateInvariant("RATE-3", (answer, broken, observe) => {
  const bad =
    malformed(answer, "limit", "one positive integer", broken) ??
    malformed(answer, "remaining", "one non-negative integer", broken);
  if (bad !== undefined) return bad;
  const headers = rateHeadersOf(answer);
  const [limit, remaining] = [valueIn(headers.limit), valueIn(headers.remaining)];
  if (limit === 0) return broken("a positive integer", "0", "limit");
  if (limit !== undefined && remaining !== undefined && remaining > limit) {
    return broken(`at most the limit, ${limit}`, String(remaining), "remaining");
  }
  return limit === undefined && remaining === undefined ? undefined : observe.held(answer);
});

// Ruling 20. Without a Date, the target's clock is not known, and the run's own is trusted less.
const slackWithoutDateSeconds = 300;

function aheadInWords(seconds: number): string {
  const years = Math.floor(seconds / (365.25 * 24 * 3600));
  return years < 2 ? `${seconds} s` : `${years} years`;
}

/** RATE-4. Subject: Reset of every response that carries it, by the response's own Date. */
export const resetAhead = rateInvariant("RATE-4", (answer, broken, observe) => {
  const bad = malformed(answer, "reset", "one Unix timestamp in seconds", broken);
  const { reset: given, date, answeredAtMs } = rateHeadersOf(answer);
  const reset = valueIn(given);
  if (bad !== undefined || reset === undefined) return bad;
  const now = Math.floor(answeredAtMs / 1000);
  const hasDate = date.kind === "value" || date.kind === "malformed";
  const slack = hasDate ? slackSeconds : slackWithoutDateSeconds;
  const expected = "a Unix timestamp in seconds, from the response's own time to 24 hours ahead";
  if (reset > now + furthestResetSeconds + slack)
    return broken(expected, `${reset}, which is ${aheadInWords(reset - now)} ahead of the response`, "reset");
  if (reset < now - slack) {
    const looksLike =
      reset <= furthestResetSeconds ? "; it looks like the number of seconds until the reset" : "";
    return broken(expected, `${reset}, which is ${now - reset} s before the response${looksLike}`, "reset");
  }
  return observe.held(answer);
});

/** RATE-9. Subject: Limit of every response to the valid key, where a plan is declared. */
export const planFigure = lone(
  runCheck("RATE-9", everyResponse, inEveryRun, (facts, observe) => {
    const figures = announcedFigures(pricingPlan(facts.setting));
    const none = notDue(facts);
    if (figures === undefined) return notApplicable("no-plan-declared");
    if (none !== undefined) return none;
    return judgedAnswers(facts).flatMap(({ answer }): Observation | [] => {
      const limit = valueIn(rateHeadersOf(answer).limit);
      if (limit === undefined || !hasKey(answer) || answeredWith(answer, 401)) return [];
      if (figures.includes(limit)) return observe.held(answer);
      const mismatch = { seen: String(limit), place: inHeader(rateHeaderNames.limit) };
      return observe.broken(answer, `${figures.join(" or ")}, the limit of the declared plan`, mismatch);
    });
  }),
);
