import { stepRef } from "../../../../src/core/check/case.ts";
import type { ProbePlan } from "../../../../src/core/check/suite.ts";
import { pricingPlan } from "../../settings.ts";
import { listPets } from "./requests.ts";

/** What plans publish per day and never per minute (interface: Limits / Rate limits). */
const dailyFigures = [10_000, 100_000];

/** The over-limit probe: the smallest list, last and alone (ruling 29). */
export const probe: ProbePlan = {
  about: ["RATE-10", "RATE-11", "RATE-12", "RATE-13", "RATE-14", "RATE-15", "RATE-16"],
  request: listPets({ limit: 1 }),
  secondKey: stepRef("probe/second-key", "the second key"),
  burst: stepRef("probe/burst", "over-limit probe"),
  recovery: stepRef("probe/recovery", "after Retry-After"),
  isDaily: (limit, setting) => dailyFigures.includes(limit) || limit === pricingPlan(setting)?.perDay,
};
