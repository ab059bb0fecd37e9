import { runCheck } from "../../src/core/check/check.ts";
import { isAnswered } from "../../src/core/check/facts.ts";
import { observer } from "../../src/core/check/observe.ts";
import { inHeader } from "../../src/core/check/verdict.ts";
import { carriesRateHeader, missingRateHeaders } from "../../src/core/exchange/pacing/rate-headers.ts";
import { everyAnswer, type Family, inWords, isOf, type Subject } from "./family.ts";
import { notApplicable } from "./reasons.ts";

/** Ruling 19, for an operation of a service that has rate limits as the pet store has them. */
export function rateFamily(subject: Subject): Family {
  const { operation, base } = subject;
  return {
    name: "rate-headers",
    level: "must",
    text: `As soon as one response carries a rate-limit header, every answer of ${inWords(subject)} carries all three.`,
    place: operation.place(),
    checks: (about) => [
      runCheck(about, [{ case: everyAnswer, profile: "quick", from: [base] }], (facts) => {
        const observe = observer(about, everyAnswer);
        const { rateLimit } = facts.setting;
        if (rateLimit === "off") return [observe.unresolved(notApplicable("limits-off"))];
        if (rateLimit === "auto" && !facts.exchanges.some(carriesRateHeader))
          return [observe.unresolved(notApplicable("no-limit-announced"))];
        // A router answers for operations that do not exist.
        const answers = facts.exchanges.filter(
          (e) =>
            isAnswered(e) &&
            isOf(e, subject, facts.contract) &&
            ![404, 405, 501].includes(e.outcome.answer.status),
        );
        return answers.map((answer) => {
          const missing = missingRateHeaders(answer);
          if (missing.length === 0) return observe.held(answer);
          const seen = `no ${missing.join(", ")}`;
          return observe.broken(answer, "all three X-RateLimit headers", {
            seen,
            place: inHeader(missing[0] ?? ""),
          });
        });
      }),
    ],
  };
}
