import { expect, test } from "vitest";
import { serverOf } from "#testing/proof/bed.ts";
import { brokenBy, trafficSample } from "#testing/traffic/traffic-sample.ts";

/** What eight clients send to this server of the bed, and get. */
function sampleOf(id: string, { count = 450, keys = 8, perMinute = 90 } = {}) {
  return Array.fromAsync(trafficSample({ count, keys, perMinute }, serverOf(id)));
}

test.each(["sliding-log", "token-bucket", "sliding-counter"])(
  "%s is permitted, and breaks no must",
  async (id) => {
    expect(brokenBy(await sampleOf(id))).toEqual([]);
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
  expect(brokenBy(traffic)).toEqual(requirements);
});
