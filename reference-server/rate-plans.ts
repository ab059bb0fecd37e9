/** So many requests in a window of this length. */
export interface RatePolicy {
  readonly limit: number;
  readonly windowMs: number;
}

export interface Standing {
  readonly limit: number;
  /** Requests that would be served now, whole ones. */
  readonly remaining: number;
  /** In ms since the epoch: a whole second, since Reset is in seconds, and never before now. */
  readonly resetAtMs: number;
  /** From when on a request is served, in whole ms since the epoch; now where one remains. */
  readonly retryAtMs: number;
}

export interface Quota extends Standing {
  /** The request was over the limit, and not counted. */
  readonly exceeded: boolean;
}

interface CustomPlan {
  readonly perMinute: number;
  readonly perDay?: number;
}

/** A plan of the platform (interface heading "Rate limits"); with `none` no limit applies to the pet endpoints. */
export type Plan = "free" | "pro" | "business" | "none" | CustomPlan;

const published = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
} as const satisfies Record<string, CustomPlan>;

export function policiesOf(plan: Plan): readonly RatePolicy[] {
  if (plan === "none") return [];
  const { perMinute, perDay }: CustomPlan = typeof plan === "string" ? published[plan] : plan;
  const minute = { limit: perMinute, windowMs: 60_000 };
  return perDay === undefined ? [minute] : [minute, { limit: perDay, windowMs: 86_400_000 }];
}
