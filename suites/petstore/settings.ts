import {
  type Declared,
  date,
  declaredBy,
  int64,
  optionTable,
  pattern,
  type Values,
} from "#core/options/option.ts";

/** A pricing plan, and what it allows: requests per minute and per day (interface: Limits / Rate limits). */
interface PricingPlan {
  readonly name: "free" | "pro" | "business" | "custom";
  /** Undefined where the plan has no such figure. */
  readonly perMinute: number | undefined;
  readonly perDay: number | undefined;
}

const published: readonly PricingPlan[] = [
  { name: "free", perMinute: 60, perDay: 1_000 },
  { name: "pro", perMinute: 300, perDay: 10_000 },
  { name: "business", perMinute: 1_000, perDay: 100_000 },
];

/** `free`, `pro`, `business`, or `custom` with figures of its own: `custom=500` or `custom=500/20000`; in any letter case. */
const pricingPlanPattern = /^(?:free|pro|business|custom(?:=[1-9][0-9]{0,8}(?:\/[1-9][0-9]{0,8})?)?)$/i;

/** Reads what `pricingPlanPattern` matches; undefined for anything else. */
export function pricingPlanOf(text: string | undefined): PricingPlan | undefined {
  if (text === undefined || !pricingPlanPattern.test(text)) return undefined;
  const known = published.find(({ name }) => name === text.toLowerCase());
  if (known !== undefined) return known;
  const [perMinute, perDay] = (text.match(/[0-9]+/g) ?? []).map(Number);
  return { name: "custom", perMinute, perDay };
}

/** The figures that may be announced; undefined for a plan without any. */
export function announcedFigures(pricingPlan: PricingPlan | undefined): readonly number[] | undefined {
  const figures = [pricingPlan?.perMinute, pricingPlan?.perDay].filter((n) => n !== undefined);
  return figures.length === 0 ? undefined : figures;
}

/** A longer window counts as a day, not as a minute. */
const longestMinuteSeconds = 3600;

/**
 * The published plan that an announced limit looks like, in words; undefined where no plan has it. A thousand is Free's day
 * and Business's minute: the distance to Reset distinguishes them.
 */
export function looksLike(limit: number, aheadSeconds: number): string | undefined {
  const daily = aheadSeconds > longestMinuteSeconds;
  const pricingPlan = published.find(({ perMinute, perDay }) => (daily ? perDay : perMinute) === limit);
  if (pricingPlan === undefined) return undefined;
  const name = pricingPlan.name.charAt(0).toUpperCase() + pricingPlan.name.slice(1);
  return `${name} (${limit} requests a ${daily ? "day" : "minute"})`;
}

/** What the owner of a pet store may declare of it. */
export const settings = optionTable({
  plan: {
    value: pattern(
      pricingPlanPattern,
      "free, pro, business, or custom[=PER_MINUTE[/PER_DAY]]",
      "custom=500/20000",
    ),
    placeholder: "PLAN",
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
    inFileOnly: true,
    help: "The day on which getPet is removed.",
  },
});

/** The pricing plan as declared (`--plan`). */
export function pricingPlan(setting: { readonly declared: Declared }): PricingPlan | undefined {
  return pricingPlanOf(declaredIn(setting).plan);
}

export function declaredIn({ declared }: { readonly declared: Declared }): Values<typeof settings> {
  return declaredBy(settings, declared);
}
