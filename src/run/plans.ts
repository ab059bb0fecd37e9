/** Requests per minute and per day of the published plans (interface: Limits / Rate limits). A custom plan has no figures. */
export const planFigures: Readonly<Record<string, readonly number[]>> = {
  free: [60, 1_000],
  pro: [300, 10_000],
  business: [1_000, 100_000],
};
