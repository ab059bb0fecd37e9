import { expect, test } from "vitest";
import { serverOf } from "../../testing/proof/bed.ts";
import { brokenBy, judgedPart } from "../../testing/traffic/judge-sample.ts";
import { trafficSample } from "../../testing/traffic/traffic-sample.ts";
import { sumOf } from "./part-result.ts";

/** What eight clients send to this server of the bed, and get. */
function sampleOf(id: string, { count = 450, keys = 8, perMinute = 90 } = {}) {
  return Array.fromAsync(trafficSample({ count, keys, perMinute }, serverOf(id)));
}

test("parts that were judged apart add up to the whole, whatever their number and order", async () => {
  const traffic = await sampleOf("retry-after-epoch", { count: 300 });
  const one = JSON.stringify(judgedPart(traffic));
  for (const count of [2, 8]) {
    const apart = Array.from({ length: count }, (_, i) => judgedPart(traffic, { part: i + 1, of: count }));
    expect(JSON.stringify(sumOf(apart))).toBe(one);
    const [first, ...rest] = apart.toReversed();
    if (first !== undefined) expect(JSON.stringify(sumOf([sumOf(rest), first]))).toBe(one);
  }
});

test.each(["sliding-log", "token-bucket", "sliding-counter"])(
  "%s is permitted, and breaks no must",
  async (id) => {
    expect(brokenBy(judgedPart(await sampleOf(id)))).toEqual([]);
  },
);

test.each([
  ["limit-alternates", "RATE-5"],
  ["remaining-jumps-up", "RATE-6", "RATE-8"],
  ["remaining-constant", "RATE-8"],
  ["never-enforced", "RATE-10"],
  ["no-retry-after", "RATE-12"],
  ["no-rate-headers-on-404", "RATE-1"],
  ["filter-ignored", "STATUS-1"],
  ["limit-ignored", "LIST-4"],
  ["clamps-to-110", "LIST-5"],
])("%s is seen in the traffic of its clients", async (id, ...requirements) => {
  const traffic = await sampleOf(id, { keys: 2, perMinute: 400 });
  expect(brokenBy(judgedPart(traffic))).toEqual(requirements);
});
