import {
  type Declared,
  date,
  declaredBy,
  int64,
  optionTable,
  pattern,
  type Values,
} from "../../src/core/options/option.ts";
import { type PricingPlan, pricingPlanOf, pricingPlanPattern } from "./pricing-plans.ts";

/** What the owner of a pet store may declare of it. */
export const settings = optionTable({
  plan: {
    value: pattern(
      pricingPlanPattern,
      "free, pro, business, or custom[=PER_MINUTE[/PER_DAY]]",
      "custom=500/20000",
    ),
    placeholder: "PLAN",
    completes: ["free", "pro", "business", "custom"],
    help: "The plan of the key: free, pro, business, or custom[=PER_MINUTE[/PER_DAY]]; the announced limit must be the plan's.",
  },
  categoryIds: {
    name: "category-id",
    value: int64,
    otherwise: "those of listed pets, else 1",
    repeatable: true,
    help: "A category id that exists.",
  },
  removalDate: {
    value: date,
    otherwise: "what the document says",
    help: "The day on which getPet is removed.",
  },
});

/** The pricing plan as declared (`--plan`). */
export function pricingPlan({ declared }: { readonly declared: Declared }): PricingPlan | undefined {
  return pricingPlanOf(valuesIn(declared).plan);
}

/** Digits of category ids that exist, as declared (`--category-id`). */
export function declaredCategories({ declared }: { readonly declared: Declared }): readonly string[] {
  return valuesIn(declared).categoryIds;
}

/** The day on which getPet is removed, as declared (`--removal-date`). */
export function declaredRemoval({ declared }: { readonly declared: Declared }): string | undefined {
  return valuesIn(declared).removalDate;
}

function valuesIn(declared: Declared): Values<typeof settings> {
  return declaredBy(settings, declared);
}
